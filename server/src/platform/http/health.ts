import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/database.ts'
import type { Availability } from './server.ts'

const RETRY_SECONDS = '1'

/** `/health/live`: the process runs. `/health/ready`: it takes requests and its database answers. */
export function serveHealth(web: FastifyInstance, database: Database, availability: Availability): void {
  web.get('/health/live', async (_request, reply) => reply.send({ status: 'live' }))
  web.get('/health/ready', async (_request, reply) => {
    const state = availability.state
    const away = state === 'ready' && !(await database.answers())
    if (state === 'ready' && !away) return reply.send({ status: 'ready' })
    return reply
      .code(503)
      .header('retry-after', RETRY_SECONDS)
      .send({ status: away ? 'withoutDatabase' : state })
  })
}
