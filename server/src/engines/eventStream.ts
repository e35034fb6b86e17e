import { StringDecoder } from 'node:string_decoder'
import { createParser } from 'eventsource-parser'
import { AppError } from '../platform/errors.ts'

/** Characters of one event: a provider that never ends a line or an event must not fill the memory. */
const LONGEST_EVENT = 8 * 1024 * 1024

/**
 * Reads a server-sent event stream and passes the `data` of each complete event to `onData`. Chunks can end anywhere,
 * also inside a character. `event`, `id`, and comments are ignored: the wire formats read here say everything in
 * `data`. Throws `engine.malformed` for an event that is too long.
 */
export function createEventStreamReader(onData: (data: string) => void): {
  push(chunk: Buffer): void
  /** Passes on the last event even if its blank line is missing. */
  end(): void
} {
  const decoder = new StringDecoder('utf8')
  const parser = createParser({
    maxBufferSize: LONGEST_EVENT,
    onEvent: ({ data }) => onData(data),
    onError(cause) {
      // Unknown fields are ignored, as the standard demands.
      if (cause.type === 'max-buffer-size-exceeded') throw new AppError('engine.malformed', { cause })
    },
  })
  return {
    push: (chunk) => parser.feed(decoder.write(chunk)),
    end: () => parser.feed(`${decoder.end()}\n\n`),
  }
}
