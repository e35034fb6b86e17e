import type { Endpoint } from '@parlance/contract/endpoint'
import type { Case } from '../case.ts'
import type { Random } from './random.ts'

/** A body as it is written to the connection. */
export interface Body {
  /** What was changed about a valid body. */
  what: string
  /** The content type; null to send none. */
  type: string | null
  /** The bytes. Pieces of a large body can be the same buffer. */
  pieces: Buffer[]
  /** The declared length, if it isn’t that of the bytes; `chunked` declares none and writes piece by piece. */
  declared?: number | 'chunked'
  /** What the client does when it has written everything and more was declared. */
  ending?: 'half-close' | 'reset'
}

/** Changes a valid call into a body, by random choices. */
export type Mutation = (given: {
  endpoint: Endpoint
  one: Case
  random: Random
  oversizedUpTo: number
}) => Body

/** Returns the bytes in one piece, changed somewhere, with everything else as it was. */
export function flipped(bytes: Buffer, random: Random): Buffer {
  const changed = Buffer.from(bytes)
  for (let left = 1 + random.below(8); left > 0 && changed.length > 0; left -= 1)
    changed[random.below(changed.length)] = random.below(256)
  return changed
}

export const cutOff = (bytes: Buffer, random: Random) => bytes.subarray(0, random.below(bytes.length))

/** Sends less than declared, or more, or in chunks that don’t add up. */
export function misframed(bytes: Buffer, type: string, random: Random): Body {
  const ending = random.pick(['half-close', 'reset'] as const)
  const chunk = `${bytes.length.toString(16)}\r\n`
  return random.pick<() => Body>([
    () => ({
      what: `a body that ends early, ${ending}`,
      type,
      pieces: [cutOff(bytes, random)],
      declared: bytes.length + 1,
      ending,
    }),
    () => ({
      what: `a declared length that never comes, ${ending}`,
      type,
      pieces: [bytes],
      declared: bytes.length + 1000,
      ending,
    }),
    () => ({
      what: 'a declared length that is too short',
      type,
      pieces: [bytes],
      declared: random.below(bytes.length + 1),
    }),
    () => ({
      what: `a chunk without its end, ${ending}`,
      type,
      pieces: [Buffer.from(chunk), bytes],
      declared: 'chunked',
      ending,
    }),
    () => ({
      what: 'a chunk of an impossible length',
      type,
      pieces: [Buffer.from(random.pick(['zz\r\n', '-1\r\n', `${'f'.repeat(40)}\r\n`])), bytes],
      declared: 'chunked',
      ending: 'half-close',
    }),
    () => ({
      what: 'chunks of one byte',
      type,
      pieces: [
        ...[...bytes.subarray(0, 2000)].map((byte) =>
          Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]),
        ),
        Buffer.from('0\r\n\r\n'),
      ],
      declared: 'chunked',
    }),
  ])()
}
