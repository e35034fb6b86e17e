/** The parts of PostgreSQL's wire protocol that a relay needs: where a message ends, and what forms a unit. */

const SSL_REQUEST = 80877103
const GSS_REQUEST = 80877104
const CANCEL_REQUEST = 80877102
const HEADER_BYTES = 5

/** A message that a client sends before its session starts. */
type Opening = 'encryption' | 'cancel' | 'startup'

/**
 * Messages that belong together: from a client's first message to one that the server answers immediately.
 * Messages that only prepare the answer (Parse, Bind, Describe, Execute, Close) never form a unit alone.
 */
export interface Unit {
  kind: Opening | 'statements' | 'end'
  bytes: Buffer
}

const preparing = new Set([...'PBDEC'].map((letter) => letter.charCodeAt(0)))
const TERMINATE = 'X'.charCodeAt(0)

/** Splits a client's bytes into units, however the system chunked them. Throws on invalid messages. */
export class UnitReader {
  #held: Buffer = Buffer.alloc(0)
  /** The number of bytes in `#held` that form complete messages of an incomplete unit. */
  #read = 0
  #hasBegun = false

  push(chunk: Buffer): Unit[] {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    const units: Unit[] = []
    for (let unit = this.#next(); unit; unit = this.#next()) units.push(unit)
    return units
  }

  #next(): Unit | null {
    if (!this.#hasBegun) return this.#opening()
    while (this.#held.length >= this.#read + HEADER_BYTES) {
      const type = this.#held[this.#read] as number
      const end = this.#read + 1 + lengthAt(this.#held, this.#read + 1)
      if (this.#held.length < end) return null
      this.#read = end
      if (!preparing.has(type))
        return { kind: type === TERMINATE ? 'end' : 'statements', bytes: this.#take() }
    }
    return null
  }

  #opening(): Unit | null {
    if (this.#held.length < 8 || this.#held.length < lengthAt(this.#held, 0)) return null
    this.#read = lengthAt(this.#held, 0)
    const code = this.#held.readInt32BE(4)
    const bytes = this.#take()
    if (code === SSL_REQUEST || code === GSS_REQUEST) return { kind: 'encryption', bytes }
    if (code === CANCEL_REQUEST) return { kind: 'cancel', bytes }
    this.#hasBegun = true
    return { kind: 'startup', bytes }
  }

  #take(): Buffer {
    const taken = this.#held.subarray(0, this.#read)
    this.#held = this.#held.subarray(this.#read)
    this.#read = 0
    return taken
  }
}

function lengthAt(bytes: Buffer, at: number): number {
  const length = bytes.readInt32BE(at)
  // The length includes itself.
  if (length < 4) throw new Error(`A wire protocol message can't be ${length} bytes long.`)
  return length
}

/** Encodes one statement as a client would send it. */
export function simpleQuery(text: string): Buffer {
  const content = Buffer.from(`${text}\0`)
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('Q')
  header.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([header, content])
}
