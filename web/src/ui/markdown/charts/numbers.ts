/** How a number was written: the unit after or before it. */
export interface Parsed {
  value: number
  /** `%`, a currency, or another unit. Empty for a number alone. */
  unit: string
}

type Mark = '.' | ','

interface Read {
  negative: boolean
  digits: string
  unit: string
}

/** Longer texts aren’t numbers. */
const maxLength = 40
/** Marks of direction, and the sources of an answer. */
const ignored = /[\u200e\u200f\u061c\u2066-\u2069]|\[\d{1,3}(?:,\d{1,3})*\]/g
const missing = /^(?:[-–—−]+|n\/?a|غ ?\/? ?م|k\. ?A\.|\?)?$/i

/** Before a number: a currency, `~`, or `≈`. */
const before = /^(?:[~≈] ?)?(\p{Sc}|[A-Z]{3}|[A-Z]{1,2}\p{Sc})? ?/u
/** A number with digits in groups or not, and what follows it. */
const written = /^([+-]?)(\d[\d.,' \u00a0\u202f]{0,30})(.{0,16})$/u
const unitText = /^[\p{L}\p{Sc}%‰°²³µ/. ]*$/u

const easternDigits = /[\u0660-\u0669\u06f0-\u06f9]/g
const toLatin = (text: string): string =>
  text
    .replace(easternDigits, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll('٫', '.')
    .replaceAll('٬', ' ')
    .replaceAll('٪', '%')
    .replaceAll('−', '-')

/** Whether a cell has no value. */
export const isMissing = (cell: string): boolean => missing.test(cell.replace(ignored, '').trim())

/** Splits a cell into its digits and its unit. Null if it isn’t a number. */
function read(cell: string): Read | null {
  if (cell.length > maxLength) return null
  let text = toLatin(cell.replace(ignored, '').trim())
  const inParentheses = /^\((.+)\)$/.exec(text)?.[1]
  text = inParentheses ?? text
  const outer = /^[+-]/.exec(text)?.[0] ?? ''
  text = text.slice(outer.length).trimStart()
  const prefix = before.exec(text)!
  const [, sign, number, suffix] = written.exec(text.slice(prefix[0].length)) ?? []
  if (sign === undefined || number === undefined || suffix === undefined) return null
  if ((outer && sign) || !unitText.test(suffix) || (prefix[1] && /\p{Sc}/u.test(suffix))) return null
  const digits = number.replace(/[., '\u00a0\u202f]$/, '').trimEnd()
  const unit = `${prefix[1] ?? ''}${suffix.trim()}`
  return { negative: inParentheses !== undefined || outer === '-' || sign === '-', digits, unit }
}

/** Groups of three, and of two in the Indian style. */
const grouped = /^\d{1,3}(?:\d\d\d|,\d\d,\d\d\d|[.,' \u00a0\u202f]\d\d\d|,\d\d(?=(?:,\d\d)*,\d\d\d))*$/

/** Returns which mark separates the decimals, as far as the digits of one number tell; null if they don’t. */
function decimalMark({ digits }: Read): Mark | null {
  const points = digits.split('.').length - 1
  const commas = digits.split(',').length - 1
  if (points > 0 && commas > 0) return digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ','
  if (points > 1) return ','
  if (commas > 1) return '.'
  if (points + commas === 0) return null
  const mark = points ? '.' : ','
  const [whole = '', decimals = ''] = digits.split(mark)
  // 1,234 can be both. 0,123 and 1234,5 can’t.
  const isOpen = decimals.length === 3 && whole.length <= 3 && !whole.startsWith('0')
  return isOpen ? null : mark
}

function numberOf({ digits, negative }: Read, decimal: Mark): number | null {
  const at = digits.lastIndexOf(decimal)
  const whole = at < 0 ? digits : digits.slice(0, at)
  const decimals = at < 0 ? '' : digits.slice(at + 1)
  if (!/^\d*$/.test(decimals) || whole.includes(decimal)) return null
  if (!/^\d+$/.test(whole) && !grouped.test(whole)) return null
  const value = Number(`${whole.replace(/\D/g, '')}.${decimals || '0'}`)
  return Number.isFinite(value) ? (negative ? -value : value) : null
}

/** The mark for the decimals of all numbers of a table: what some of them show, or else the usual one. */
function markOf(cells: readonly Read[]): Mark {
  const found = cells.map(decimalMark).filter((mark) => mark !== null)
  if (found.length > 0) {
    const commas = found.filter((mark) => mark === ',').length
    return commas * 2 > found.length ? ',' : '.'
  }
  // “1.234 €” is how a language with decimal commas writes it.
  const isContinental = cells.some(({ digits, unit }) => digits.includes('.') && unit === '€')
  return isContinental ? ',' : '.'
}

/**
 * Reads columns of numbers in the formats of a table, whose cells share their decimal mark. A column is null if one of its
 * cells isn’t a number, or fewer than two are. A missing value is null.
 */
export function readColumns(columns: readonly (readonly string[])[]): ((Parsed | null)[] | null)[] {
  const all = columns.map((cells) => cells.map((cell) => (isMissing(cell) ? undefined : read(cell))))
  const numeric = all.map(
    (cells) => cells.every((cell) => cell !== null) && cells.filter(Boolean).length >= 2,
  )
  const mark = markOf(all.flatMap((cells, at) => (numeric[at] ? cells.filter((cell) => !!cell) : [])))
  return all.map((cells, at) => {
    if (!numeric[at]) return null
    const values = cells.map((cell) => {
      if (!cell) return null
      const value = numberOf(cell, mark)
      return value === null ? undefined : { value, unit: cell.unit }
    })
    return values.every((value) => value !== undefined) ? values : null
  })
}
