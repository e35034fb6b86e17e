import { DIGIT, type Folded, fold, isUpper, kindOf, LETTER, OTHER, originalAt } from './fold.ts'

/** What the dictionary says about a word: what it announces, and which name it is. */
export interface Entry {
  /** Bits of `cues.ts`. */
  cue: number
  /** The number of this part of a name; -1 if no name has it. */
  name: number
}

/** A text split into words (letters) and numbers (digits). Positions are those of the folded text. */
export interface Scan {
  folded: Folded
  text: string
  count: number
  starts: Int32Array
  ends: Int32Array
  isNumber: Uint8Array
  entries: (Entry | undefined)[]
  /** Which characters belong to an item that was found. */
  taken: Uint8Array
  /** Which parts of names its words sound like, as far as they were asked for. */
  sounds: Map<string, readonly number[]>
}

export type Kind = 'email' | 'phone' | 'iban' | 'card' | 'id' | 'name'

/** An item in the folded text. */
export interface Span {
  kind: Kind
  from: number
  to: number
  /** Who a name belongs to; see `NameIndex`. */
  person?: string
}

/** Longer words aren’t looked up. */
const LONGEST_WORD = 40

export function scan(original: string, dictionary: ReadonlyMap<string, Entry>): Scan {
  const folded = fold(original)
  const { text } = folded
  let room = Math.max(64, text.length >> 2)
  let starts = new Int32Array(room)
  let ends = new Int32Array(room)
  let isNumber = new Uint8Array(room)
  const entries: (Entry | undefined)[] = []
  let count = 0
  for (let at = 0; at < text.length; ) {
    const kind = kindOf(text.charCodeAt(at))
    if (kind === OTHER) {
      at += 1
      continue
    }
    const start = at
    do at += 1
    while (at < text.length && kindOf(text.charCodeAt(at)) === kind)
    if (count === room) {
      room *= 2
      starts = wider(starts, new Int32Array(room))
      ends = wider(ends, new Int32Array(room))
      isNumber = wider(isNumber, new Uint8Array(room))
    }
    starts[count] = start
    ends[count] = at
    isNumber[count] = kind === DIGIT ? 1 : 0
    entries.push(
      kind === LETTER && at - start <= LONGEST_WORD ? dictionary.get(text.slice(start, at)) : undefined,
    )
    count += 1
  }
  return {
    folded,
    text,
    count,
    starts,
    ends,
    isNumber,
    entries,
    taken: new Uint8Array(text.length),
    sounds: new Map(),
  }
}

function wider<T extends Int32Array | Uint8Array>(old: T, larger: T): T {
  larger.set(old)
  return larger
}

export const wordAt = ({ text, starts, ends }: Scan, token: number): string =>
  text.slice(starts[token], ends[token])

/** What is between a token and the next one. */
export const gapAfter = ({ text, starts, ends, count }: Scan, token: number): string =>
  token + 1 < count
    ? text.slice(ends[token], Math.min(starts[token + 1]!, ends[token]! + 8))
    : text.slice(ends[token], ends[token]! + 8)

/** Whether a word starts with an upper-case letter, or has a script without case. */
export function isCapitalized({ folded, starts, text }: Scan, token: number): boolean {
  const start = starts[token]!
  return hasNoCase(text.charCodeAt(start)) || isUpper(folded.original.charCodeAt(originalAt(folded, start)))
}

/** Scripts from Hebrew on, such as Arabic, have no upper case. */
export const hasNoCase = (code: number): boolean => code >= 0x0590 && code < 0x1c80

/** Whether an item can start at a position. Arabic writes “and” without a space before a number. */
export function isStart({ text }: Scan, from: number): boolean {
  const code = text.charCodeAt(from - 1)
  return from === 0 || kindOf(code) === OTHER || (kindOf(code) === LETTER && hasNoCase(code))
}

export const isTaken = ({ taken }: Scan, from: number, to: number): boolean => {
  for (let at = from; at < to; at += 1) if (taken[at]) return true
  return false
}

/** Adds an item unless it overlaps one that was found before. */
export function take(scanned: Scan, found: Span[], span: Span): boolean {
  if (span.to <= span.from || isTaken(scanned, span.from, span.to)) return false
  scanned.taken.fill(1, span.from, span.to)
  found.push(span)
  return true
}

/** Whether one of the words just before a token announces something, and the nearest one doesn’t deny it. */
export function announced(scanned: Scan, token: number, cue: number, denial = 0, reach = 5): boolean {
  const { isNumber, entries } = scanned
  for (let before = token - 1; before >= Math.max(0, token - reach); before -= 1) {
    if (isNumber[before]) continue
    const has = entries[before]?.cue ?? 0
    if (has & denial) return false
    if (has & cue) return true
  }
  return false
}
