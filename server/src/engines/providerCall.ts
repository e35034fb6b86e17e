import { setTimeout as wait } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import type { Egress } from '../platform/egress/egress.ts'
import { AppError } from '../platform/errors.ts'
import type { EngineResult } from './engine.ts'
import { createEventStreamReader } from './eventStream.ts'
import type { Caller, Gate } from './gate.ts'
import { Patience } from './patience.ts'
import { spentPause } from './rateLimitHeaders.ts'
import { readErrorText, refusalOf } from './refusals.ts'
import { firstBytes, refusedByEgress, refusedWith } from './responses.ts'

/** How long a provider can be silent. Tests shorten the limits. */
export interface ProviderLimits {
  firstTokenMs: number
  silenceMs: number
  /** Replaces both limits while a model thinks without showing its thinking. */
  thinkingMs?: number
  /** How long images can take altogether. */
  imageMs?: number
  /** How long a transcription, or reading a sentence aloud, can take. */
  audioMs?: number
  /** The pause before a failed call is retried if the provider names none; it doubles each time. */
  firstPauseMs?: number
}

export const providerLimits: ProviderLimits = {
  firstTokenMs: 60_000,
  silenceMs: 60_000,
  thinkingMs: 300_000,
}

const TRIES = 3
const FIRST_PAUSE_MS = 500
const LONGEST_WAIT_SECONDS = 60
/** How long usage and the end mark can take after the answer. */
const AFTER_END_MS = 5_000
/** How long the connection is kept after the last event, and how many bytes can follow, before it is closed. */
const LINGER_MS = 1_000
const LINGER_BYTES = 64 * 1024

export interface ProviderCall extends Caller {
  egress: Egress
  limits: ProviderLimits
  gate: Gate
  url: string
  headers: Record<string, string>
  body: string
  /** True if the model can think for a long time before its first token. */
  thinks: boolean
}

/** In characters: several times the largest `maxTokens`. An endless answer must not fill the memory. */
export const LONGEST_ANSWER = 4_000_000

/**
 * In characters, for data that is only sent back, such as signatures: many times the length of a model's
 * thinking.
 */
export const MOST_CARRIED = 16_000_000

/** Reads one turn from the events of a stream and writes it as it arrives. Throws AppError for invalid data. */
export interface TurnReader {
  take(data: string): void
  /** Characters passed to the reader of the answer: once there are any, the call is not retried. */
  readonly written: number
  /** Grows with every token of any kind, including tool calls. */
  readonly progress: number
  /** True if the answer is complete, though usage can follow. */
  readonly complete: boolean
  /** True if the provider has said that nothing follows. */
  readonly ended: boolean
  /** True while the model is thinking, or may be thinking, without showing it. */
  readonly thinking: boolean
  /** The result of the turn, once its stream has ended. */
  result(): EngineResult
}

/**
 * Posts to a provider and reads its stream. Retries a failure before the first token at most twice, after the
 * pause that the provider asks for. Never retries after it, since that would duplicate text. Throws the
 * signal's reason on a stop.
 */
export async function askProvider(call: ProviderCall, createReader: () => TurnReader): Promise<EngineResult> {
  const begun = performance.now()
  const busyUntil = begun + call.limits.firstTokenMs
  const deadline = call.thinks ? begun + thinkingMs(call.limits) : busyUntil
  for (let attempt = 1; ; attempt += 1) {
    await call.gate.pass(call, busyUntil)
    const reader = createReader()
    try {
      return await oneTry(call, deadline, reader)
    } catch (error) {
      if (call.signal.aborted) call.gate.released()
      call.signal.throwIfAborted()
      const failure = error instanceof AppError ? error : new AppError('engine.failed', { cause: error })
      const asked = failure.retryAfter === null ? null : failure.retryAfter * 1000
      const pauseMs = asked ?? backoffMs(call.limits, attempt)
      if (failure.code === 'engine.busy') call.gate.refused(pauseMs)
      else call.gate.released()
      if (reader.written > 0 || attempt >= TRIES || !isRetried(failure)) throw failure
      if (pauseMs > LONGEST_WAIT_SECONDS * 1000 || performance.now() + pauseMs > deadline) throw failure
      // The gate knows about the pause and admits no one before it is over.
      if (failure.code !== 'engine.busy') await wait(pauseMs, undefined, { signal: call.signal })
    }
  }
}

const thinkingMs = (limits: ProviderLimits) =>
  limits.thinkingMs ?? Math.max(limits.firstTokenMs, limits.silenceMs)

