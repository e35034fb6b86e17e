import { setTimeout as wait } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import type { Egress } from '../platform/egress/egress.ts'
import { AppError } from '../platform/errors.ts'
import type { EngineResult } from './engine.ts'
import { createEventStreamReader } from './eventStream.ts'
import type { Caller, Gate } from './gate.ts'
import { Patience } from './patience.ts'
import { spentPause } from './rateLimitHeaders.ts'
import { readFaultText, refusalOf } from './refusals.ts'
import { firstBytes, refusedByEgress, refusedWith } from './responses.ts'

/** How long a provider may be silent. Tests shorten them. */
export interface ProviderLimits {
  firstTokenMs: number
  silenceMs: number
  /** Instead of both, as long as a model thinks that does not show what it thinks. */
  thinkingMs?: number
  /** The pause before a failed call is tried again, where the provider names none; each time twice as long. */
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
/** How long figures and the end mark may take after the answer. */
const AFTER_END_MS = 5_000
/** How long, and how much, may follow the last event before the connection is given up. */
const LINGER_MS = 1_000
const LINGER_BYTES = 64 * 1024

export interface ProviderCall extends Caller {
  egress: Egress
  limits: ProviderLimits
  gate: Gate
  url: string
  headers: Record<string, string>
  body: string
  /** True where the model may think for long before its first token. */
  thinks: boolean
}

/** Characters: several times what the largest `maxTokens` comes to. One that never ends must not fill the memory. */
export const LONGEST_ANSWER = 4_000_000

/** Characters of what is only kept to be sent back, such as signatures: many times what a model thinks. */
export const MOST_CARRIED = 16_000_000

/** Reads one turn from the events of a stream and writes it as it comes. Throws AppError for what cannot be. */
export interface TurnReader {
  /** The data of one event. */
  take(data: string): void
  /** Characters that the reader of the answer has been given: once there are any, nothing is asked again. */
  readonly written: number
  /** Grows with every token of any kind, those of tool calls included. */
  readonly progress: number
  /** True when the answer is whole, though figures may follow. */
  readonly complete: boolean
  /** True when the provider has said that nothing follows. */
  readonly ended: boolean
  /** True while the model thinks, or may think, without showing it. */
  readonly thinking: boolean
  /** What the turn came to, when its stream has ended. */
  result(): EngineResult
}

/**
 * Posts to a provider and reads its stream. Before the first token a failure is tried again, twice at most and as
 * late as the provider asks; after it never, since that would double text. A stop is thrown as the signal's reason.
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
      // The gate has been told of the pause, and lets nobody through before it is over.
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
    // A body that is let go of reports so as an error, which without a listener would end the process.
    response.body.on('error', () => undefined)
    if (response.statusCode !== 200) throw await refusedWith(response)
    call.gate.answered((spentPause(response.headers) ?? 0) * 1000)
    await checkKind(response)
    await readBody(call, response, patience, reader)
    return reader.result()
  } catch (error) {
    call.signal.throwIfAborted()
    const failure = patience.explain(error)
    // What follows a whole answer are figures and the end mark: not worth losing it.
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

/** An answer that began well must be an event stream; some servers put an error there instead. */
async function checkKind(response: Dispatcher.ResponseData): Promise<void> {
  const type = String(response.headers['content-type'] ?? '').toLowerCase()
  const encoding = String(response.headers['content-encoding'] ?? 'identity').toLowerCase()
  if (type.includes('event-stream') && encoding === 'identity') return
  if (type.includes('json') && encoding === 'identity') {
    const fault = readFaultText(200, await firstBytes(response))
    if (fault.names.length > 0 || fault.message.trim() !== '') throw refusalOf({ ...fault, status: null })
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
    // An empty event keeps the connection open and says nothing.
    if (!reader.ended && data.trim() !== '') reader.take(data)
  })
  try {
    // Not by an iterator, which costs a promise and two turns of the loop for every token.
    await new Promise<void>((resolve, reject) => {
      response.body.on('data', (chunk: Buffer) => {
        try {
          const before = reader.progress
          events.push(chunk)
          // Comments that keep a connection open are silence too.
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
 * What follows the last event is the end of the body, mostly. Waiting for it, for a moment and beside the answer, keeps
 * the connection for the next call: a new one takes several ways to the provider and back.
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
