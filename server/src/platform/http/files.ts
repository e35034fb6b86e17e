import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** The result of a `file` endpoint's handler. */
export interface FileAnswer {
  name: string
  /** Null if it is known only after everything has been sent. */
  size: number | null
  bytes: Readable
}

/** Sends uploaded bytes. Browsers save them and never show or run them on our origin, whatever they contain. */
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

/** The result of an `image` endpoint's handler. */
export interface ImageAnswer {
  mimeType: 'image/webp' | 'image/png'
  size: number
  bytes: Readable | Buffer
  /** How long caches can keep it; null if the same URL may show another image later. */
  cacheSeconds: number | null
  /** True if not everyone can see it, so no shared cache keeps it. */
  isPrivate?: boolean
}

/**
 * Sends an image that the server encoded. Our pages can show it, and as a document of its own it can do
 * nothing.
 */
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

/**
 * Encodes a name as in RFC 8187, including the characters that encodeURIComponent leaves but the header doesn't
 * allow.
 */
function encodeName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/**
 * A JSON object with one base64 string whose bytes are read while it is sent, so it is never completely in
 * memory.
 */
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
    // Three bytes become four characters, so leftover bytes wait for the next chunk.
    const end = whole.length - (whole.length % 3)
    yield whole.toString('base64', 0, end)
    rest = whole.subarray(end)
  }
  yield `${rest.toString('base64')}"}`
}
