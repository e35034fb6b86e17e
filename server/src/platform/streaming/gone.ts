import type { EventEmitter } from 'node:events'

/** One for all: an error of its own for each connection, with its stack, costs more than the rest of a stream's end. */
const GONE = new Error('The client disconnected.')

/** Aborted when a request or a response is closed. */
export function goneWith(connection: EventEmitter): AbortSignal {
  const gone = new AbortController()
  connection.once('close', () => gone.abort(GONE))
  return gone.signal
}
