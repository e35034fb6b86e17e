import { gapAfter, isStart, type Scan } from '../scan.ts'

/** Numbers that follow each other with only separators between them. */
export interface Groups {
  tokens: number[]
  parts: string[]
  /** What is between the parts, one fewer than these. */
  gaps: string[]
}

const MOST_GROUPS = 9
const separators = /^(?:[ .\-/]|[ ]?[(/\-–][ ]?|[)][ \-/]?|[)] ?[(]|[ ]{2})$/

/** Reads up to nine numbers from a token on. */
export function groupsAt(scanned: Scan, token: number): Groups {
  const { text, starts, ends, isNumber, count } = scanned
  const groups: Groups = { tokens: [token], parts: [text.slice(starts[token], ends[token]!)], gaps: [] }
  for (let next = token + 1; next < count && groups.parts.length < MOST_GROUPS && isNumber[next]; next += 1) {
    const gap = gapAfter(scanned, next - 1)
    if (!separators.test(gap) || ends[next]! - starts[next]! > 20) break
    groups.tokens.push(next)
    groups.parts.push(text.slice(starts[next], ends[next]))
    groups.gaps.push(gap)
  }
  return groups
}

/** Whether a number starts or ends inside a longer code, such as a version, a path, or a decimal. */
export function isInsideCode(scanned: Scan, from: number, to: number): boolean {
  const { text } = scanned
  const before = text.slice(Math.max(0, from - 2), from)
  if (!isStart(scanned, from) || /[_#$€£¥%*^~]$/.test(before)) return true
  // A comma after a letter separates cells; after a digit, it can be that of thousands.
  if (/[\p{L}\d][./\\-]$|\d:$/u.test(before)) return true
  if (/\d,$/.test(before) && /^\d{1,3}(?!\d)/.test(text.slice(from, from + 4))) return true
  const after = text.slice(to, to + 5)
  return /^(?:[\p{L}_%€$£]|[.:\-/]\d|,\d{1,3}(?!\d))/u.test(after)
}

/** Whether the first groups are a date. */
export function isDate(parts: readonly string[], gaps: readonly string[]): boolean {
  const [a, b, c] = parts
  if (a === undefined || b === undefined || c === undefined) return false
  if (!/^ ?[./-] ?$/.test(gaps[0]!) || gaps[0] !== gaps[1]) return false
  const isDay = (part: string) => part.length <= 2 && Number(part) >= 1 && Number(part) <= 31
  const isYear = (part: string) => /^(19|20)\d\d$/.test(part)
  return (
    (isYear(a) && isDay(b) && isDay(c)) ||
    (isDay(a) && isDay(b) && (isYear(c) || c.length === 2) && parts.length < 4)
  )
}

export const isIpAddress = (parts: readonly string[], gaps: readonly string[]): boolean =>
  parts.length === 4 && gaps.every((gap) => gap === '.') && parts.every((part) => Number(part) <= 255)
