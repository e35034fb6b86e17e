/** A message that no PostgreSQL server sends, or a larger one than is accepted. */
class BadMessage extends Error {}

const HEADER_BYTES = 5
/** More than any statement of ours asks for. */
const MOST_COLUMNS = 64
const MOST_ROWS = 20_000

/**
 * Returns a function that collects what a PostgreSQL server sends, and returns the messages that are complete. Throws for
 * one that its client couldn't parse: that would end the process or never return. `mostBytes` is the limit for a message.
 */
export function createMessageCheck(mostBytes: number): (chunk: Buffer) => Buffer {
  let chunks: Buffer[] = []
  let length = 0
  /** How many bytes there must be before anything more can be checked. */
  let needed = HEADER_BYTES
  const isInPlace = createOrder()

  return (chunk) => {
    chunks.push(chunk)
    length += chunk.length
    if (length < needed) return Buffer.alloc(0)
    const all = chunks.length === 1 ? chunk : Buffer.concat(chunks)
    let at = 0
    needed = HEADER_BYTES
    while (all.length - at >= HEADER_BYTES) {
      // The length counts itself, but not the type before it.
      const size = all.readInt32BE(at + 1)
      if (size < 4 || size > mostBytes)
        throw new BadMessage('The server sent a message with an impossible length.')
      if (all.length - at < size + 1) {
        needed = size + 1
        break
      }
      const type = String.fromCharCode(all[at]!)
      const body = all.subarray(at + HEADER_BYTES, at + size + 1)
      if (!isWellFormed(type, body) || !isInPlace(type, body))
        throw new BadMessage('The server sent a message that isn’t one of PostgreSQL’s.')
      at += size + 1
    }
    const rest = all.subarray(at)
    chunks = rest.length > 0 ? [rest] : []
    length = rest.length
    return all.subarray(0, at)
  }
}

/**
 * Returns a function that says whether a message may follow the ones before: steps of a password once each, which take
 * the client long, and rows as they were described.
 */
function createOrder(): (type: string, body: Buffer) => boolean {
  const steps = new Set<number>()
  let isReady = false
  let columns = 0
  let rows = 0
  return (type, body) => {
    if (type === 'R') {
      const step = body.readInt32BE(0)
      if (isReady || steps.has(step)) return false
      steps.add(step)
    } else if (type === 'Z') {
      isReady = true
      rows = 0
    } else if (type === 'T') {
      columns = countIn(body)
      rows = 0
    } else if (type === 'D') {
      rows += 1
      return countIn(body) === columns && rows <= MOST_ROWS
    }
    return true
  }
}

/** Whether the client can parse a message. Those of features that aren't used, such as COPY, are refused. */
function isWellFormed(type: string, body: Buffer): boolean {
  switch (type) {
    case '1':
    case '2':
    case '3':
    case 'n':
    case 's':
    case 'I':
      return true
    case 'Z':
      return body.length === 1
    case 'K':
      return body.length >= 8
    case 'C':
      return afterTexts(body, 0, 1) !== null
    case 'S':
      return afterTexts(body, 0, 2) !== null
    case 'A':
      return afterTexts(body, 4, 2) !== null
    case 'E':
    case 'N':
      return isNotice(body)
    case 'R':
      return isAuthentication(body)
    case 'T':
      return areColumns(body)
    case 'D':
      return isRow(body)
    default:
      return false
  }
}

/** Returns where `count` texts that end with a zero end; null if they don't. */
function afterTexts(body: Buffer, from: number, count: number): number | null {
  let at = from
  for (let one = 0; one < count; one += 1) {
    const end = at < body.length ? body.indexOf(0, at) : -1
    if (end === -1) return null
    at = end + 1
  }
  return at
}

/** Fields of a letter and a text each, and a zero. */
function isNotice(body: Buffer): boolean {
  for (let at: number | null = 0; at !== null && at < body.length; at = afterTexts(body, at + 1, 1))
    if (body[at] === 0) return true
  return false
}

function isAuthentication(body: Buffer): boolean {
  if (body.length < 4) return false
  switch (body.readInt32BE(0)) {
    case 0:
    case 3:
      return body.length === 4
    case 5:
      return body.length === 8
    case 10:
      return areMechanisms(body)
    case 11:
    case 12:
      return true
    default:
      return false
  }
}

/** Texts, of which the last one is empty. */
function areMechanisms(body: Buffer): boolean {
  for (let at: number | null = 4; at !== null && at < body.length; at = afterTexts(body, at, 1))
    if (body[at] === 0) return true
  return false
}

/** What follows the name of a column. */
const COLUMN_BYTES = 18

function areColumns(body: Buffer): boolean {
  if (countIn(body) > MOST_COLUMNS) return false
  let at: number | null = 2
  for (let left = countIn(body); left > 0; left -= 1) {
    at = afterTexts(body, at, 1)
    if (at === null) return false
    at += COLUMN_BYTES
    // The last of them is the format. Only texts are asked for.
    if (at > body.length || body.readInt16BE(at - 2) !== 0) return false
  }
  return at === body.length
}

function isRow(body: Buffer): boolean {
  let at = 2
  for (let left = countIn(body); left > 0; left -= 1) {
    if (at + 4 > body.length) return false
    const size = body.readInt32BE(at)
    if (size < -1) return false
    at += 4 + Math.max(size, 0)
  }
  return at === body.length
}

/** Returns the number at the beginning; more than fits for none. */
const countIn = (body: Buffer): number => (body.length >= 2 ? body.readUInt16BE(0) : Number.POSITIVE_INFINITY)
