import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Takes over the connection for an event stream, after all checks that can refuse the call. Null if the reader
 * has already disconnected.
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
    // Buffering proxies would hold back the answer.
    'x-accel-buffering': 'no',
  })
  response.flushHeaders()
  return response
}

/** Returns the number in a Last-Event-ID header; 0 if it is missing or not a valid number. */
export function lastEventNumber(header: string | null): number {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : 0
}
