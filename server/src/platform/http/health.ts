import type { FastifyInstance } from 'fastify'
import type { Storage } from '../blobs/storage.ts'
import type { Database } from '../database/database.ts'
import { NONCE, proofOf } from './instanceProof.ts'
import type { Availability } from './server.ts'

const RETRY_SECONDS = '1'

interface Options {
  database: Database
  availability: Availability
  storage: Storage
  secretKey: Buffer
}

/**
 * `/health/live`: the process runs. `/health/ready`: it accepts requests and its database responds, even if
 * nothing can be stored.
 * `/health/instance`: proves to a holder of the same key that an address leads to this instance.
 */
export function serveHealth(
  web: FastifyInstance,
  { database, availability, storage, secretKey }: Options,
): void {
  web.get('/health/live', async (_request, reply) => reply.send({ status: 'live' }))
  web.get('/health/ready', async (_request, reply) => {
    const state = availability.state
    const away = state === 'ready' && !(await database.answers())
    const problem = storage.problem()
    // Reading works, so the process must get calls.
    if (state === 'ready' && !away)
      return reply.send(problem ? { status: 'degraded', storage: problem } : { status: 'ready' })
    return reply
      .code(503)
      .header('retry-after', RETRY_SECONDS)
      .send({ status: away ? 'withoutDatabase' : state })
  })
  web.get<{ Querystring: { nonce?: unknown } }>('/health/instance', async ({ query }, reply) => {
    const { nonce } = query
    if (typeof nonce !== 'string' || !NONCE.test(nonce)) return reply.code(400).send({ status: 'nonce' })
    return reply.header('cache-control', 'no-store').send({ proof: proofOf(secretKey, nonce) })
  })
}
