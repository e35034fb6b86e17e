import { fold } from '../../../platform/redaction/fold.ts'
import { numberAt } from './numberWords.ts'
import { ordinalAt } from './ordinals.ts'
import type { Token } from './tokens.ts'

/** A date as far as it is given. */
export interface Day {
  year: number | null
  month: number
  day: number | null
}

export interface FoundDate {
  /** More than one if the order of its numbers is open. */
  readings: readonly Day[]
  count: number
}

/** By month: English, German, French, Spanish, and Arabic names in both systems. */
const names = `january jan januar janner janvier janv enero ene يناير جانفي كانون_الثاني
february feb februar feber fevrier fevr febrero فبراير فيفري شباط
march mar marz mars marzo مارس آذار
april apr avril avr abril abr أبريل إبريل أفريل نيسان
may mai mayo مايو ماي أيار
june jun juni juin junio يونيو يونية جوان حزيران
july jul juli juillet juil julio يوليو يوليه يوليوز جويلية تموز
august aug aout agosto ago أغسطس أوت غشت آب
september sep sept septembre septiembre setiembre سبتمبر شتنبر أيلول
october oct oktober okt octobre octubre أكتوبر تشرين_الأول
november nov novembre noviembre نوفمبر نونبر تشرين_الثاني
december dec dezember dez decembre diciembre dic ديسمبر دجنبر كانون_الأول`

const months: ReadonlyMap<string, number> = new Map(
  names
    .split('\n')
    .flatMap((line, at) =>
      line.split(' ').map((name) => [fold(name).text.replace('_', ' '), at + 1] as const),
    ),
)
const isoDay = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const shortDay = /^(0\d|[12]\d|3[01])\/(0\d|1[0-2])$/
const germanDay = /^(\d{1,2})\.(0[1-9]|1[0-2])\.$/
const beforeDays = new Set('am bis zum vom ab der dem den'.split(' '))
const numericDay = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/

const exists = ({ year, month, day }: Day): boolean =>
  month >= 1 &&
  month <= 12 &&
  (day === null || (day >= 1 && day <= new Date(Date.UTC(year ?? 2024, month, 0)).getUTCDate()))

/** Reads a date that consists of numbers only; null for other numbers. */
function numericDate(raw: string): readonly Day[] | null {
  const iso = isoDay.exec(raw)
  if (iso) return existing([{ year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) }])
  // "05/10" is a date, "5/10" a fraction.
  const short = shortDay.exec(raw)
  if (short) {
    const [first, second] = [Number(short[1]), Number(short[2])]
    return existing([
      { year: null, month: second, day: first },
      { year: null, month: first, day: second },
    ])
  }
  const numeric = numericDay.exec(raw)
  if (!numeric) return null
  const [first, second] = [Number(numeric[1]), Number(numeric[3])]
  const year = numeric[4]!.length === 2 ? 2000 + Number(numeric[4]) : Number(numeric[4])
  const dayFirst = { year, month: second, day: first }
  const monthFirst = { year, month: first, day: second }
  // Points are written between day and month, in this order.
  if (numeric[2] === '.' || first === second) return existing([dayFirst])
  return existing([dayFirst, monthFirst])
}

function existing(days: readonly Day[]): readonly Day[] | null {
  const found = days.filter(exists)
  return found.length > 0 ? found : null
}

const ordinalEnds = new Set(['st', 'nd', 'rd', 'th', 'er', 'ème', 'o'])
const connectors = new Set([
  'of',
  'de',
  'del',
  'the',
  'من',
  'عام',
  'سنه',
  'لعام',
  'لسنه',
  ',',
  '.',
  'year',
  'ano',
])

const yearOf = (token: Token | undefined): number | null =>
  token?.kind === 'Number' && /^(?:1[5-9]|20|21)\d\d\.?$/.test(token.text)
    ? Number.parseInt(token.text, 10)
    : null

const dayOf = (token: Token | undefined): number | null => {
  if (token?.kind !== 'Number') return null
  const text = /^(\d{1,2})\.?$/.exec(token.text)?.[1]
  const day = Number(text ?? 0)
  return day >= 1 && day <= 31 ? day : null
}

