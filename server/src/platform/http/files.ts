import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** What a handler of a `file` endpoint answers. */
export interface FileAnswer {
  name: string
  /** Null where it is known only when all has been sent. */
  size: number | null
  bytes: Readable
}

/** Bytes that somebody uploaded: saved by a browser, and never shown or run on our origin, whatever they hold. */
export function answerFile({ name, size, bytes }: FileAnswer, reply: FastifyReply): FastifyReply {
  if (size !== null) reply.header('content-length', size)
  return reply
    .header('content-type', 'application/octet-stream')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeName(name)}`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', 'private, no-store')
    .send(bytes)
}

/** What a handler of an `image` endpoint answers. */
export interface ImageAnswer {
  mimeType: 'image/webp' | 'image/png'
  size: number
  bytes: Readable | Buffer
  /** How long caches may keep it; null where the same address may show another image tomorrow. */
  cacheSeconds: number | null
  /** Not everybody may see it: no cache between us and the browser keeps it. */
  isPrivate?: boolean
}

/** An image that we have encoded ourselves: shown by pages of ours, and a document of its own that can do nothing. */
export function answerImage(
  { mimeType, size, bytes, cacheSeconds, isPrivate = false }: ImageAnswer,
  reply: FastifyReply,
): FastifyReply {
  return reply
    .header('content-type', mimeType)
    .header('content-length', size)
    .header('content-disposition', 'inline')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header(
      'cache-control',
      [
        ...(isPrivate ? ['private'] : cacheSeconds === null ? [] : ['public']),
        cacheSeconds === null ? 'no-cache' : `max-age=${cacheSeconds}, immutable`,
      ].join(', '),
    )
    .send(bytes)
}

/** RFC 8187: what encodeURIComponent leaves as it is and the header does not take is escaped too. */
function encodeName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** A JSON object of which one text is the base64 of bytes that are read while it is sent: none of it is held whole. */
export class Base64Answer {
  readonly body: Readable

  constructor(fields: object, name: string, bytes: Readable) {
    this.body = Readable.from(base64Json(fields, name, bytes))
  }
}

async function* base64Json(fields: object, name: string, bytes: Readable): AsyncGenerator<string> {
  yield `${JSON.stringify(fields).slice(0, -1)},${JSON.stringify(name)}:"`
  let rest = Buffer.alloc(0)
  for await (const chunk of bytes) {
    const whole = Buffer.concat([rest, chunk as Buffer])
    // Three bytes are four letters: what is left over waits for its neighbours.
    const end = whole.length - (whole.length % 3)
    yield whole.toString('base64', 0, end)
    rest = whole.subarray(end)
  }
  yield `${rest.toString('base64')}"}`
}
