import { KnownWords } from './knownWords.ts'
import type { Kind } from './scan.ts'

const labels: Record<Kind, string> = {
  email: 'email',
  phone: 'phone',
  iban: 'IBAN',
  card: 'card',
  id: 'ID',
  name: 'name',
}

export const labelOf = (kind: Kind): string => labels[kind]

/** What models make of the labels, in the languages they answer in. */
const translated: ReadonlyMap<string, Kind> = new Map<string, Kind>(
  Object.entries({
    email: 'email',
    'e-mail': 'email',
    correo: 'email',
    courriel: 'email',
    البريد: 'email',
    بريد: 'email',
    phone: 'phone',
    telefon: 'phone',
    telefono: 'phone',
    teléfono: 'phone',
    telephone: 'phone',
    téléphone: 'phone',
    هاتف: 'phone',
    الهاتف: 'phone',
    iban: 'iban',
    آيبان: 'iban',
    card: 'card',
    karte: 'card',
    carte: 'card',
    tarjeta: 'card',
    بطاقة: 'card',
    البطاقة: 'card',
    id: 'id',
    name: 'name',
    nom: 'name',
    nombre: 'name',
    اسم: 'name',
    الاسم: 'name',
  } satisfies Record<string, Kind>),
)

/**
 * A placeholder as written here, or as a model returns it: other brackets, escaped ones, another case, spaces or
 * underscores, translated, with other digits. All repetitions are bounded.
 */