function monthAt(tokens: readonly Token[], at: number): { month: number; count: number } | null {
  const word = tokens[at]
  if (word?.kind !== 'Word') return null
  const next = tokens[at + 1]
  const double = next ? months.get(`${withoutProclitic(word.text)} ${next.text}`) : undefined
  if (double !== undefined) return { month: double, count: 2 }
  const month = months.get(word.text) ?? months.get(withoutProclitic(word.text))
  if (month === undefined) return null
  // "may" and "march" are verbs unless they are capitalized.
  if ((word.text === 'may' || word.text === 'march' || word.text === 'mar') && !word.upper) return null
  // "sept" is also seven.
  if (
    word.text === 'sept' &&
    next?.text !== '.' &&
    next?.kind !== 'Number' &&
    tokens[at - 1]?.kind !== 'Number' &&
    !word.upper
  )
    return null
  return { month, count: next?.text === '.' && word.text.length <= 4 ? 2 : 1 }
}

const withoutProclitic = (word: string): string =>
  word.length > 4 ? word.replace(/^[بلو](?=\p{L}{4})/u, '') : word

/** Skips an ordinal's ending and what may stand between the parts of a date. */
function after(tokens: readonly Token[], at: number): number {
  let next = at
  while (
    next < at + 2 &&
    (ordinalEnds.has(tokens[next]?.text ?? '') || connectors.has(tokens[next]?.text ?? ''))
  )
    next += 1
  return next
}

/** The date that starts at a token: "5 March 2026", "March 5th, 2026", "March 2026". */
export function dateAt(tokens: readonly Token[], at: number): FoundDate | null {
  const token = tokens[at]
  if (token?.kind === 'Number') {
    // "am 14.02. um 9 Uhr": German dates without a year end with a period.
    const german = germanDay.exec(token.text)
    const isDay =
      german !== null && (tokens[at + 1] !== undefined || beforeDays.has(tokens[at - 1]?.text ?? ''))
    const own = isDay ? existing([{ year: null, month: Number(german[2]), day: Number(german[1]) }]) : null
    if (own) return { readings: own, count: 1 }
    const readings = numericDate(token.text) ?? numericDate(token.text.replace(/[.,]$/, ''))
    if (readings) return { readings, count: 1 }
    const day = dayOf(token)
    const month = day === null ? null : monthAt(tokens, after(tokens, at + 1))
    if (day === null || !month) return null
    return withYear(tokens, at, after(tokens, at + 1) + month.count, month.month, day)
  }
  const spoken = spokenDayAt(tokens, at)
  if (spoken) return spoken
  const month = monthAt(tokens, at)
  if (!month) return null
  const next = at + month.count
  const year = yearOf(tokens[after(tokens, next)])
  if (year !== null)
    return { readings: [{ year, month: month.month, day: null }], count: after(tokens, next) + 1 - at }
  const day = dayOf(tokens[next])
  if (day !== null) return withYear(tokens, at, next + 1, month.month, day)
  // "March the fifth"
  const place = tokens[next]?.text === 'the' ? next + 1 : next
  const ordinal = ordinalAt(textsOf(tokens, place), 0)
  if (ordinal && ordinal.value <= 31)
    return withYear(tokens, at, place + ordinal.count, month.month, ordinal.value)
  return { readings: [{ year: null, month: month.month, day: null }], count: month.count }
}

const MOST_WORDS = 5
const textsOf = (tokens: readonly Token[], at: number): string[] =>
  tokens.slice(at, at + MOST_WORDS).map(({ text }) => text)

/** "the fifth of March", "cinco de marzo", "الخامس والعشرين من مارس". */
function spokenDayAt(tokens: readonly Token[], at: number): FoundDate | null {
  const words = textsOf(tokens, at)
  const day = ordinalAt(words, 0) ?? numberAt(words, 0, words[0] === 'once' ? 'es' : null) ?? firstAt(words)
  if (!day || day.value < 1 || day.value > 31) return null
  const place = after(tokens, at + day.count)
  const month = monthAt(tokens, place)
  // "the first may" and "seven mar" are no dates.
  return month ? withYear(tokens, at, place + month.count, month.month, day.value) : null
}

const firstAt = (words: readonly string[]): { value: number; count: number } | null =>
  words[0] === 'uno' || words[0] === 'un' ? { value: 1, count: 1 } : null

function withYear(
  tokens: readonly Token[],
  at: number,
  end: number,
  month: number,
  day: number,
): FoundDate | null {
  const place = after(tokens, end)
  const year = yearOf(tokens[place])
  const reading = { year, month, day }
  if (!exists(reading)) return null
  return { readings: [reading], count: (year === null ? end : place + 1) - at }
}

/** Whether a date says another: all that the other gives is the same. */
export const saysDay = (said: readonly Day[], wanted: readonly Day[]): boolean =>
  wanted.some((one) =>
    said.some(
      (other) =>
        other.month === one.month &&
        (one.day === null || other.day === one.day) &&
        (one.year === null || other.year === one.year),
    ),
  )
