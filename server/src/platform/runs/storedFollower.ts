import { once } from 'node:events'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { sessionTokenHeader } from '../database/sessionToken.ts'
import type { Sink } from '../streaming/sinks.ts'
import { type Entry, framesAfter } from './entry.ts'
import { LENGTHS, takeInOrder } from './rows.ts'
import { listEvents } from './store.ts'

/** A notification can get lost, so a reader checks at least this often. */
const POLL_MS = 1000
/**
 * A gap in the numbers is a flush still on its way. If the run has ended and the rows don't arrive, they are
 * missing.
 */
const SILENT_POLLS = 3

/**
 * Sends the stored events of a run after `cursor` as they appear, for ended runs and those of other processes.
 * Resolves when the last event was sent or the reader has disconnected, or with false if rows are missing.
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
  /** Returns where the writes so far end, for the reader's later calls. */
  token: () => Promise<string>
}): Promise<boolean> {
  const { database, clock, runId, sink, signal, grown, ended, token } = options
  let cursor = options.cursor
  let silent = 0
  while (!signal.aborted) {
    // Checked before the rows are read: if the end is visible here, so are its rows.
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

/** The stored event was written before its own transaction ended, so it doesn't contain the position. */
async function tellPosition(entries: Entry[], token: () => Promise<string>): Promise<void> {
  const at = entries.findIndex(
    (entry) => typeof entry !== 'string' && entry.event === 'cosmos-db-session-tokens',
  )
  if (at < 0) return
  entries[at] = { event: 'cosmos-db-session-tokens', data: { [sessionTokenHeader]: await token() } }
}
