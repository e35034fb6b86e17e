/**
 * Redacts personal data: email addresses, phone numbers, IBANs, payment cards, national identifiers, and the names of
 * a directory. Pure functions without network or database, in time linear in the text.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { findEmails } from './emails.ts'
import { originalAt, originalEnd } from './fold.ts'
import { findNames } from './names/findNames.ts'
import { NameIndex, type PersonName } from './names/nameIndex.ts'
import { type Mentions, noMentions } from './names/related.ts'
import { findCards } from './numbers/cards.ts'
import { findIbans } from './numbers/ibans.ts'
import { findIdentifiers } from './numbers/identifiers.ts'
import { findPhones } from './numbers/phones.ts'
import { labelOf, mentions, type Numbering } from './placeholders.ts'
import { type Kind, type Span, scan } from './scan.ts'

export type { PersonName } from './names/nameIndex.ts'
export { Numbering, restore, unfinishedFrom, withoutPlaceholders } from './placeholders.ts'

/** An item in the original text. */
interface Found {
  kind: Kind
  from: number
  to: number
}

interface Redacted {
  text: string
  found: Found[]
}

export interface Redactor {
  /**
   * Replaces each item by a placeholder of its kind, such as [name]. With a numbering, placeholders are numbered, and
   * `restore` can put the originals back.
   */
  redact(text: string, numbering?: Numbering): Redacted
}

export function createRedactor(names: readonly PersonName[]): Redactor {
  const index = new NameIndex(names.length)
  for (const [owner, name] of names.entries()) index.add(name, owner)
  return redactorOf(index)
}

/** So many names are added before others get their turn, which takes some milliseconds. */
const NAMES_AT_ONCE = 500

/** The same for many names, with pauses: everything else in this process waits while names are added. */
export async function createRedactorInSlices(names: readonly PersonName[]): Promise<Redactor> {
  const index = new NameIndex(names.length)
  for (const [owner, name] of names.entries()) {
    index.add(name, owner)
    if (owner % NAMES_AT_ONCE === NAMES_AT_ONCE - 1) await nextTurn()
  }
  return redactorOf(index)
}

const redactorOf = (index: NameIndex): Redactor => ({
  redact: (text, numbering) => replaced(text, itemsOf(text, index), numbering),
})

interface Item extends Found {
  /** The same for each way of writing the same value. */
  key: string
}

/** What is found near an item can depend on it, so that another round can find more. */
const MOST_ROUNDS = 4

/** Stands for a character of an item that was found before. No item contains it. */
const HIDDEN = '^'

function itemsOf(text: string, index: NameIndex): Item[] {
  let items: Item[] = []
  let masked = hidden(text, [...mentions(text)])
  const known = noMentions()
  let found = findItems(masked, index, known)
  for (let round = 1; found.length > 0; round += 1) {
    items = items.concat(found)
    masked = hidden(masked, found)
    if (round === MOST_ROUNDS) break
    const pieces = linesAround(masked, found)
    found = pieces.flatMap(({ from, to }) =>
      findItems(masked.slice(from, to), index, known).map((item) => ({
        ...item,
        from: item.from + from,
        to: item.to + from,
      })),
    )
  }
  return items.sort((a, b) => a.from - b.from)
}

/** An item can depend on so many characters around it. */
const CONTEXT = 300

/** Returns the lines that contain items, with those around them. */
function linesAround(
  text: string,
  items: readonly { from: number; to: number }[],
): { from: number; to: number }[] {
  const pieces: { from: number; to: number }[] = []
  for (const item of items) {
    const last = pieces.at(-1)
    if (last && item.to + CONTEXT < last.to) continue
    const from = text.lastIndexOf('\n', Math.max(0, item.from - CONTEXT)) + 1
    const end = text.indexOf('\n', item.to + CONTEXT)
    const to = end < 0 ? text.length : end + 1
    if (last && from <= last.to) last.to = to
    else pieces.push({ from, to })
  }
  return pieces
}

/** Returns a text of the same length, in which items and earlier placeholders are brackets without words. */
function hidden(text: string, items: readonly { from: number; to: number }[]): string {
  let result = ''
  let at = 0
  for (const { from, to } of items) {
    result += text.slice(at, from) + (to - from === 1 ? '[' : `[${HIDDEN.repeat(to - from - 2)}]`)
    at = to
  }
  return at === 0 ? text : result + text.slice(at)
}

/** Finds the items of a text in order. */
function findItems(text: string, index: NameIndex, known: Mentions): Item[] {
  const scanned = scan(text, index.dictionary)
  const found: Span[] = []
  for (let at = scanned.text.indexOf(HIDDEN); at >= 0; at = scanned.text.indexOf(HIDDEN, at + 1)) {
    scanned.taken[at] = 1
  }
  // What overlaps an earlier kind isn’t found again.
  findEmails(scanned, found)
  findIbans(scanned, found)
  findCards(scanned, found)
  findIdentifiers(scanned, found)
  findPhones(scanned, found)
  findNames(scanned, index, found, known)
  return found
    .map(({ kind, from, to, person }) => ({
      kind,
      from: originalAt(scanned.folded, from),
      to: originalEnd(scanned.folded, to),
      key: person ?? keyOf(kind, scanned.text.slice(from, to)),
    }))
    .sort((a, b) => a.from - b.from)
}

const keyOf = (kind: Kind, text: string): string =>
  kind === 'email' ? text : text.replace(/[^\p{L}\d]/gu, '')

function replaced(text: string, items: readonly Item[], numbering?: Numbering): Redacted {
  numbering?.occupy(text)
  let result = ''
  let at = 0
  for (const { kind, from, to, key } of items) {
    const placeholder = numbering
      ? numbering.placeholderFor(kind, key, text.slice(from, to))
      : `[${labelOf(kind)}]`
    result += text.slice(at, from) + placeholder
    at = to
  }
  return { text: result + text.slice(at), found: items.map(({ kind, from, to }) => ({ kind, from, to })) }
}
