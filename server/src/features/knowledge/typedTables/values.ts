import type { Cell } from '../extraction/tables/tableReader.ts'

export type ColumnType = 'INTEGER' | 'REAL' | 'TEXT' | 'DATE' | 'BOOLEAN'

/** How a number is written: 1,234.5 or 1.234,5. */
export type NumberStyle = 'Point' | 'Comma'
/** The order of a date's numbers. */
type DateOrder = 'DayFirst' | 'MonthFirst'

/** How the texts of a column are read as values of its type. */
export interface ColumnReading {
  type: ColumnType
  style: NumberStyle
  order: DateOrder
  /** What its numbers are written with, such as "%" or "$". Empty if that differs, or if there is nothing. */
  unit: string
}

const MONTHS = [
  ['january', 'jan', 'يناير', 'كانون الثاني'],
  ['february', 'feb', 'فبراير', 'شباط'],
  ['march', 'mar', 'مارس', 'آذار'],
  ['april', 'apr', 'أبريل', 'ابريل', 'نيسان'],
  ['may', 'مايو', 'أيار'],
  ['june', 'jun', 'يونيو', 'حزيران'],
  ['july', 'jul', 'يوليو', 'تموز'],
  ['august', 'aug', 'أغسطس', 'اغسطس', 'آب'],
  ['september', 'sep', 'sept', 'سبتمبر', 'أيلول'],
  ['october', 'oct', 'أكتوبر', 'اكتوبر', 'تشرين الأول'],
  ['november', 'nov', 'نوفمبر', 'تشرين الثاني'],
  ['december', 'dec', 'ديسمبر', 'كانون الأول'],
] as const
/** The number of each month by its names. */
const monthNumbers: ReadonlyMap<string, number> = new Map(
  MONTHS.flatMap((names, at) => names.map((name) => [name, at + 1] as const)),
)

/** Columns with these names hold codes, which aren't quantities even if they consist of digits. */
const codeName =
  /\b(?:phone|telephone|tel|mobile|fax|zip|postal|post ?code|iban|ssn|isbn|ean|sku|barcode)\b|هاتف|جوال|موبايل|الرمز البريدي/i
const longestNumber = 40
const longestDate = 40
const absent = new Set(['-', '–', '—', 'n/a', 'na', 'null', 'none', '?', 'غير متوفر', 'لا يوجد'])
const truths = new Map<string, number>([
  ['true', 1],
  ['false', 0],
  ['yes', 1],
  ['no', 0],
  ['نعم', 1],
  ['لا', 0],
  ['صح', 1],
  ['خطأ', 0],
])

