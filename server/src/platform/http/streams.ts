import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Takes the connection over for an event stream. Everything that can be refused was refused before. Null where the
 * reader has gone already.
 */
export function openEventStream(request: FastifyRequest, reply: FastifyReply): ServerResponse | null {
  const headers = reply.getHeaders() as Record<string, string>
  reply.hijack()
  const response = reply.raw
  response.on('error', () => response.destroy())
  if (request.raw.socket.destroyed) return null
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Proxies that buffer would hold the answer back.
    'x-accel-buffering': 'no',
  })
  response.flushHeaders()
  return response
}

/** The number in a Last-Event-ID header; 0 for none and for what is not a number of ours. */
export function lastEventNumber(header: string | null): number {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : 0
}
