import type { IncomingMessage } from 'node:http'
import { limits } from '@parlance/contract/limits'
import type { FastifyRequest } from 'fastify'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../access/actor.ts'
import { AppError } from '../errors.ts'
import { networkOfAddress } from './networkOfAddress.ts'

/** What the first steps of a request found out for the later ones. */
interface RequestContext {
  actor: Actor | null
}

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext
  }
}

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,100}$/

/**
 * Returns the caller's request ID if it is well-formed, otherwise a new one. It is echoed in headers and logs.
 */
export function requestIdOf(headers: Record<string, string | string[] | undefined>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && given.length <= limits.requestId && REQUEST_ID.test(given)
    ? given
    : uuid()
}

/** Returns the network of a request that the framework hasn't seen: its own, or the one that the trusted proxy saw. */
export function networkOfMessage(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = request.headers['x-forwarded-for']
  const seen = trustProxy ? [forwarded ?? []].flat().join(',').split(',').at(-1)?.trim() : undefined
  return networkOfAddress(seen || request.socket.remoteAddress || '')
}

/** Returns the network of a caller; '' if the connection was closed before the request was handled. */
export function networkOf(request: FastifyRequest): string {
  return networkOfAddress((request.ip as string | undefined) ?? '')
}

/**
 * Accepts session headers (`x-cosmos-…`) everywhere, within limits, because clients echo them on every call.
 */
export function checkSessionHeaders(headers: Record<string, string | string[] | undefined>): void {
  const found = Object.entries(headers).filter(([name]) => name.startsWith('x-cosmos'))
  const bytes = found.reduce((sum, [name, value]) => sum + name.length + String(value).length, 0)
  if (found.length > limits.sessionHeaders || bytes > limits.sessionHeaderBytes) {
    throw new AppError('request.invalid', {
      fields: [
        {
          field: 'x-cosmos-*',
          message: 'At most 10 session headers and 8 kB are accepted. Remove the oldest.',
        },
      ],
    })
  }
}