const easternDigits = /[٠-٩۰-۹]/g
const written = (text: string): string =>
  text
    .replace(easternDigits, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replaceAll('٪', '%')
    .replace(/[\u200e\u200f\u061c]/g, '')

const CURRENCY =
  '\\p{Sc}|USD|EUR|GBP|CHF|JPY|CNY|INR|SAR|AED|EGP|KWD|QAR|BHD|OMR|JOD|ر\\.س\\.?|د\\.إ\\.?|ج\\.م\\.?|ريال|درهم|جنيه|دينار'
const amount = new RegExp(
  `^(?<open>\\()?(?<sign>[+−-])?\\s?(?<before>${CURRENCY})?\\s?(?<sign2>[+−-])?(?<digits>\\d[\\d.,'’\\u00a0\\u202f ]*)\\s?(?<after>%|${CURRENCY})?(?<close>\\))?$`,
  'u',
)
const plainPoint = /^(?:0|[1-9]\d*)(?:\.\d+)?$/
const groupedPoint = /^[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/
const plainComma = /^(?:0|[1-9]\d*)(?:,\d+)?$/
const groupedComma = /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/
const spaced = /^[1-9]\d{0,2}(?:['’\u00a0\u202f ]\d{3})+(?:[.,]\d+)?$/
/** More digits are an identifier, and would lose their last ones. */
const MOST_DIGITS = 15

/** Values repeat, and are read twice. */
const MOST_KNOWN = 20_000

function remembering<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const value = read(text)
    if (known.size === MOST_KNOWN) known.clear()
    known.set(text, value)
    return value
  }
}

const knownAmounts = remembering((text) => readAmount(text))
const knownDays = remembering((text) => readDay(text))

interface Amount {
  /** Its digits as a number in each style, or null if they can't be read in it. */
  Point: number | null
  Comma: number | null
  unit: string
}

/** Most numbers have no more than digits. */
const digitsOnly = /^-?(?:0|[1-9]\d{0,14})$/

function amountOf(text: string): Amount | null {
  if (digitsOnly.test(text)) return { Point: Number(text), Comma: Number(text), unit: '' }
  return text.length > longestNumber ? null : knownAmounts(text)
}

function readAmount(text: string): Amount | null {
  const groups = amount.exec(written(text))?.groups
  const digits = groups?.digits?.trimEnd()
  if (!groups || digits === undefined) return null
  const { open, sign, sign2, before = '', after = '', close } = groups
  if ((open === undefined) !== (close === undefined)) return null
  const unit = before || after
  // "+49 …" is a telephone number.
  if ((sign ?? sign2) === '+' && unit === '') return null
  if (digits.replace(/\D/g, '').length > MOST_DIGITS) return null
  const factor = (open !== undefined || (sign ?? sign2 ?? '+') !== '+' ? -1 : 1) * (after === '%' ? 0.01 : 1)
  const times = (number: number) =>
    after === '%' ? Number((number * factor).toPrecision(MOST_DIGITS)) : number * factor
  const compact = spaced.test(digits) ? digits.replace(/['’\u00a0\u202f ]/g, '') : digits
  const isPoint = plainPoint.test(compact) || groupedPoint.test(compact)
  const isComma = plainComma.test(compact) || groupedComma.test(compact)
  if (!isPoint && !isComma) return null
  return {
    Point: isPoint ? times(Number(compact.replaceAll(',', ''))) : null,
    Comma: isComma ? times(Number(compact.replaceAll('.', '').replace(',', '.'))) : null,
    unit,
  }
}

const isoDate =
  /^(\d{4})[-/](\d{1,2})(?:[-/](\d{1,2}))?(?:[T ](\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?$/
const numericDate = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:,? (\d{1,2}:\d{2}(?::\d{2})?))?$/
const dayMonth = /^(\d{1,2})[ .-]+([\p{L} ]+?)\.?[ ,-]+(\d{4})$/u
const monthDay = /^([\p{L}]+)\.? (\d{1,2}),? (\d{4})$/u

interface Day {
  DayFirst: string | null
  MonthFirst: string | null
}

const bothOrders = (iso: string | null): Day | null =>
  iso === null ? null : { DayFirst: iso, MonthFirst: iso }

const dayOf = (text: string): Day | null =>
  text.length > longestDate || text.length < 6 ? null : knownDays(text)

function readDay(text: string): Day | null {
  const plain = written(text)
  const iso = isoDate.exec(plain)
  if (iso) return bothOrders(isoFrom(iso[1], iso[2], iso[3] ?? null, iso[4]))
  const numeric = numericDate.exec(plain)
  if (numeric) {
    const [, first, second, year, time] = numeric
    // Points are written between day and month, in this order.
    const isDotted = plain.includes('.')
    const both = {
      DayFirst: isoFrom(year, second, first ?? null, time),
      MonthFirst: isDotted ? null : isoFrom(year, first, second ?? null, time),
    }
    return both.DayFirst === null && both.MonthFirst === null ? null : both
  }
  const named = dayMonth.exec(plain)
  if (named) return bothOrders(isoFrom(named[3], monthOf(named[2]), named[1] ?? null))
  const american = monthDay.exec(plain)
  if (american) return bothOrders(isoFrom(american[3], monthOf(american[1]), american[2] ?? null))
  return null
}

const monthOf = (name = ''): string => String(monthNumbers.get(name.trim().toLowerCase()) ?? 0)

/** Returns a date that exists as ISO text, with its time if it has one. */
function isoFrom(year = '', month = '', day: string | null = null, time?: string): string | null {
  const [y, m, d] = [Number(year), Number(month), day === null ? 1 : Number(day)]
  const date = new Date(Date.UTC(y, m - 1, d))
  if (y < 1000 || date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d) return null
  const iso = date.toISOString().slice(0, day === null ? 7 : 10)
  const seconds =
    time === undefined ? '' : ` ${time.padStart(time.length < 6 ? 5 : 8, '0')}${time.length < 6 ? ':00' : ''}`
  return iso + (seconds === ' 00:00:00' ? '' : seconds)
}

const plainValue = /^-?\d+(?:\.\d+)?$|^\d{4}-\d\d-\d\d$/

/** Collects what the values of a column can be. Feed it all of them, because one text makes a column text. */
export class ColumnObserver {
  #texts = 0
  #numbers = { Point: true, Comma: true }
  #areIntegers = { Point: true, Comma: true }
  /** Whether a date is another one in the other order of its numbers. */
  #differs = false
  #areDates = { DayFirst: true, MonthFirst: true }
  #isBoolean = true
  #isText: boolean
  #hasAbsent = false
  /** Whether its values are displayed as they are stored. */
  isPlain = true
  #units = new Set<string>()

  constructor(name: string) {
    this.#isText = codeName.test(name)
  }

  see({ text, exact }: Cell): void {
    if (text === '' || this.#isText) return
    if (this.isPlain && !plainValue.test(text)) this.isPlain = false
    if (exact) this.#seeExact(exact, text)
    else if (absent.has(text.toLowerCase())) this.#hasAbsent = true
    else this.#seeText(text)
    this.#isText =
      !this.#numbers.Point &&
      !this.#numbers.Comma &&
      !this.#areDates.DayFirst &&
      !this.#areDates.MonthFirst &&
      !this.#isBoolean
  }

  #seeExact({ type, value }: NonNullable<Cell['exact']>, text: string): void {
    this.#texts += 1
    if (type !== 'boolean') this.#isBoolean = false
    if (type !== 'date') this.#areDates = { DayFirst: false, MonthFirst: false }
    if (type !== 'number') this.#numbers = { Point: false, Comma: false }
    else {
      if (!Number.isInteger(value)) this.#areIntegers = { Point: false, Comma: false }
      this.#seeUnit(amountOf(text)?.unit ?? '')
    }
  }

  #seeText(text: string): void {
    this.#texts += 1
    if (this.#isBoolean && !truths.has(text.toLowerCase())) this.#isBoolean = false
    if (this.#numbers.Point || this.#numbers.Comma) {
      const found = amountOf(text)
      this.#numbers.Point &&= found?.Point != null
      this.#numbers.Comma &&= found?.Comma != null
      if (found) this.#seeUnit(found.unit)
      this.#areIntegers.Point &&= Number.isInteger(found?.Point)
      this.#areIntegers.Comma &&= Number.isInteger(found?.Comma)
    }
    if (this.#areDates.DayFirst || this.#areDates.MonthFirst) {
      const day = dayOf(text)
      this.#areDates.DayFirst &&= day?.DayFirst != null
      this.#areDates.MonthFirst &&= day?.MonthFirst != null
      if (day && day.DayFirst !== day.MonthFirst) this.#differs = true
    }
  }

  #seeUnit(unit: string): void {
    if (this.#units.size < 2) this.#units.add(unit)
  }

  /** Whether its numbers can be read in one style only: null if in both or in none. */
  get style(): NumberStyle | null {
    const { Point, Comma } = this.#numbers
    if (this.#texts === 0 || this.#isText || Point === Comma) return null
    return Point ? 'Point' : 'Comma'
  }

  /** `style` is the style of the table's other columns, for numbers that fit several styles. */
  reading(style: NumberStyle): ColumnReading {
    const own = this.style ?? style
    const unit = this.#units.size === 1 ? ([...this.#units][0] ?? '') : ''
    const of = (type: ColumnType, order: DateOrder = 'DayFirst'): ColumnReading => ({
      type,
      style: own,
      order,
      unit: type === 'INTEGER' || type === 'REAL' ? unit : '',
    })
    if (this.#texts === 0 || this.#isText) return of('TEXT')
    if (this.#isBoolean && !this.#hasAbsent) return of('BOOLEAN')
    if (this.#numbers.Point || this.#numbers.Comma) {
      // Shares of a whole and other amounts can't be added up.
      const mixes = this.#units.size > 1 && this.#units.has('%')
      if (mixes) return of('TEXT')
      return of(this.#areIntegers[own] ? 'INTEGER' : 'REAL')
    }
    const { DayFirst, MonthFirst } = this.#areDates
    // 3/4/2024 alone doesn't say which month it is in, and a guess would be wrong half of the time.
    if (DayFirst && MonthFirst && this.#differs) return of('TEXT')
    if (DayFirst || MonthFirst) return of('DATE', DayFirst ? 'DayFirst' : 'MonthFirst')
    return of('TEXT')
  }
}

/** Returns the value of a cell as it is stored: null for an empty one. */
export function typedValue(
  { text, exact }: Cell,
  { type, style, order }: ColumnReading,
): string | number | null {
  if (text === '') return null
  if (type === 'TEXT') return text
  if (exact) return exact.value
  if (type === 'BOOLEAN') return truths.get(text.toLowerCase()) ?? null
  if (type === 'DATE') return dayOf(text)?.[order] ?? null
  return amountOf(text)?.[style] ?? null
}
