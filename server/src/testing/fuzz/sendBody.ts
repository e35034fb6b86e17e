import { connect, type Socket } from 'node:net'
import type { Body } from './mutation.ts'

/** How long an answer can take before the call counts as hanging. */
const PATIENCE_MS = 60_000

export interface Received {
  /** The status; null if the connection ended without an answer. */
  status: number | null
  text: string
  /** True if nothing ended the call in time. */
  hung: boolean
}

/**
 * Writes a request to its own connection exactly as given, which no HTTP client does with a wrong length, and
 * reads the answer. `headOnly` closes the connection after the head of a successful answer, whose stream may
 * never end.
 */
export function sendBody(
  origin: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: Body,
  headOnly: boolean,
): Promise<Received> {
  const { hostname, port, host } = new URL(origin)
  const length = body.pieces.reduce((sum, piece) => sum + piece.length, 0)
  const all: Record<string, string> = {
    host,
    connection: 'close',
    ...headers,
    ...(body.type === null ? {} : { 'content-type': body.type }),
    ...(body.declared === 'chunked'
      ? { 'transfer-encoding': 'chunked' }
      : { 'content-length': String(body.declared ?? length) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let hung = false
    const socket = connect(Number(port), hostname)
    socket.setTimeout(PATIENCE_MS, () => {
      hung = true
      socket.destroy()
    })
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      if (headOnly && /^HTTP\/1\.1 2\d\d [\s\S]*?\r\n\r\n/.test(Buffer.concat(chunks).toString('latin1')))
        socket.destroy()
    })
    // The server closes the connection as soon as it has refused the body.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve({ ...answerIn(Buffer.concat(chunks)), hung }))
    void (async () => {
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
      for (const piece of body.pieces) {
        if (socket.destroyed) return
        if (!socket.write(piece)) await writable(socket)
      }
      if (body.ending === 'half-close') socket.end()
      // Later than the bytes before it, so that the server has read some of them.
      if (body.ending === 'reset') setTimeout(() => socket.resetAndDestroy(), 20)
    })()
  })
}

/** Waits until more can be written, or nothing any more. */
function writable(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done).off('close', done)
      resolve()
    }
    socket.on('drain', done).on('close', done)
  })
}

function answerIn(bytes: Buffer): { status: number | null; text: string } {
  const text = bytes.toString('utf8')
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]
  const end = text.indexOf('\r\n\r\n')
  return { status: status === undefined ? null : Number(status), text: end < 0 ? '' : text.slice(end + 4) }
}