function backoffMs({ firstPauseMs = FIRST_PAUSE_MS }: ProviderLimits, attempt: number): number {
  return firstPauseMs * 2 ** (attempt - 1) * (1 + Math.random() / 2)
}

function isRetried(failure: AppError): boolean {
  return ['engine.unreachable', 'engine.busy', 'engine.failed', 'engine.broken'].includes(failure.code)
}

async function oneTry(call: ProviderCall, deadline: number, reader: TurnReader): Promise<EngineResult> {
  const patience = new Patience(call.signal, deadline)
  try {
    const response = await connect(call, patience)
    // A destroyed body emits an error event, which would end the process without a listener.
    response.body.on('error', () => undefined)
    if (response.statusCode !== 200) throw await refusedWith(response)
    call.gate.answered((spentPause(response.headers) ?? 0) * 1000)
    await checkKind(response)
    await readBody(call, response, patience, reader)
    return reader.result()
  } catch (error) {
    call.signal.throwIfAborted()
    const failure = patience.explain(error)
    // Only usage and the end mark follow a complete answer: not worth losing it.
    if (reader.complete && isEndOfConnection(failure)) return reader.result()
    throw failure
  } finally {
    patience.end()
  }
}

function isEndOfConnection(failure: unknown): boolean {
  return (
    failure instanceof AppError && (failure.code === 'engine.broken' || failure.code === 'engine.silence')
  )
}

async function connect(call: ProviderCall, patience: Patience): Promise<Dispatcher.ResponseData> {
  try {
    return await call.egress.request(call.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'accept-encoding': 'identity',
        ...call.headers,
      },
      body: call.body,
      signal: patience.signal,
    })
  } catch (cause) {
    throw refusedByEgress(cause) ?? new AppError('engine.unreachable', { cause })
  }
}

/** A successful response must be an event stream; some servers send an error there instead. */
async function checkKind(response: Dispatcher.ResponseData): Promise<void> {
  const type = String(response.headers['content-type'] ?? '').toLowerCase()
  const encoding = String(response.headers['content-encoding'] ?? 'identity').toLowerCase()
  if (type.includes('event-stream') && encoding === 'identity') return
  if (type.includes('json') && encoding === 'identity') {
    const error = readErrorText(200, await firstBytes(response))
    if (error.names.length > 0 || error.message.trim() !== '') throw refusalOf({ ...error, status: null })
  }
  response.body.destroy()
  throw new AppError('engine.malformed', {
    cause: new Error(`content-type ${type.slice(0, 100)}, content-encoding ${encoding.slice(0, 30)}`),
  })
}

async function readBody(
  call: ProviderCall,
  response: Dispatcher.ResponseData,
  patience: Patience,
  reader: TurnReader,
): Promise<void> {
  const { silenceMs } = call.limits
  const patienceMs = () => {
    if (reader.complete) return Math.min(AFTER_END_MS, silenceMs)
    return reader.thinking ? thinkingMs(call.limits) : silenceMs
  }
  const events = createEventStreamReader((data) => {
    // An empty event only keeps the connection open.
    if (!reader.ended && data.trim() !== '') reader.take(data)
  })
  try {
    // Not an async iterator, which costs a promise and two event loop turns for every token.
    await new Promise<void>((resolve, reject) => {
      response.body.on('data', (chunk: Buffer) => {
        try {
          const before = reader.progress
          events.push(chunk)
          // Keep-alive comments also count as silence.
          if (reader.progress > before) patience.extend(patienceMs())
          // Some providers keep the connection open after their last event.
          if (reader.ended) resolve()
        } catch (cause) {
          reject(cause)
          response.body.destroy()
        }
      })
      response.body.on('end', resolve).on('error', reject)
      response.body.on('close', () => reject(new Error('The connection was closed before the body ended.')))
    })
    if (!reader.ended) events.end()
  } catch (cause) {
    response.body.destroy()
    if (cause instanceof AppError) throw cause
    throw new AppError('engine.broken', { cause })
  }
  letGo(response.body)
}

/**
 * Usually only the end of the body follows the last event. Waiting for it briefly, in the background, keeps the
 * connection for the next call. A new connection takes several round trips.
 */
function letGo(body: Dispatcher.ResponseData['body']): void {
  if (body.readableEnded || body.destroyed) return
  let bytes = 0
  const timer = setTimeout(() => body.destroy(), LINGER_MS).unref()
  body.removeAllListeners('data')
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > LINGER_BYTES) body.destroy()
  })
  body.on('close', () => clearTimeout(timer))
}
