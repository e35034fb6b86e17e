import type { StreamEvent } from '@parlance/contract/events'

/**
 * One numbered event of a run: a string is the text of a `response-updated`, the form that nearly all of them have.
 * The number of an entry is its place in the log, from 1.
 */
export type Entry = string | Exclude<StreamEvent, { event: 'response-updated' }>

/** Text of one frame or stored row, in UTF-16 units: what a slow reader gets at once when it catches up. */
export const FRAME_UNITS = 64_000

/** A server-sent event: one `data:` line of JSON and its number in an `id:` line. */
function frame(seq: number, event: string, json: string): string {
  return `event: ${event}\nid: ${seq}\ndata: ${json}\n\n`
}

/**
 * The frames of the entries after the first `cursor` ones, neighbouring texts joined, and the cursor after them.
 * `before` is how many events came before the log's first entry. Bounded, so that a reader that catches up is served
 * in pieces.
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
