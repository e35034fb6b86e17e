import type { FastifyReply } from 'fastify'
import { AppError } from '../errors.ts'

/** Sends the answer's version as its ETag. */
export function setETag(reply: FastifyReply, answer: unknown): void {
  const { version } = answer as { version?: unknown }
  if (typeof version !== 'number') throw new Error('A response with an ETag must have a version.')
  reply.header('etag', `"${version}"`)
}

const NO_VERSION = -1

/**
 * Parses the version in an If-Match header. A value that isn't ours matches no object, so it is answered as
 * stale.
 */
export function ifMatchOf(header: string | string[] | undefined): number {
  if (typeof header !== 'string' || header.trim() === '') throw new AppError('request.ifMatch')
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header.trim())?.[1]
  return version === undefined ? NO_VERSION : Number(version)
}
