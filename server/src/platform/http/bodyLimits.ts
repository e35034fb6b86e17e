import type { IncomingMessage } from 'node:http'

export interface BodyLimits {
  /** How often a body is looked at. */
  everyMs: number
  /** How long any body can take. Then, only a form with a file that still arrives goes on. */
  longestMs: number
  /** The least that arrives of a form with a file between two looks. */
  leastBytes: number
}

/** A form with a file needs about 2 kB per second. Two gigabytes can take hours, as long as they keep arriving. */
const usual: BodyLimits = { everyMs: 30_000, longestMs: 300_000, leastBytes: 64 * 1024 }

/**
 * Ends the connection of a request whose body doesn’t arrive. A file can take as long as it keeps arriving: only a pause
 * that is the sender’s counts, not one of storage that is slower than the network. Replaces Node’s limit for whole
 * requests, which would end a large file on a slow line.
 */
export function limitBody(request: IncomingMessage, limits: BodyLimits = usual): void {
  const { headers, socket } = request
  if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return
  const isForm = /^multipart\/form-data/i.test(headers['content-type'] ?? '')
  const begun = performance.now()
  let before = socket.bytesRead
  /** Everything that had arrived was taken when it was last looked at, so what is missing is the sender’s. */
  let wasTaken = false
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) return clearInterval(timer)
    const arrived = socket.bytesRead - before
    before = socket.bytesRead
    const isTaken = request.readableLength === 0
    const isStalled = arrived < limits.leastBytes && wasTaken && isTaken
    wasTaken = isTaken
    const isLate = performance.now() - begun > limits.longestMs
    if (isLate && (isStalled || !isForm)) socket.destroy()
  }, limits.everyMs)
  timer.unref()
  request.once('close', () => clearInterval(timer))
}
