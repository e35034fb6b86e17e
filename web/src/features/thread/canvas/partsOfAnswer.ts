import { lex } from '@parlance/contract/markdown/lexer'
import type { Token, Tokens } from 'marked'
import type { DocumentKind } from './data/api.ts'
import { withoutCitations } from './withoutCitations.ts'

/** A part of an answer that can be opened as a document. */
export interface AnswerPart {
  kind: DocumentKind
  language: string
  content: string
  /** What its title is made of: the heading above it, or the first words. */
  title: string
}

const TITLE_CHARACTERS = 80
const LANGUAGE_CHARACTERS = 40

/** Returns the whole answer, and then its tables and code. `sources` are the numbers of its citations. */
export function partsOfAnswer(answer: string, sources: readonly number[]): AnswerPart[] {
  const text = withoutCitations(answer, sources)
  const tokens = lex(text)
  let heading = ''
  const parts: AnswerPart[] = []
  for (const token of tokens) {
    if (token.type === 'heading') heading = plainOf((token as Tokens.Heading).tokens)
    if (token.type === 'table') parts.push({ ...tableOf(token as Tokens.Table), title: heading })
    if (token.type === 'code') parts.push({ ...codeOf(token as Tokens.Code), title: heading })
  }
  const firstHeading = tokens.find(({ type }) => type === 'heading') as Tokens.Heading | undefined
  const firstText = tokens.find(({ type }) => type === 'paragraph') as Tokens.Paragraph | undefined
  const title = plainOf(firstHeading?.tokens ?? firstText?.tokens ?? [])
  const whole = { kind: 'Text' as const, language: '', content: text, title }
  return [whole, ...parts.map((part) => ({ ...part, title: part.title || title }))]
}

/** Returns the words of tokens on one line, cut between words. */
function plainOf(tokens: readonly Token[]): string {
  const plain = wordsOf(tokens).replaceAll(/\s+/g, ' ').trim()
  if (plain.length <= TITLE_CHARACTERS) return plain
  const cut = plain.slice(0, TITLE_CHARACTERS)
  const end = cut.lastIndexOf(' ')
  return `${(end > 0 ? cut.slice(0, end) : cut).toWellFormed()}…`
}

const wordsOf = (tokens: readonly Token[]): string =>
  tokens
    .map((token) =>
      'tokens' in token && token.tokens
        ? wordsOf(token.tokens)
        : 'text' in token
          ? String(token.text)
          : token.type === 'citation'
            ? token.raw
            : '',
    )
    .join('')

const cell = (text: string): string => {
  const plain = text.replaceAll(/\\\|/g, '|').replaceAll(/<br\s*\/?>/gi, '\n')
  return /[",\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

function tableOf({ header, rows }: Tokens.Table): Omit<AnswerPart, 'title'> {
  const lines = [header, ...rows].map((row) => row.map(({ text }) => cell(text)).join(','))
  return { kind: 'Table', language: '', content: `${lines.join('\n')}\n` }
}

function codeOf({ lang = '', text }: Tokens.Code): Omit<AnswerPart, 'title'> {
  const language = (lang.split(/\s/)[0] ?? '').slice(0, LANGUAGE_CHARACTERS)
  if (/^html?$/i.test(language)) return { kind: 'Html', language: '', content: text }
  if (/^csv$/i.test(language)) return { kind: 'Table', language: '', content: text }
  return { kind: 'Code', language, content: text }
}
