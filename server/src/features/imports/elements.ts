/** Precedes each file: RFC 7464's record separator, which never occurs in JSON. */
export const FILE_MARK = 0x1e

/** A conversation as it appears in a file, or the end of a file. */
export type Piece =
  | { kind: 'element'; file: number; head: Buffer; bytes: Buffer | null }
  | { kind: 'end'; file: number; shape: Shape; whole: boolean }
/** The content of a file: a list of objects, one object, or neither. */
export type Shape = 'List' | 'Object' | 'Other'

const HEAD_BYTES = 4096
const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [...Buffer.from('"\\,{}[]')] as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
const isMarkOfOrder = (byte: number) => byte === 0xef || byte === 0xbb || byte === 0xbf

type Place = 'Before' | 'Between' | 'Inside' | 'After' | 'Lost'

/**
 * Splits JSON files into the objects of their outermost list without parsing them, with one object in memory at
 * a time. An object larger than `mostBytes` is skipped, and only its beginning is returned.
 */
export class ElementCutter {
  readonly #mostBytes: number
  #file = -1
  #place: Place = 'After'
  #shape: Shape = 'Other'
  #depth = 0
  #inText = false
  #escaped = false
  #kept: Buffer[] = []
  #size = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  *push(chunk: Buffer): Generator<Piece> {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number
      if (byte === FILE_MARK) {
        yield* this.end()
        this.#begin()
      } else if (this.#place === 'Inside') {
        if (!this.#stepInside(byte)) continue
        this.#keep(chunk.subarray(from, at + 1))
        yield this.#element()
      } else if (this.#step(byte)) from = at
    }
    if (this.#place === 'Inside') this.#keep(chunk.subarray(from))
  }

  /** Ends the current file. */
  *end(): Generator<Piece> {
    if (this.#file < 0) return
    const whole = this.#place === 'After' && this.#shape !== 'Other'
    yield { kind: 'end', file: this.#file, shape: this.#shape, whole }
  }

  #begin(): void {
    this.#file += 1
    this.#place = 'Before'
    this.#shape = 'Other'
    this.#forget()
  }

  #forget(): void {
    this.#kept = []
    this.#size = 0
    this.#depth = 0
    this.#inText = false
    this.#escaped = false
  }

  /** Handles a byte outside of objects. Returns true if an object begins. */
  #step(byte: number): boolean {
    const place = this.#place
    if (isSpace(byte) || place === 'Lost') return false
    if (place === 'Before' && isMarkOfOrder(byte)) return false
    if (place === 'Before' && byte === OPEN_LIST) {
      this.#shape = 'List'
      this.#place = 'Between'
    } else if ((place === 'Before' || place === 'Between') && byte === OPEN) {
      if (place === 'Before') this.#shape = 'Object'
      this.#forget()
      this.#depth = 1
      this.#place = 'Inside'
      return true
    } else if (place === 'Between' && byte === CLOSE_LIST) this.#place = 'After'
    else if (place !== 'Between' || byte !== COMMA) this.#place = 'Lost'
    return false
  }

  /** Returns true at an object's last byte. */
  #stepInside(byte: number): boolean {
    if (this.#inText) {
      if (this.#escaped) this.#escaped = false
      else if (byte === BACKSLASH) this.#escaped = true
      else if (byte === QUOTE) this.#inText = false
      return false
    }
    if (byte === QUOTE) this.#inText = true
    else if (byte === OPEN || byte === OPEN_LIST) this.#depth += 1
    else if (byte === CLOSE || byte === CLOSE_LIST) this.#depth -= 1
    return this.#depth === 0
  }

  /** Copies the chunk, because the source buffer can be overwritten. */
  #keep(part: Buffer): void {
    const before = this.#size
    this.#size += part.length
    if (this.#size <= this.#mostBytes) this.#kept.push(Buffer.from(part))
    // Keeps the beginning of an oversized object, which contains the title.
    else if (before <= this.#mostBytes)
      this.#kept = [Buffer.concat([...this.#kept, part]).subarray(0, HEAD_BYTES)]
  }

  #element(): Piece {
    const bytes = Buffer.concat(this.#kept)
    const head = bytes.subarray(0, HEAD_BYTES)
    const fits = this.#size <= this.#mostBytes
    this.#forget()
    this.#place = this.#shape === 'List' ? 'Between' : 'After'
    return { kind: 'element', file: this.#file, head, bytes: fits ? bytes : null }
  }
}
