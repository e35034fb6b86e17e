import { once } from 'node:events'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { sessionTokenHeader } from '../database/sessionToken.ts'
import type { Sink } from '../streaming/sinks.ts'
import { type Entry, framesAfter } from './entry.ts'
import { LENGTHS, takeInOrder } from './rows.ts'
import { listEvents } from './store.ts'

/** A notification can be lost: a reader looks at least this often. */
const POLL_MS = 1000
/** A gap in the numbers is a flush that has not arrived; an ended run whose rows do not come is missing them. */
const SILENT_POLLS = 3

/**
 * Sends the stored events of a run after `cursor` as they appear: the form for a run of another process, and for one
 * that has ended. Settles when the last event was sent, the reader has gone, or the rows are missing (false).
 */
export async function followStored(options: {
  database: Database
  clock: Clock
  runId: string
  cursor: number
  sink: Sink
  signal: AbortSignal
  grown: (runId: string, ms: number) => Promise<void>
  ended: () => Promise<boolean>
  /** Where the writes so far end, for the reader's later calls. */
  token: () => Promise<string>
}): Promise<boolean> {
  const { database, clock, runId, sink, signal, grown, ended, token } = options
  let cursor = options.cursor
  let silent = 0
  while (!signal.aborted) {
    // Asked before the rows are read: an end that is seen here has its rows already.
    const over = await ended()
    const rows = await listEvents(database.db, runId, cursor)
    if (rows[0]?.event === LENGTHS) return false
    const { entries, last } = takeInOrder(rows, cursor)
    await tellPosition(entries, token)
    for (let at = 0; at < entries.length; ) {
      const next = framesAfter(entries, at, cursor)
      sink.lastWriteAt = clock.monotonicMs()
      const drained = sink.response.write(next.frames)
      at = next.cursor
      if (!drained) await once(sink.response, 'drain', { signal }).catch(() => undefined)
      if (signal.aborted) return true
    }
    cursor += entries.length
    if (last) return true
    if (entries.length > 0) {
      silent = 0
      continue
    }
    silent = over ? silent + 1 : 0
    if (silent >= SILENT_POLLS) return false
    await grown(runId, over ? POLL_MS / 10 : POLL_MS)
  }
  return true
}

/** The stored event was written before its own transaction ended, and does not know where. */
async function tellPosition(entries: Entry[], token: () => Promise<string>): Promise<void> {
  const at = entries.findIndex(
    (entry) => typeof entry !== 'string' && entry.event === 'cosmos-db-session-tokens',
  )
  if (at < 0) return
  entries[at] = { event: 'cosmos-db-session-tokens', data: { [sessionTokenHeader]: await token() } }
}
