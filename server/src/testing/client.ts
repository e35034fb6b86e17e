import { randomUUID } from 'node:crypto'
import type { StreamEvent } from '@parlance/contract/events'
import { createEventStreamReader } from '../engines/eventStream.ts'
import type { TestApplication } from './application.ts'

const VISITOR = 'visitor:'

/** Marks a visitor's secret, so that calls send it as such. */
export const asVisitor = (secret: string): string => `${VISITOR}${secret}`

/** Returns the header that identifies a user by their token, or a visitor by their secret. */
export const credentials = (token: string): Record<string, string> =>
  token.startsWith(VISITOR)
    ? { 'x-public-session': token.slice(VISITOR.length) }
    : { authorization: `Bearer ${token}` }

export interface CallOptions {
  /** A user's token, or a visitor's secret from `asVisitor`. */
  token?: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

export interface JsonAnswer<T> {
  status: number
  headers: Headers
  body: T
}

/** The version that a change replaces; a new object has version 1. */
export const ifMatch = (version = 1) => ({ 'if-match': `"${version}"` })

/** Calls the application over HTTP and reads a JSON response; null if it is empty. */
export async function call<T = Record<string, unknown>>(
  app: Pick<TestApplication, 'origin'>,
  path: string,
  options: CallOptions = {},
): Promise<JsonAnswer<T>> {
  const response = await send(app, path, options)
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? null : JSON.parse(text)) as T,
  }
}

export function send(
  app: Pick<TestApplication, 'origin'>,
  path: string,
  options: CallOptions = {},
): Promise<Response> {
  const { token, body, headers = {}, signal } = options
  const isForm = body instanceof FormData
  return fetch(`${app.origin}${path}`, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token ? credentials(token) : {}),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
}

export type NumberedEvent = StreamEvent & { id: number }

interface AnyEvent {
  event: string
  data: unknown
}

/** An open event stream: of an answer, or of other events `E`. */
export interface OpenStream<E extends AnyEvent = StreamEvent> {
  status: number
  headers: Headers
  events: (E & { id: number })[]
  /** The raw text received so far. */
  raw: () => string
  /** Settles when the stream has ended, including by an abort. */
  ended: Promise<void>
  /** Waits for a matching event; throws if the stream ends first. */
  until(fits: (event: E & { id: number }) => boolean): Promise<E & { id: number }>
  close(): void
}

/** Opens an event stream: with `body` it posts a question, otherwise it follows a stream. */
export async function openStream<E extends AnyEvent = StreamEvent>(
  app: Pick<TestApplication, 'origin'>,
  path: string,
  options: CallOptions = {},
): Promise<OpenStream<E>> {
  const control = new AbortController()
  const isPost = options.body !== undefined
  const response = await send(app, path, {
    ...options,
    signal: control.signal,
    headers: { ...(isPost ? { 'idempotency-key': randomUUID() } : {}), ...options.headers },
  })
  const events: OpenStream<E>['events'] = []
  const watchers = new Set<() => void>()
  let raw = ''
  let over = false
  const ended = (async () => {
    const pending: { id: number; event: string } = { id: 0, event: '' }
    const reader = createEventStreamReader((data) => {
      events.push({ id: pending.id, event: pending.event, data: JSON.parse(data) } as unknown as E & {
        id: number
      })
    })
    const fields = createFieldReader(pending)
    try {
      for await (const chunk of response.body ?? []) {
        const bytes = Buffer.from(chunk)
        raw += bytes.toString('utf8')
        fields(bytes, (piece) => reader.push(piece))
        for (const watcher of watchers) watcher()
      }
    } catch (error) {
      if (!control.signal.aborted) throw error
    } finally {
      over = true
      for (const watcher of watchers) watcher()
    }
  })()
  ended.catch(() => undefined)
  return {
    status: response.status,
    headers: response.headers,
    events,
    raw: () => raw,
    ended,
    close: () => control.abort(),
    until: (fits) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = events.find(fits)
          if (found) resolve(found)
          else if (over)
            reject(
              new Error(
                `The stream ended without the expected event: ${events.map((one) => one.event).join(', ')}`,
              ),
            )
          else return
          watchers.delete(look)
        }
        watchers.add(look)
        look()
      }),
  }
}

/** Records the `event:` and `id:` of each event and passes the bytes on per event, for any chunk boundaries. */
function createFieldReader(pending: { id: number; event: string }) {
  let rest = Buffer.alloc(0)
  return (chunk: Buffer, pass: (piece: Buffer) => void) => {
    rest = Buffer.concat([rest, chunk])
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const block = rest.subarray(0, end + 2)
      rest = rest.subarray(end + 2)
      for (const line of block.toString('utf8').split('\n')) {
        if (line.startsWith('event: ')) pending.event = line.slice(7)
        if (line.startsWith('id: ')) pending.id = Number(line.slice(4))
      }
      pass(block)
    }
  }
}

/** Returns the text from a stream's events. */
export function textOf(events: readonly NumberedEvent[]): string {
  return events.map((event) => (event.event === 'response-updated' ? event.data.text : '')).join('')
}
