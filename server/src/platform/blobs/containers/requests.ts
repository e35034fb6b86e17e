import { type Readable, Transform } from 'node:stream'

/** How long a store may be silent, before its answer and during it. */
export const SILENT_MS = 30_000

/** Joins the values of repeated headers, as the clients of object stores expect them. */
export function flatHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
}

/** The most bytes of an answer that isn't a blob, such as a page of a list. */
const ANSWER_BYTES = 16 * 1024 * 1024

/** Returns the stream, which fails if it is longer than any answer of a store. */
export function bounded(answer: Readable): Readable {
  let size = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > ANSWER_BYTES)
        done(new Error('The store has sent a longer answer than any that is expected.'))
      else done(null, chunk)
    },
  })
  answer.on('error', (error) => meter.destroy(error))
  meter.on('close', () => answer.destroy())
  return answer.pipe(meter)
}
