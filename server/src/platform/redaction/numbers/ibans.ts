import { DIGIT, kindOf, LETTER } from '../fold.ts'
import { type Scan, type Span, take } from '../scan.ts'
import { passesMod97 } from './checksums.ts'

/** The length of an IBAN by country, from the SWIFT registry. */
const lengths: Record<string, number> = Object.fromEntries(
  `ad24 ae23 al28 at20 az28 ba20 be16 bg22 bh22 bi27 br29 by28 ch21 cr22 cy28 cz24 de22 dj27 dk18 do28 ee20 eg29 es24
  fi18 fk18 fo18 fr27 gb22 ge22 gi23 gl18 gr27 gt28 hn28 hr21 hu28 ie22 il23 iq23 is26 it27 jo30 kw30 kz20 lb28 lc32
  li21 lt20 lu20 lv21 ly25 ma28 mc27 md24 me22 mk19 mn20 mr27 mt31 mu30 ni28 nl18 no15 om23 pk24 pl28 ps29 pt25 qa29
  ro24 rs22 ru33 sa24 sc31 sd18 se24 si19 sk24 sm27 so23 st25 sv28 tl23 tn24 tr26 ua29 va22 vg24 xk20 ye30`
    .split(/\s+/)
    .map((one) => [one.slice(0, 2), Number(one.slice(2))]),
)

const isPart = (code: number): boolean => (code >= 48 && code <= 57) || (code >= 97 && code <= 122)

/** Finds IBANs with a valid checksum, with or without spaces. */
export function findIbans(scanned: Scan, found: Span[]): void {
  const { text, starts, ends, isNumber, count } = scanned
  for (let token = 0; token + 1 < count; token += 1) {
    const from = starts[token]!
    if (
      isNumber[token] ||
      !isNumber[token + 1] ||
      ends[token]! - from !== 2 ||
      kindOf(text.charCodeAt(from - 1)) === DIGIT
    )
      continue
    const length = lengths[text.slice(from, from + 2)]
    if (!length) continue
    const gap = starts[token + 1]! - ends[token]!
    if (gap > 1 || (gap === 1 && text[ends[token]!] !== ' ')) continue
    const to = readIban(text, from, length)
    if (to !== null) take(scanned, found, { kind: 'iban', from, to })
  }
}

function readIban(text: string, from: number, length: number): number | null {
  let characters = ''
  let at = from
  for (let separators = 0; characters.length < length; at += 1) {
    const code = text.charCodeAt(at)
    if (isPart(code)) {
      characters += text[at]
      separators = 0
    } else if (/[ \-.\n]/.test(text[at] ?? '') && separators < 2 && characters.length >= 2) separators += 1
    else return null
  }
  const next = kindOf(text.charCodeAt(at))
  return next !== DIGIT && next !== LETTER && passesMod97(characters) ? at : null
}
