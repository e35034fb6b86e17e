import type { StreamEvent, StreamEventName, StreamEvents } from '@parlance/contract/events'

/**
 * One numbered event of a run. A string is the text of a `response-updated`, by far the most common event. An
 * entry's number is its position in the log, starting at 1.
 */
export type Entry = string | Exclude<StreamEvent, { event: 'response-updated' }>

/**
 * The text in one frame or stored row, in UTF-16 units: the piece size for a slow reader that is catching up.
 */
export const FRAME_UNITS = 64_000

/** Encodes a server-sent event: one `data:` line of JSON, with its number in the `id:` line. */
function frame(seq: number, event: string, json: string): string {
  return `event: ${event}\nid: ${seq}\ndata: ${json}\n\n`
}

/** Encodes an event that isn't part of the log, and therefore has no number. */
export const unnumberedFrame = <E extends StreamEventName>(event: E, data: StreamEvents[E]): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * Returns the frames of the entries after the first `cursor` ones, with adjacent texts joined, and the cursor
 * after them. `before` is the number of events before the log's first entry. The size is limited, so that a
 * reader that is catching up gets pieces.
 */
export function framesAfter(
  log: readonly Entry[],
  cursor: number,
  before = 0,
): { frames: string; cursor: number } {
  let frames = ''
  let text = ''
  let at = cursor
  for (; at < log.length && frames.length + text.length < FRAME_UNITS; at += 1) {
    const entry = log[at] as Entry
    if (typeof entry === 'string') {
      text += entry
      continue
    }
    if (text !== '') frames += frame(before + at, 'response-updated', JSON.stringify({ text }))
    text = ''
    frames += frame(before + at + 1, entry.event, JSON.stringify(entry.data))
  }
  if (text !== '') frames += frame(before + at, 'response-updated', JSON.stringify({ text }))
  return { frames, cursor: at }
}
