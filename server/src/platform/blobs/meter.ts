import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { AppError } from '../errors.ts'

const HEAD_BYTES = 4096

/** Passes bytes on up to a limit, and notes what is known of them afterwards. */
export function meterOf(maxBytes: number) {
  const hash = createHash('sha256')
  let size = 0
  let head = Buffer.alloc(0)
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxBytes) return done(new AppError('file.tooLarge'))
      hash.update(chunk)
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ size, sha256: hash.digest('hex'), head }) }
}
