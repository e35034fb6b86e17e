import { kindOf, OTHER } from '../fold.ts'
import { gapAfter, isStart, type Scan, type Span, take } from '../scan.ts'
import { passesLuhn } from './checksums.ts'

/** Card numbers by their first digits: Visa, Mastercard, American Express, Diners, Discover, JCB, UnionPay, Maestro. */
const issuers: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:30[0-5]|309|36|3[89])/, [14, 16, 19]],
  [/^(?:6011|64[4-9]|65)/, [16, 19]],
  [/^(?:352[89]|35[3-8])/, [16, 19]],
  [/^62/, [16, 17, 18, 19]],
  [/^(?:50|5[6-8]|63|67)/, [16, 18, 19]],
]
const LONGEST = 19

/** Finds payment card numbers with an issuer and a valid checksum, in one piece or in groups of one separator. */
export function findCards(scanned: Scan, found: Span[]): void {
  const { text, starts, ends, isNumber, count } = scanned
  for (let token = 0; token < count; token += 1) {
    if (!isNumber[token] || ends[token]! - starts[token]! > LONGEST) continue
    const from = starts[token]!
    // The first digits of an issuer are 2 to 6.
    if (text.charCodeAt(from) < 50 || text.charCodeAt(from) > 54) continue
    if (!isStart(scanned, from) || /[._]/.test(text[from - 1] ?? '')) continue
    let digits = text.slice(from, ends[token])
    if (digits.length > 6 && digits.length < 13) continue
    let separator: string | null = null
    for (let last = token; ; last += 1) {
      const to = ends[last]!
      const isEnd = kindOf(text.charCodeAt(to)) === OTHER && !/^[._-]\d/.test(text.slice(to, to + 2))
      if (digits.length >= 13 && isEnd && isCard(digits)) {
        take(scanned, found, { kind: 'card', from, to })
        break
      }
      if (last + 1 >= count || !isNumber[last + 1]) break
      const gap = gapAfter(scanned, last)
      if (!/^(?: |-| - |\.|\u00a0| {2})$/.test(gap) || (separator !== null && gap !== separator)) break
      separator = gap
      const part = text.slice(starts[last + 1], ends[last + 1]!)
      digits += part
      if (part.length > 7 || digits.length > LONGEST) break
    }
  }
}

const isCard = (digits: string): boolean =>
  issuers.some(([start, lengths]) => lengths.includes(digits.length) && start.test(digits)) &&
  passesLuhn(digits)