const placeholder =
  /\\?[[({<⟦【［（][ \u200e\u200f]?(e-mail|\p{L}{2,9})[ _:#\u00a0-]{0,2}(?:(\p{Nd}{1,6})[ _-]?([a-z]{0,3}))?[ \u200e\u200f]?\\?[\])}>⟧】］）]/giu

export interface Mention {
  from: number
  to: number
  kind: Kind
  number: number
  form: string
}

/** Finds placeholders in a text. */
export function* mentions(text: string): Generator<Mention> {
  for (const match of text.matchAll(placeholder)) {
    const kind = translated.get(match[1]!.toLowerCase())
    if (!kind) continue
    const number = match[2] ? numberOf(match[2]) : 0
    // A backslash before an unescaped placeholder belongs to the text.
    const isLoose = match[0].startsWith('\\') && match[0].at(-2) !== '\\'
    const from = match.index + (isLoose ? 1 : 0)
    yield { from, to: match.index + match[0].length, kind, number, form: (match[3] ?? '').toLowerCase() }
  }
}

/** More characters than the longest placeholder has. */
const LONGEST_PLACEHOLDER = 64
const opening = /\\?[[({<⟦【［（]|\\$/gu
const opened = /^\\?[[({<⟦【［（][ \u200e\u200f]?/u
const letters = /^[\p{L}-]*/u
const afterLabel = /^[ _:#\u00a0-]{0,2}(?:\p{Nd}{1,6}[ _-]?[a-z]{0,3})?[ \u200e\u200f]?\\?$/iu

/** Returns where the last part of a text starts that further text could make a placeholder; its length if none does. */
export function unfinishedFrom(text: string): number {
  // Half of a character, whose other half follows.
  const end = /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length
  const from = Math.max(0, end - LONGEST_PLACEHOLDER)
  const last = text.slice(from, end)
  for (const { index } of last.matchAll(opening)) {
    if (isUnfinished(last.slice(index))) return from + index
  }
  return end
}

function isUnfinished(text: string): boolean {
  const left = text.slice(opened.exec(text)?.[0].length ?? text.length)
  const word = letters.exec(left)?.[0] ?? ''
  const rest = left.slice(word.length)
  const label = word.toLowerCase()
  if (rest === '' && [...translated.keys()].some((one) => one.startsWith(label))) return true
  // A hyphen can be the first character after the label.
  const known = label.endsWith('-') ? label.replace(/-{1,2}$/, '') : label
  return translated.has(known) && afterLabel.test(label.slice(known.length) + rest)
}

/** Reads a number in the digits of any script. */
function numberOf(digits: string): number {
  let number = 0
  for (const character of digits) {
    const code = character.codePointAt(0)!
    let zero = code
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
    number = number * 10 + (code < 58 ? code - 48 : code - zero)
  }
  return number
}

/**
 * Numbers placeholders over one or several texts: the same person or value has the same number, and each way of
 * writing it a letter from the second on, as in [name 1] and [name 1b].
 */
export class Numbering {
  /** The originals by placeholder. */
  readonly originals = new Map<string, string>()
  readonly #numbers = new Map<string, { number: number; forms: Map<string, string> }>()
  readonly #used = new Map<Kind, number>()
  readonly #occupied = new Set<string>()
  readonly #known = new KnownWords()

  /** Keeps numbers free that a text uses by itself. */
  occupy(text: string): void {
    if (!/[[({<⟦【［（]/.test(text)) return
    for (const { kind, number } of mentions(text)) this.#occupied.add(`${kind} ${number}`)
  }

  /**
   * Replaces what looks like a placeholder of another text by one of its own, so that it is restored as it was. The
   * other texts were redacted before this one, so its numbers couldn’t be kept free.
   */
  protect(text: string): string {
    let result = ''
    let at = 0
    for (const { from, to, kind, number } of mentions(text)) {
      if (!this.originals.has(`[${labels[kind]} ${number}]`)) continue
      const original = text.slice(from, to)
      result += text.slice(at, from) + this.placeholderFor(kind, `own ${original}`, original)
      at = to
    }
    return at === 0 ? text : result + text.slice(at)
  }

  placeholderFor(kind: Kind, key: string, original: string): string {
    const known = this.#numbers.get(`${kind} ${key}`)
    const entry = known ?? { number: this.#next(kind), forms: new Map<string, string>() }
    if (!known) this.#numbers.set(`${kind} ${key}`, entry)
    const existing = entry.forms.get(original)
    if (existing) return existing
    const placeholder = `[${labels[kind]} ${entry.number}${formOf(entry.forms.size)}]`
    entry.forms.set(original, placeholder)
    this.originals.set(placeholder, original)
    this.#known.add(original, placeholder)
    return placeholder
  }

  /** Replaces originals that were found before, wherever a redacted text repeats them as whole words. */
  replaceKnown(text: string): string {
    if (this.originals.size === 0) return text
    let result = ''
    let at = 0
    for (const { from, to } of mentions(text)) {
      if (!this.originals.has(text.slice(from, to))) continue
      result += this.#known.replaceIn(text.slice(at, from)) + text.slice(from, to)
      at = to
    }
    return result + this.#known.replaceIn(text.slice(at))
  }

  #next(kind: Kind): number {
    let number = (this.#used.get(kind) ?? 0) + 1
    while (this.#occupied.has(`${kind} ${number}`)) number += 1
    this.#used.set(kind, number)
    return number
  }
}

/** Nothing, b, c … z, ba, bb … */
function formOf(index: number): string {
  if (index === 0) return ''
  const last = String.fromCharCode(97 + (index % 26))
  return index < 26 ? last : formOf(Math.floor(index / 26)) + last
}

/** Puts the originals back, wherever a text has their placeholders. Unknown placeholders stay. */
export function restore(text: string, originals: ReadonlyMap<string, string>): string {
  let restored = ''
  let at = 0
  for (const { from, to, kind, number, form } of mentions(text)) {
    const name = `[${labels[kind]} ${number}`
    // A model can invent the letter of a form.
    const original = originals.get(`${name}${form}]`) ?? originals.get(`${name}]`)
    if (original === undefined) continue
    restored += text.slice(at, from) + original
    at = to
  }
  return restored + text.slice(at)
}

/** Returns a text without everything that looks like a placeholder. */
export function withoutPlaceholders(text: string): string {
  let result = ''
  let at = 0
  for (const { from, to } of mentions(text)) {
    result += `${text.slice(at, from)} `
    at = to
  }
  return result + text.slice(at)
}
