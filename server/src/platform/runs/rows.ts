import type { StreamEvent } from '@parlance/contract/events'
import { type Entry, FRAME_UNITS } from './entry.ts'
import { textOf } from './fold.ts'

/** One stored row: the joined texts `first`…`seq` of one flush with their lengths, or one other event. */
export interface EventRow {
  runId: string
  first: number
  seq: number
  event: string
  data: string
  lens: number[]
}

/** Returns the rows for the log's entries after `flushed`, up to `end`. */
export function cutRows(runId: string, log: readonly Entry[], flushed: number, end: number): EventRow[] {
  const rows: EventRow[] = []
  let open: EventRow | null = null
  for (let at = flushed; at < end; at += 1) {
    const entry = log[at] as Entry
    const seq = at + 1
    if (typeof entry !== 'string') {
      rows.push({ runId, first: seq, seq, event: entry.event, data: JSON.stringify(entry.data), lens: [] })
      open = null
    } else if (open && open.data.length + entry.length <= FRAME_UNITS) {
      open.data += entry
      open.seq = seq
      open.lens.push(entry.length)
    } else {
      open = { runId, first: seq, seq, event: 'response-updated', data: entry, lens: [entry.length] }
      rows.push(open)
    }
  }
  return rows
}

/** The size of a non-text event, in units. */
const EVENT_UNITS = 1000

/**
 * Returns how many entries after `from` fit into `room` units (which is positive): at least one, however long
 * it is.
 */
export function endWithin(log: readonly Entry[], from: number, room: number): { end: number; units: number } {
  let units = 0
  let end = from
  while (end < log.length && units < room) {
    const entry = log[end] as Entry
    units += typeof entry === 'string' ? entry.length : EVENT_UNITS
    end += 1
  }
  return { end, units }
}

/**
 * The event name of the row that replaces an answer's deleted rows: how much text each event added. A reader
 * who returns with the number of its last event gets the text after it, from the answer's subject.
 */
export const LENGTHS = 'lengths'

export function lengthsRow(runId: string, log: readonly Entry[]): EventRow {
  const lens = log.map((entry) => textOf(entry).length)
  return { runId, first: 1, seq: log.length, event: LENGTHS, data: '', lens }
}

/**
 * Returns the entries after `cursor` up to the first gap. A row that contains `cursor` is sliced at the
 * boundaries of its texts.
 */
export function takeInOrder(rows: readonly EventRow[], cursor: number): { entries: Entry[]; last: boolean } {
  const entries: Entry[] = []
  let at = cursor
  let last = false
  for (const row of rows) {
    if (row.first > at + 1 || row.event === LENGTHS) break
    entries.push(...entriesOf(row).slice(at + 1 - row.first))
    at = row.seq
    last = row.event === 'no-more-data'
    // Rows after the end come from a process that lost the run, and aren't part of the answer.
    if (last) break
  }
  return { entries, last }
}

/** Returns the entries of a row, numbered from `row.first`. */
export function entriesOf(row: EventRow): Entry[] {
  if (row.event !== 'response-updated')
    return [{ event: row.event, data: JSON.parse(row.data) } as Entry & StreamEvent]
  let at = 0
  return row.lens.map((length) => {
    at += length
    return row.data.slice(at - length, at)
  })
}
