import { decodeEntities } from '@parlance/contract/markdown/entities'
import { lex } from '@parlance/contract/markdown/lexer'
import type { Token } from 'marked'
import { languageOfWords } from '../../platform/language/functionWords.ts'
import { languageOf } from '../../platform/language/languageOf.ts'
import { sentences } from '../../platform/language/sentences.ts'

/** What is shown but not spoken. */
const unspoken = new Set(['code', 'table', 'html', 'image', 'hr', 'def', 'citation', 'formula', 'space'])
/** Block elements end a sentence. */
const blocks = new Set(['paragraph', 'heading', 'list_item', 'blockquote', 'list'])
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
/** A voice computes a part at once, and can’t be stopped within. */
const MOST_CHARACTERS = 240

/** Returns the sentences of an answer as they are spoken: without code, tables, formulas, and marks of sources. */
export function spokenSentences(answer: string, mostCharacters: number): string[] {
  // A mark of a source leaves a space before the stop.
  const text = textOf(lex(answer))
    .slice(0, mostCharacters)
    .replaceAll(/ (?=[.,;:!?،؛؟](\s|$))/g, '')
  return sentences(text)
    .map(({ start, end }) =>
      text
        .slice(start, end)
        .replaceAll(/[\s\p{Cc}]+/gu, ' ')
        .trim(),
    )
    .filter((sentence) => LETTER_OR_DIGIT.test(sentence))
    .flatMap(partsOf)
}

function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (unspoken.has(token.type)) return token.type === 'space' ? '\n' : ''
      if (token.type === 'br') return ' '
      const inner = insideOf(token)
      const text = inner ? textOf(inner) : 'text' in token ? decodeEntities(String(token.text)) : ''
      // No one wants to hear a bare address.
      if (token.type === 'link' && /^(https?:|www\.)/i.test(text)) return ''
      return blocks.has(token.type) ? `${text}\n` : text
    })
    .join('')
}

function insideOf(token: Token): Token[] | null {
  if (token.type === 'list') return token.items
  return 'tokens' in token && token.tokens ? token.tokens : null
}

/** Splits a sentence that is too long, after a mark or between words. */
function partsOf(sentence: string): string[] {
  const parts: string[] = []
  let left = sentence
  while (left.length > MOST_CHARACTERS) {
    const start = left.slice(0, MOST_CHARACTERS)
    const mark = Math.max(...[', ', '; ', ': ', ' – ', '، '].map((one) => start.lastIndexOf(one)))
    const end = mark > 0 ? mark + 1 : start.lastIndexOf(' ') > 0 ? start.lastIndexOf(' ') : MOST_CHARACTERS
    parts.push(left.slice(0, end).trim())
    left = left.slice(end).trim()
  }
  return [...parts, left].filter((part) => LETTER_OR_DIGIT.test(part))
}

const scripts: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Devanagari}/u, 'hi'],
]

/** Returns the language that a text is spoken in, `en` if nothing says another one. */
export function spokenLanguageOf(text: string): string {
  const found = languageOf(text)
  if (found !== 'und' && found !== 'en') return found
  const script = scripts.find(([pattern]) => pattern.test(/\p{L}/u.exec(text)?.[0] ?? ''))
  return script?.[1] ?? languageOfWords(text) ?? 'en'
}
