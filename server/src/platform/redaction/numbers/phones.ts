import { cues } from '../cues.ts'
import { announced, gapAfter, isStart, isTaken, type Scan, type Span, take } from '../scan.ts'
import { type Groups, groupsAt, isDate, isInsideCode, isIpAddress } from './groups.ts'

/** The most digits after the country code, where it is fixed. */
const longest: Record<string, number> = Object.fromEntries(
  `1:10 7:10 20:10 27:9 30:10 31:9 32:9 33:9 34:9 351:9 352:9 353:9 36:9 385:9 39:11 40:9 41:9 420:9 43:13 44:10 45:8
  46:9 47:8 48:9 49:13 52:10 54:11 55:11 57:10 61:9 81:10 82:10 86:11 90:10 91:10 92:10 212:9 213:9 216:8 218:9 961:8
  962:9 963:9 964:10 965:8 966:9 967:9 968:8 970:9 971:9 972:9 973:8 974:8`
    .split(/\s+/)
    .map((one) => one.split(':'))
    .map(([code, most]) => [code, Number(most)]),
)
/** The longest number that E.164 allows, with the country code. */
const LONGEST = 15
const LONGEST_NATIONAL = 13

/** Finds phone numbers: international ones, and national ones by their form or by a word before them. */
export function findPhones(scanned: Scan, found: Span[]): void {
  const hasPlus = scanned.text.includes('+')
  for (let token = 0; token < scanned.count; token += 1) {
    if (!scanned.isNumber[token] || scanned.taken[scanned.starts[token]!]) continue
    if (!hasPlus && !canStart(scanned, token)) continue
    const last = findPhone(scanned, token, found)
    if (last !== null) token = last
  }
}

/** Whether a number without a plus sign can start a phone number, by its own length and that of the next one. */
function canStart(scanned: Scan, token: number): boolean {
  const { text, starts, ends, isNumber, count } = scanned
  const length = ends[token]! - starts[token]!
  if (text[starts[token]!] === '0' && length > 1) return true
  const next = token + 1 < count && isNumber[token + 1] ? ends[token + 1]! - starts[token + 1]! : 0
  const isGrouped = starts[token + 1]! - ends[token]! <= 2
  if (isGrouped && next >= 2 && next <= 3 && length <= 3) return true
  return length + next >= 5 && announced(scanned, token, cues.phone, cues.number)
}

