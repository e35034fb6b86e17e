import { fold } from '../../../platform/redaction/fold.ts'
import { numberAt } from './numberWords.ts'
import type { Token } from './tokens.ts'

export interface FoundDecade {
  /** Its first year. */
  value: number
  count: number
}

/** From the twenties on, of the twentieth century if it isn't named. */
const lists = [
  'twenties thirties forties fifties sixties seventies eighties nineties',
  'zwanziger dreissiger vierziger funfziger sechziger siebziger achtziger neunziger',
  'العشرينيات الثلاثينيات الأربعينيات الخمسينيات الستينيات السبعينيات الثمانينيات التسعينيات',
  'العشرينات الثلاثينات الأربعينات الخمسينات الستينات السبعينات الثمانينات التسعينات',
]
const values: ReadonlyMap<string, number> = new Map(
  lists.flatMap((list) =>
    list.split(' ').flatMap((word, at) => {
      const { text } = fold(word)
      return [text, text.replace(/^ال/, '')].map((one) => [one, 1920 + at * 10] as const)
    }),
  ),
)
const endings = new Set(['s', 'er', 'ern'])
const years = new Set(['annees', 'anos'])

/** The decade that is named at a token: "the 1990s", "die 90er", "les années 90", "los años noventa". */
export function decadeAt(tokens: readonly Token[], at: number): FoundDecade | null {
  const token = tokens[at]!
  const next = tokens[at + 1]
  if (token.kind === 'Number') {
    const value = decadeOf(token.text)
    return value !== null && next && !next.spaced && endings.has(next.text) ? { value, count: 2 } : null
  }
  if (years.has(token.text) && next) {
    const digits = next.kind === 'Number' ? decadeOf(next.text.replace(/\.$/, '')) : null
    if (digits !== null) return { value: digits, count: 2 }
    const words = tokens.slice(at + 1, at + 6).map(({ text }) => text)
    const spoken = numberAt(words, 0)
    if (!spoken || spoken.value < 20 || spoken.value > 90 || spoken.value % 10 !== 0) return null
    return { value: 1900 + spoken.value, count: 1 + spoken.count }
  }
  const value = values.get(token.text)
  return value === undefined ? null : { value, count: 1 }
}

function decadeOf(text: string): number | null {
  if (/^(?:1[5-9]|20)\d0$/.test(text)) return Number(text)
  return /^[2-9]0$/.test(text) ? 1900 + Number(text) : null
}
