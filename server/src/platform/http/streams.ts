import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FollowOptions } from '../runs/readers.ts'
import type { Runs } from '../runs/runs.ts'

/** Takes the connection over and streams a run to it. Everything that can be refused was refused before. */
export async function answerStream(
  runs: Runs,
  request: FastifyRequest,
  reply: FastifyReply,
  subjectId: string,
  options: FollowOptions,
): Promise<void> {
  const headers = reply.getHeaders() as Record<string, string>
  reply.hijack()
  const response = reply.raw
  response.on('error', () => response.destroy())
  if (request.raw.socket.destroyed) return
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Proxies that buffer would hold the answer back.
    'x-accel-buffering': 'no',
  })
  response.flushHeaders()
  await runs.follow(subjectId, response, options)
}

/** The number in a Last-Event-ID header; 0 for none and for what is not a number of ours. */
export function lastEventNumber(header: string | null): number {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : 0
}
