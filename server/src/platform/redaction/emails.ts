import { cues } from './cues.ts'
import { DIGIT, kindOf, LETTER } from './fold.ts'
import { gapAfter, hasNoCase, type Scan, type Span, take, wordAt } from './scan.ts'

const LONGEST_LOCAL = 64
const LONGEST_DOMAIN = 253
/** Endings of file names, which follow @ in names such as icon@2x.png. */
const fileEndings = new Set(
  'png jpg jpeg gif webp svg js mjs ts tsx jsx css json html md py sh yml yaml'.split(' '),
)

const isWordCode = (code: number): boolean => kindOf(code) === LETTER || kindOf(code) === DIGIT
const isLocal = (text: string, at: number): boolean =>
  isWordCode(text.charCodeAt(at)) || ".-_+%'&".includes(text[at] ?? ' ')

/** Finds email addresses, with @ or written out. */
export function findEmails(scanned: Scan, found: Span[]): void {
  const { text } = scanned
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) findAt(scanned, at, at + 1, found)
  for (let at = text.indexOf('%40'); at >= 0; at = text.indexOf('%40', at + 3))
    findAt(scanned, at, at + 3, found)
  for (let token = 1; token + 1 < scanned.count; token += 1) {
    if ((scanned.entries[token]?.cue ?? 0) & cues.at) findWritten(scanned, token, found)
  }
}

function findAt(scanned: Scan, at: number, after: number, found: Span[]): void {
  const { text } = scanned
  // As in anna[@]example.com
  if ('[({'.includes(text[at - 1] ?? ' ') && '])}'.includes(text[after] ?? ' ')) {
    findBetween(scanned, at - 1, after + 1, found)
    return
  }
  findBetween(scanned, at, after, found)
}

/** Finds an address whose local part ends at `at`, and whose domain starts at `after`. */
function findBetween(scanned: Scan, at: number, after: number, found: Span[]): void {
  const { text } = scanned
  const isSpaced = text[at - 1] === ' ' && text[after] === ' '
  const from = localStart(text, isSpaced ? at - 1 : at)
  const to = domainEnd(text, isSpaced ? after + 1 : after)
  if (from === null || to === null) return
  // A spaced @ often means “at”, so the local part must look like one.
  if (isSpaced && !/[.\d_]/.test(text.slice(from, at - 1)) && text.slice(from - 1, from) === ' ') {
    if (!/^[a-z-]+\.[a-z]{2,4}$/.test(text.slice(after + 1, to))) return
  }
  if (isCredential(text, from) || (text.slice(from, at) === 'git' && text[to] === ':')) return
  take(scanned, found, { kind: 'email', from, to })
}

/** Whether what is before @ is the user of a URL, as in postgres://user:password@host. */
function isCredential(text: string, from: number): boolean {
  let at = from
  if (text[at - 1] === ':') {
    at -= 1
    for (let count = 0; count < LONGEST_LOCAL && at > 0 && isLocal(text, at - 1); count += 1) at -= 1
  }
  return text.slice(Math.max(0, at - 3), at) === '://'
}

function localStart(text: string, end: number): number | null {
  if (text[end - 1] === '"') {
    const quote = text.lastIndexOf('"', end - 2)
    const isNear = quote >= 0 && end - quote <= LONGEST_LOCAL && !text.slice(quote, end).includes('\n')
    return isNear && end - quote > 2 ? quote : null
  }
  let from = end
  while (from > 0 && end - from < LONGEST_LOCAL && isLocal(text, from - 1)) from -= 1
  while (from < end && !isWordCode(text.charCodeAt(from)) && text[from] !== '_') from += 1
  // Arabic writes “and” without a space before an address.
  if (hasNoCase(text.charCodeAt(from)) && !hasNoCase(text.charCodeAt(end - 1))) {
    while (from < end && hasNoCase(text.charCodeAt(from))) from += 1
  }
  return from < end ? from : null
}

/** Returns the end of a domain with a top-level domain, or null. */
function domainEnd(text: string, start: number): number | null {
  if (text[start] === '[') {
    const close = text.indexOf(']', start)
    const isAddress = close > 0 && close - start < 48 && /^\[[\da-f.:]+$/.test(text.slice(start, close))
    return isAddress ? close + 1 : null
  }
  let end: number | null = null
  let label = start
  for (let at = start; at <= text.length && at - start <= LONGEST_DOMAIN; at += 1) {
    const isLabel = at < text.length && (isWordCode(text.charCodeAt(at)) || (text[at] === '-' && at > label))
    if (isLabel) continue
    if (at === label) break
    if (label > start && isTopLevel(text.slice(label, at))) end = at
    if (text[at] !== '.') break
    label = at + 1
  }
  return end
}

function isTopLevel(label: string): boolean {
  if (label.startsWith('xn--')) return true
  if (label.length < 2 || label.length > 24 || fileEndings.has(label)) return false
  for (let at = 0; at < label.length; at += 1) if (kindOf(label.charCodeAt(at)) !== LETTER) return false
  return true
}

const englishDots = /^(?:dot|دوت)$/
const allDots = /./
const open = /^ ?[([{<] ?$/
const close = /^ ?[)\]}>] ?$/

/** Finds `name [at] domain [dot] tld` around the word for @. */
function findWritten(scanned: Scan, token: number, found: Span[]): void {
  const { text, starts, ends } = scanned
  const before = gapAfter(scanned, token - 1)
  const after = gapAfter(scanned, token)
  const isBracketed = open.test(before) && close.test(after)
  // “at one point in” is no address.
  const words = text.slice(starts[token], ends[token]) === 'at' ? englishDots : allDots
  if (!isBracketed && !(before === ' ' && after === ' ')) return
  let from = localStart(text, ends[token - 1]!)
  if (from === null) return
  // The local part can have written dots, too.
  let first = token - 1
  while (first >= 2 && starts[first]! > from) first -= 1
  while (first >= 2 && isDot(scanned, first - 1, words) && starts[token]! - starts[first]! < LONGEST_LOCAL) {
    const start = localStart(text, ends[first - 2]!)
    if (start === null) break
    from = start
    first -= 2
  }
  const domain = writtenDomain(scanned, token + 1, words)
  if (!domain) return
  const isPlain = !isBracketed && domain.dots === 0
  if (isPlain && !/[._\d]/.test(text.slice(from, ends[token - 1]))) return
  take(scanned, found, { kind: 'email', from, to: domain.end })
}

/** Whether a word is a dot between two labels. */
function isDot(scanned: Scan, token: number, words: RegExp): boolean {
  if (!((scanned.entries[token]?.cue ?? 0) & cues.dot) || token === 0) return false
  const before = gapAfter(scanned, token - 1)
  const after = gapAfter(scanned, token)
  return (
    (open.test(before) && close.test(after)) ||
    (before === ' ' && after === ' ' && words.test(wordAt(scanned, token)))
  )
}

function writtenDomain(scanned: Scan, token: number, words: RegExp): { end: number; dots: number } | null {
  const { text, starts, ends, count } = scanned
  let last = token
  let dots = 0
  let isDotted = false
  while (last + 1 < count && ends[last]! - starts[token]! < LONGEST_DOMAIN) {
    const gap = gapAfter(scanned, last)
    if (gap === '' || gap === '-') last += 1
    else if (gap === '.') {
      isDotted = true
      last += 1
    } else if (last + 2 < count && isDot(scanned, last + 1, words)) {
      dots += 1
      last += 2
    } else break
  }
  const end = ends[last]!
  return (dots > 0 || isDotted) && isTopLevel(text.slice(starts[last], end)) ? { end, dots } : null
}
