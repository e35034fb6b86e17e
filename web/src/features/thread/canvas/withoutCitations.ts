import { type CitationToken, lex } from '@parlance/contract/markdown/lexer'
import type { Token, Tokens } from 'marked'

/**
 * Returns an answer without the numbers of its sources, which lead nowhere in a document. Other numbers in brackets, code,
 * and formulas stay as they are.
 */
export function withoutCitations(answer: string, sources: readonly number[]): string {
  const text = answer.replaceAll(/\r\n?/g, '\n')
  if (sources.length === 0) return text
  let kept = ''
  let from = 0
  let at = 0
  for (const token of leavesOf(lex(text))) {
    if (token.type !== 'citation') {
      at = endOf(token.raw, text, at)
      continue
    }
    const place = text.indexOf(token.raw, at)
    if (place < 0) continue
    at = place + token.raw.length
    const others = (token as CitationToken).numbers.filter((number) => !sources.includes(number))
    if (others.length > 0) kept += `${text.slice(from, place)}[${others.join(', ')}]`
    else kept += text.slice(from, place > from && text[place - 1] === ' ' ? place - 1 : place)
    from = at
  }
  return kept + text.slice(from)
}

/** Returns the tokens without others inside, in the order of the text. */
function leavesOf(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => {
    if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table
      return [...header, ...rows.flat()].flatMap((cell) => leavesOf(cell.tokens))
    }
    if (token.type === 'list') return (token as Tokens.List).items.flatMap((item) => leavesOf(item.tokens))
    if (token.type === 'link') return [...leavesOf(token.tokens ?? []), addressOf(token as Tokens.Link)]
    // The description of an image is text.
    if (token.type === 'image') return [token]
    return 'tokens' in token && token.tokens?.length ? leavesOf(token.tokens) : [token]
  })
}

/** What follows the words of a link. It can contain brackets with numbers. */
const addressOf = ({ raw, text }: Tokens.Link): Token => ({
  type: 'text',
  raw: raw.slice(raw.indexOf(text) + text.length),
  text: '',
})

/** Returns where a token ends in the text, in which its lines can be indented and its bars escaped. */
function endOf(raw: string, text: string, start: number): number {
  let at = start
  for (const line of raw.split('\n')) {
    const words = line.trim()
    if (words === '') continue
    for (const written of [words, words.replaceAll('|', '\\|')]) {
      const place = text.indexOf(written, at)
      if (place < 0) continue
      at = place + written.length
      break
    }
  }
  return at
}