/** Returns the last token of the phone number that starts at a token. */
function findPhone(scanned: Scan, token: number, found: Span[]): number | null {
  const { text, starts, ends } = scanned
  const groups = groupsAt(scanned, token)
  const digits = text.slice(starts[token], Math.min(ends[token]!, starts[token]! + 3))
  const start = starts[token]!
  const plus = /\+ ?\(?$/.exec(text.slice(Math.max(0, start - 3), start))
  const before = plus ? start - plus[0].length : start
  const isInternational =
    isReversed(scanned, groups) || plus
      ? isStart(scanned, before)
      : digits.startsWith('00') && /[1-9]/.test(groups.parts.join('')[2] ?? '')
  const count =
    isInternational && (plus || !continuesNumber(scanned, token))
      ? international(scanned, token, groups, !groups.parts[0]!.startsWith('00'))
      : national(scanned, token, groups)
  if (count === 0) return null
  const last = groups.tokens[count - 1]!
  const isEnclosed = plus !== null && text[before - 1] === '(' && isClosed(groups, count)
  const from = plus
    ? before - (isEnclosed ? 1 : 0)
    : text[start - 1] === '(' && isClosed(groups, count)
      ? start - 1
      : start
  const extended = extension(scanned, last)
  const span = { kind: 'phone', from, to: ends[extended]! } as const
  if (!isTaken(scanned, span.from, span.to)) return take(scanned, found, span) ? extended : null
  return take(scanned, found, { ...span, to: ends[last]! }) ? last : null
}

/** Whether a plus sign follows instead, as it is typed from right to left. */
function isReversed({ text, ends, starts }: Scan, { tokens }: Groups): boolean {
  const last = tokens.at(-1)!
  const length = ends[last]! - starts[tokens[0]!]!
  return text[ends[last]!] === '+' && length >= 10 && !/[\p{L}\d]/u.test(text[ends[last]! + 1] ?? ' ')
}

/** Whether a parenthesis before a number ends inside it, as in (030) 1234567. */
const isClosed = ({ gaps }: Groups, count: number): boolean =>
  gaps.slice(0, count - 1).some((gap) => gap.includes(')'))

/** Returns how many groups an international number has; 0 if there is none. */
function international(scanned: Scan, token: number, groups: Groups, hasPlus: boolean): number {
  const { text, starts, ends } = scanned
  if (!hasPlus && (!isStart(scanned, starts[token]!) || /[_#.-]/.test(text[starts[token]! - 1] ?? ' ')))
    return 0
  const whole = groups.parts.join('').slice(hasPlus ? 0 : 2)
  if (!/^[1-9]/.test(whole)) return 0
  const country = [1, 2, 3].map((length) => whole.slice(0, length)).find((code) => longest[code])
  const most = country ? country.length + longest[country]! : LONGEST
  let length = hasPlus ? 0 : -2
  let count = 0
  let trunk = 0
  for (const [at, part] of groups.parts.entries()) {
    // The 0 in +44 (0)20 is only dialed inside the country.
    if (at > 0 && part === '0' && groups.gaps[at - 1]!.includes('(')) trunk += 1
    else length += part.length
    if (at > 1 && isDate(groups.parts.slice(at), groups.gaps.slice(at)) && length - part.length >= 9) break
    if (length > Math.min(most + (trunk || country === '49' || country === '43' ? 1 : 0), LONGEST)) break
    count = at + 1
  }
  const used = groups.parts.slice(0, count).join('').length - trunk - (hasPlus ? 0 : 2)
  const least =
    country === '1'
      ? 11
      : country && longest[country]! <= 10
        ? country.length + Math.max(7, longest[country]! - 2)
        : 8
  if (used < least) return 0
  const isSingle = count === 1 && !hasPlus
  if (isSingle && (used < 10 || announced(scanned, token, cues.number, cues.phone))) return 0
  const to = ends[groups.tokens[count - 1]!]!
  return /[\p{L}_%€$£]/u.test(text[to] ?? ' ') && text[to] !== 'x' ? 0 : count
}

/** Returns how many groups a national number has, the longest that fits; 0 if there is none. */
function national(scanned: Scan, token: number, groups: Groups): number {
  const { starts, ends, text } = scanned
  if (isDate(groups.parts, groups.gaps) || isIpAddress(groups.parts, groups.gaps)) return 0
  const isAnnounced = announced(scanned, token, cues.phone, cues.number)
  const isDenied = !isAnnounced && announced(scanned, token, cues.number, cues.phone, 3)
  if (!isAnnounced && continuesNumber(scanned, token)) return 0
  for (let count = groups.parts.length; count > 0; count -= 1) {
    const parts = groups.parts.slice(0, count)
    const length = parts.reduce((sum, part) => sum + part.length, 0)
    if (length > LONGEST_NATIONAL) continue
    if (length < 6) return 0
    const to = ends[groups.tokens[count - 1]!]!
    const gaps = groups.gaps.slice(0, count - 1)
    if (isInsideCode(scanned, starts[token]!, to) || isAmount(text.slice(to, to + 5))) continue
    if (endsWithDate(groups, count)) continue
    if (isNational(parts, gaps, isAnnounced, isDenied)) return count
  }
  return 0
}

/** Whether a longer number that isn’t a phone number has started before, such as that of an order. */
function continuesNumber(scanned: Scan, token: number): boolean {
  const { text, starts, ends, isNumber, taken } = scanned
  const before = token - 1
  if (before < 0 || !isNumber[before] || taken[starts[before]!]) return false
  const isPart = /^[ -]$/.test(gapAfter(scanned, before)) && ends[before]! - starts[before]! >= 3
  return isPart && !/[.:/-]/.test(text[starts[before]! - 1] ?? ' ')
}

/** Whether a date starts inside the groups, after the number. */
function endsWithDate({ parts, gaps }: Groups, count: number): boolean {
  for (let at = 1; at < count; at += 1) {
    if (gaps[at - 1] !== ' ') continue
    if (
      isDate(parts.slice(at, at + 3), gaps.slice(at, at + 2)) &&
      !parts.slice(at, at + 3).every(({ length }) => length === 2)
    )
      return true
  }
  return false
}

const isAmount = (after: string): boolean =>
  /^ ?(?:[€$£¥%]|eur|usd|gbp|chf|sar|aed|kg|km|mb|gb|ms|bytes)/.test(after)

function isNational(parts: string[], gaps: string[], isAnnounced: boolean, isDenied: boolean): boolean {
  const shape = parts.map(({ length }) => length).join('-')
  const digits = parts.join('')
  const isPlainGap = gaps.every((gap) => /^(?:[ .-]|\) ?)$/.test(gap))
  if (isDenied) return false
  if (/^0[1-9]/.test(digits)) return isWithTrunk(parts, gaps, isAnnounced)
  // North America: 212-555-0134, (212) 555-0134, 1-800-555-0134
  if (
    /^(?:1-)?3-3-4$/.test(shape) &&
    /^1?[2-9]\d\d[2-9]/.test(digits) &&
    (parts[0]!.length === 3 || parts[0] === '1')
  )
    return true
  // Spain: 612 345 678, 91 234 56 78, 612 34 56 78
  if (/^[6-9]/.test(digits) && /^(?:3-2-2-2|2-3-2-2|3-3-3)$/.test(shape) && isPlainGap) {
    return isAnnounced || shape !== '3-3-3' || (/^[679]/.test(digits) && !gaps.includes('.'))
  }
  if (!isAnnounced || digits.length < 6) return false
  return parts.length === 1
    ? digits.length >= 7 && digits.length <= 13
    : !gaps.every((gap) => gap === '.') || parts.length !== 2
}

/** Numbers with a leading 0, as in Germany, France, the United Kingdom, and Arab countries. */
function isWithTrunk(parts: string[], gaps: string[], isAnnounced: boolean): boolean {
  const length = parts.join('').length
  if (parts.length === 1) return isAnnounced ? length >= 7 : length >= 10 && length <= 12
  if (length < (isAnnounced ? 6 : 8)) return false
  if (parts.every((part) => part.length === 2))
    return parts.length === 5 || (isAnnounced && parts.length >= 3)
  // 01.02.2026 and times are no numbers.
  const isArea =
    parts[0]!.length >= 3 ||
    /[)/]/.test(gaps[0]!) ||
    isAnnounced ||
    (parts[0]!.length === 2 && length >= 9 && gaps[0] !== '.')
  return (
    isArea && parts.slice(1).every((part, at) => part.length >= 2 || at === parts.length - 2 || part === '0')
  )
}

/** Returns the last token with the extension that follows a number, such as “ext. 12”. */
function extension(scanned: Scan, last: number): number {
  const { starts, ends, isNumber, entries, count } = scanned
  const [word, number] = [last + 1, last + 2]
  if (number >= count || isNumber[word] || !isNumber[number]) return last
  if (!((entries[word]?.cue ?? 0) & cues.extension)) return last
  const isNear = /^[ ,(-]{0,3}$/.test(gapAfter(scanned, last)) && /^[ .:]{0,2}$/.test(gapAfter(scanned, word))
  return isNear && ends[number]! - starts[number]! <= 6 ? number : last
}
