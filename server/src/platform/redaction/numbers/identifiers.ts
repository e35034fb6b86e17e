import { cues } from '../cues.ts'
import { DIGIT, kindOf, OTHER } from '../fold.ts'
import { announced, isStart, type Scan, type Span, take } from '../scan.ts'
import {
  isDutchBsn,
  isFrenchNir,
  isGermanTaxId,
  isItalianCode,
  isSpanishId,
  passesLuhn,
} from './checksums.ts'

/** A form whose characters are read without the separators in it, and then checked. */
interface Form {
  pattern: RegExp
  isValid(characters: string): boolean
  /** The bit of a word that must come before. */
  cue?: number
}

/** Forms that start with a digit. Each has a fixed length, so patterns take constant time. */
const numeric: readonly Form[] = [
  // German tax ID
  { pattern: /\d{2} ?\d{3} ?\d{3} ?\d{3}/y, isValid: isGermanTaxId },
  // French NIR
  {
    pattern: /[12][ .]?\d{2}[ .]?\d{2}[ .]?(?:\d{2}|2[ab])[ .]?\d{3}[ .]?\d{3}[ .-]{0,3}\d{2}/y,
    isValid: isFrenchNir,
  },
  // Spanish DNI
  {
    pattern: /\d{2}[. ]?\d{3}[. ]?\d{3}[ -]?[a-z]/y,
    isValid: (characters) => isSpanishId(characters.slice(0, 8), characters[8]!),
  },
  // US SSN, which has no checksum but numbers that are never issued
  { pattern: /\d{3}-\d{2}-\d{4}/y, isValid: (digits) => !/^(?:000|666|9)|^\d{3}00|0000$/.test(digits) },
  // Emirates ID
  { pattern: /784[ -]?(?:19|20)\d{2}[ -]?\d{7}[ -]?\d/y, isValid: passesLuhn },
  // Dutch BSN, whose checksum every eleventh number passes
  { pattern: /\d{4}[. ]?\d{2}[. ]?\d{3}|\d{3}[. ]?\d{3}[. ]?\d{3}/y, isValid: isDutchBsn, cue: cues.bsn },
]

/** Forms that start with a letter. */
const lettered: readonly Form[] = [
  // Spanish NIE
  {
    pattern: /[xyz][ -]?\d[. ]?\d{3}[. ]?\d{3}[ -]?[a-z]/y,
    isValid: (characters) =>
      isSpanishId('xyz'.indexOf(characters[0]!) + characters.slice(1, 8), characters[8]!),
  },
  // Italian codice fiscale
  { pattern: /[a-z]{3} ?[a-z]{3} ?[\dl-v]{2}[a-z][\dl-v]{2} ?[a-z][\dl-v]{3}[a-z]/y, isValid: isItalianCode },
  // British national insurance number
  {
    pattern: /[a-z]{2}[ -]?\d{2}[ -]?\d{2}[ -]?\d{2}[ -]?[a-d]/y,
    isValid: (characters) => !/^(?:[dfiquv]|.[dfiquvo]|bg|gb|nk|kn|tn|nt|zz)/.test(characters),
  },
]

/** Whether a number is as long as a form, or as its first part. */
function canStartNumber({ text, starts, ends }: Scan, token: number): boolean {
  const length = ends[token]! - starts[token]!
  if (length > 4) return [5, 8, 9, 11, 13, 15].includes(length)
  return /[ .-]/.test(text[ends[token]!] ?? '') && kindOf(text.charCodeAt(ends[token]! + 1)) === DIGIT
}

/** Whether a word is as long as the start of a form, and what follows it can belong to one. */
function canStartForm({ text, starts, ends }: Scan, token: number): boolean {
  const to = ends[token]!
  const length = to - starts[token]!
  if (length === 3) return text[to] === ' '
  if (length !== 1 && length !== 2 && length !== 6) return false
  const next = /[ -]/.test(text[to] ?? '') ? to + 1 : to
  return kindOf(text.charCodeAt(next)) === DIGIT
}

/** Finds national identifiers that have a checksum or a fixed form. */
export function findIdentifiers(scanned: Scan, found: Span[]): void {
  const { text, starts, isNumber, count } = scanned
  for (let token = 0; token < count; token += 1) {
    if (isNumber[token] ? !canStartNumber(scanned, token) : !canStartForm(scanned, token)) continue
    const from = starts[token]!
    if (!isStart(scanned, from) || /[_$€£]/.test(text[from - 1] ?? '')) continue
    if (/[.\-/]/.test(text[from - 1] ?? '') && kindOf(text.charCodeAt(from - 2)) !== OTHER) continue
    for (const { pattern, isValid, cue } of isNumber[token] ? numeric : lettered) {
      pattern.lastIndex = from
      const match = pattern.exec(text)?.[0]
      if (!match) continue
      const to = from + match.length
      if (kindOf(text.charCodeAt(to)) !== OTHER || /^[-_./]\d/.test(text.slice(to, to + 2))) continue
      if (cue && !announced(scanned, token, cue)) continue
      if (isValid(match.replace(/[^\da-z]/g, '')) && take(scanned, found, { kind: 'id', from, to })) break
    }
  }
}
