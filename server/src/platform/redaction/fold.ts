import { normalizeArabic } from '../language/arabic.ts'

/** A text in one spelling: lower case, ASCII digits, no diacritics, no invisible characters. */
export interface Folded {
  original: string
  text: string
  /** Where each character of `text` starts in the original, and its length; null if all are at the same place. */
  at: Int32Array | null
}

export const OTHER = 0
export const LETTER = 1
export const DIGIT = 2

/** Marks a character that becomes several, such as ß. */
const SEVERAL = 0xffff
const REMOVED = 0
/** Soft hyphens, zero-width characters, direction marks, and variation selectors. */
const invisible = /\p{Default_Ignorable_Code_Point}/u
/** Letters that no decomposition leads to ASCII. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
}
const signs: Record<string, string> = { '،': ',', '؛': ';', '。': '.', '−': '-', '‐': '-', '\u2024': '.' }

const folds = new Uint16Array(65536)
const several = new Map<number, string>()
const kinds = new Uint8Array(65536)
const upper = new Uint8Array(65536)

let digit = 0
for (let code = 0; code < 65536; code += 1) {
  const character = String.fromCharCode(code)
  const isDigit = /\p{Nd}/u.test(character)
  // Decimal digits of a script follow each other from zero.
  digit = isDigit ? (digit + 1) % 10 : 9
  const folded = isDigit ? String.fromCharCode(48 + digit) : foldCharacter(character, code)
  folds[code] = folded.length > 1 ? SEVERAL : folded === '' ? REMOVED : folded.charCodeAt(0)
  if (folded.length > 1) several.set(code, folded)
  kinds[code] = isDigit ? DIGIT : /[\p{L}\p{M}]/u.test(character) ? LETTER : OTHER
  upper[code] = /\p{Lu}/u.test(character) ? 1 : 0
}
folds[0] = 32

function foldCharacter(character: string, code: number): string {
  if (code < 128) return character.toLowerCase()
  if (invisible.test(character) || /\p{Mn}/u.test(character)) return ''
  if (/\p{Zs}/u.test(character)) return ' '
  if (/\p{Pd}/u.test(character)) return '-'
  if (/[\u2018\u2019\u02bc\u2032\u00b4]/.test(character)) return "'"
  if (/[\u201c-\u201f\u00ab\u00bb]/.test(character)) return '"'
  const sign = signs[character]
  if (sign) return sign
  // Other letters, such as Chinese ones, have only one form.
  if (code > 0x24ff && code < 0xfb00) return character
  const plain = character
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
  const folded = normalizeArabic([...plain].map((letter) => letters[letter] ?? letter).join(''))
  // Ligatures of whole phrases would make a text much longer.
  return folded.length > 3 ? character : folded || ' '
}

export const kindOf = (code: number): number => kinds[code] ?? OTHER

/** Whether a character of an original text is an upper-case letter. */
export const isUpper = (code: number): boolean => upper[code] === 1

export function fold(original: string): Folded {
  if (/^[\t\n\r -~]*$/.test(original)) return { original, text: original.toLowerCase(), at: null }
  // No character becomes more than three others, and almost all become one.
  let codes = new Uint16Array(original.length + 64)
  let at = new Int32Array(codes.length + 1)
  let length = 0
  for (let from = 0; from < original.length; from += 1) {
    const code = original.charCodeAt(from)
    const folded = folds[code]!
    if (folded === REMOVED) continue
    if (length + 32 > codes.length) {
      codes = grown(codes, new Uint16Array(codes.length * 2))
      at = grown(at, new Int32Array(codes.length + 1))
    }
    if (folded !== SEVERAL) {
      codes[length] = folded
      at[length++] = from
    } else {
      for (const one of several.get(code)!) {
        codes[length] = one.charCodeAt(0)
        at[length++] = from
      }
    }
  }
  at[length] = original.length
  return { original, text: Buffer.from(codes.buffer, 0, length * 2).toString('utf16le'), at }
}

function grown<T extends Uint16Array | Int32Array>(old: T, larger: T): T {
  larger.set(old)
  return larger
}

/** Where a character of the folded text starts in the original. */
export const originalAt = ({ at }: Folded, index: number): number => (at ? at[index]! : index)

/** Where the part that ends before `index` ends in the original, with its combining marks. */
export function originalEnd(folded: Folded, index: number): number {
  const { at } = folded
  if (!at || index === 0) return index
  const last = at[index - 1]!
  // A letter that became several can’t be cut.
  let next = index
  while (next < folded.text.length && at[next] === last) next += 1
  return at[next]!
}
