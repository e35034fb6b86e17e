/** The parts of PostgreSQL's wire protocol that a relay needs: where a message ends, and what forms a unit. */

const SSL_REQUEST = 80877103
const GSS_REQUEST = 80877104
const CANCEL_REQUEST = 80877102
const HEADER_BYTES = 5
/** The length and the code of a message before a session. */
const OPENING_BYTES = 8

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

/**
 * Splits a client's bytes into units, however the system chunked them. Throws on invalid messages. Bytes are joined only
 * once their message is complete, because a message of megabytes comes in hundreds of chunks.
 */
export class UnitReader {
  /** The complete messages of an incomplete unit. */
  #unit: Buffer[] = []
  /** What follows them: an incomplete message. */
  #chunks: Buffer[] = []
  #bytes = 0
  /** How many bytes of `#chunks` tell more than is known already. */
  #needed = OPENING_BYTES
  #hasBegun = false

  push(chunk: Buffer): Unit[] {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes < this.#needed) return []
    let rest = joined(this.#chunks)
    const units: Unit[] = []
    for (let length = this.#lengthOf(rest); length !== null; length = this.#lengthOf(rest)) {
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      const kind = this.#kindOf(message)
      this.#unit.push(message)
      if (kind === null) continue
      units.push({ kind, bytes: joined(this.#unit) })
      this.#unit = []
    }
    this.#chunks = rest.length > 0 ? [rest] : []
    this.#bytes = rest.length
    return units
  }

  /** Returns the length of the first message, or null if it is incomplete. */
  #lengthOf(bytes: Buffer): number | null {
    // A message has a letter before its length, except the ones before a session.
    const header = this.#hasBegun ? HEADER_BYTES : OPENING_BYTES
    const length = bytes.length < header ? null : this.#hasBegun ? 1 + lengthAt(bytes, 1) : lengthAt(bytes, 0)
    this.#needed = length ?? header
    return length !== null && length <= bytes.length ? length : null
  }

  /** Returns the kind of the unit that a message ends, or null if more of it follows. */
  #kindOf(message: Buffer): Unit['kind'] | null {
    if (this.#hasBegun) {
      const type = message[0] as number
      return preparing.has(type) ? null : type === TERMINATE ? 'end' : 'statements'
    }
    const code = message.readInt32BE(4)
    if (code === SSL_REQUEST || code === GSS_REQUEST) return 'encryption'
    if (code === CANCEL_REQUEST) return 'cancel'
    this.#hasBegun = true
    return 'startup'
  }
}

const joined = (parts: Buffer[]): Buffer => (parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts))

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
