import type { Dispatcher } from 'undici'
import type { Egress } from '../platform/egress/egress.ts'
import { AppError } from '../platform/errors.ts'
import { refusedByEgress, refusedWith } from './responses.ts'

export interface Asked {
  url: string
  headers: Record<string, string>
  /** Sent by POST. Without it, the request is a GET. */
  body?: string | Uint8Array
}

const MOST_BYTES = 8 * 1024 * 1024

/**
 * Sends a request to a provider. Throws AppError like an answer's call, or the signal's reason if it was
 * aborted.
 */
export async function getJson(
  egress: Egress,
  asked: Asked,
  signal: AbortSignal,
  mostBytes = MOST_BYTES,
): Promise<unknown> {
  const bytes = await getBytes(egress, asked, signal, mostBytes)
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch (cause) {
    // The parser's message quotes the unreadable text.
    throw new AppError('engine.malformed', { cause: new Error((cause as Error).name) })
  }
}

/** The same for an answer that isn’t JSON. */
export async function getBytes(
  egress: Egress,
  asked: Asked,
  signal: AbortSignal,
  mostBytes = MOST_BYTES,
): Promise<Buffer> {
  const response = await connect(egress, asked, signal)
  // A destroyed body emits an error event, which would end the process without a listener.
  response.body.on('error', () => undefined)
  if (response.statusCode < 200 || response.statusCode > 202) throw await refusedWith(response)
  return wholeBody(response, signal, mostBytes)
}

async function connect(
  egress: Egress,
  { url, headers, body }: Asked,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  try {
    return await egress.request(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { accept: 'application/json', 'accept-encoding': 'identity', ...headers },
      ...(body !== undefined && { body }),
      signal,
    })
  } catch (cause) {
    signal.throwIfAborted()
    throw refusedByEgress(cause) ?? new AppError('engine.unreachable', { cause })
  }
}

async function wholeBody(
  response: Dispatcher.ResponseData,
  signal: AbortSignal,
  mostBytes: number,
): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response.body) {
      parts.push(chunk as Buffer)
      bytes += (chunk as Buffer).length
      if (bytes > mostBytes) throw new AppError('engine.malformed')
    }
  } catch (cause) {
    response.body.destroy()
    signal.throwIfAborted()
    throw cause instanceof AppError ? cause : new AppError('engine.broken', { cause })
  }
  return Buffer.concat(parts)
}
