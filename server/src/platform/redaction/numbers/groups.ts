import { gapAfter, type Scan } from '../scan.ts'

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
export function isInsideCode({ text }: Scan, from: number, to: number): boolean {
  const before = text[from - 1] ?? ' '
  if (/[\p{L}\d_#$€£¥%*^~]/u.test(before)) return true
  if (/[.,:/\\-]/.test(before) && /[\p{L}\d]/u.test(text[from - 2] ?? ' '))
    return !/[:]/.test(before) || /\d/.test(text[from - 2] ?? ' ')
  const after = text[to] ?? ' '
  if (/[\p{L}\d_%€$£]/u.test(after)) return true
  return /[.,:\-/]/.test(after) && /\d/.test(text[to + 1] ?? ' ')
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
