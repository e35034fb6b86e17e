import type { EventEmitter } from 'node:events'

/**
 * Shared by all connections: a separate error with a stack for each would cost more than the rest of a stream's
 * end.
 */
const GONE = new Error('The client disconnected.')

/** Returns a signal that is aborted when a request or response is closed. */
export function goneWith(connection: EventEmitter): AbortSignal {
  const gone = new AbortController()
  connection.once('close', () => gone.abort(GONE))
  return gone.signal
}
