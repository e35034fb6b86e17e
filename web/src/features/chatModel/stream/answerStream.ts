import { type StreamEvent, streamEventNames } from '@parlance/contract/events'
import { ApiError } from '../../../session/http.ts'
import { eventsOf } from './eventStream.ts'
import type { NumberedEvent } from './streamEvents.ts'

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 10_000
/**
 * After this many consecutive connections without an event, the server has nothing more to send for this
 * answer.
 */
const EMPTY_ENDS = 3

export interface SegmentIds {
  conversationId: string
  conversationSegmentId: string
}

export interface StreamCalls {
  /** Posts the question. Repeated with the same idempotency key until the server has answered. */
  post: (signal: AbortSignal) => Promise<Response>
  resume: (ids: SegmentIds, lastEventId: number, signal: AbortSignal) => Promise<Response>
  /** Waits, but ends immediately when the browser is back. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Calls back when the browser comes online or its machine wakes up. Returns a function that stops this. */
  onBack: (callback: () => void) => () => void
}

export interface StreamSink {
  events: (events: NumberedEvent[]) => void
  reconnecting: (reconnecting: boolean) => void
}

/**
 * Receives one answer over as many connections as needed, every event exactly once and in order. Ends with
 * `no-more-data`, or when the server has nothing more to send. Never gives up while the answer exists, and
 * throws only errors that waiting can't resolve.
 */
export class AnswerStream {
  private cursor: number
  private complete = false
  private failures = 0
  private emptyEnds = 0
  private ids: SegmentIds | null
  private readonly calls: StreamCalls
  private readonly sink: StreamSink

  constructor(
    calls: StreamCalls,
    sink: StreamSink,
    from: { ids: SegmentIds; lastEventId: number } | null = null,
  ) {
    this.calls = calls
    this.sink = sink
    this.ids = from?.ids ?? null
    this.cursor = from?.lastEventId ?? 0
  }

  get position(): { ids: SegmentIds | null; lastEventId: number } {
    return { ids: this.ids, lastEventId: this.cursor }
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!this.complete) {
      await this.connect(signal)
      if (this.complete) break
      signal.throwIfAborted()
      this.sink.reconnecting(true)
      const wait = Math.min(FIRST_WAIT_MS * 2 ** this.failures, LONGEST_WAIT_MS)
      this.failures++
      await this.calls.wait(wait, signal)
    }
    this.sink.reconnecting(false)
  }

  private async connect(signal: AbortSignal): Promise<void> {
    const attempt = new AbortController()
    const either = AbortSignal.any([signal, attempt.signal])
    const stopListening = this.calls.onBack(() => attempt.abort())
    try {
      const response = this.ids
        ? await this.calls.resume(this.ids, this.cursor, either)
        : await this.calls.post(either)
      await this.read(response, attempt)
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (!attempt.signal.aborted && !this.curable(error)) throw error
    } finally {
      stopListening()
      attempt.abort()
    }
  }

  private async read(response: Response, attempt: AbortController): Promise<void> {
    let empty = true
    for await (const events of eventsOf<StreamEvent>(response, streamEventNames, attempt)) {
      this.failures = 0
      this.sink.reconnecting(false)
      if (this.take(events)) empty = false
      if (this.complete) return
    }
    this.ended(empty)
  }

  private ended(empty: boolean): void {
    this.emptyEnds = empty ? this.emptyEnds + 1 : 0
    if (this.ids !== null && this.emptyEnds >= EMPTY_ENDS) this.complete = true
  }

  /** Returns whether any of the events was new. */
  private take(events: NumberedEvent[]): boolean {
    const fresh = events.filter((event) => {
      // Without a number, repeats can't be detected, so the event counts as new.
      if (event.id !== 0 && event.id <= this.cursor && !this.isNotice(event)) return false
      this.cursor = Math.max(this.cursor, event.id)
      return true
    })
    for (const event of fresh) {
      if (event.event === 'conversation-and-segment-id') this.ids = event.data
      if (event.event === 'no-more-data') this.complete = true
    }
    if (fresh.length > 0) this.sink.events(fresh)
    return fresh.length > 0
  }

  /**
   * The server sends steps without a number of their own if they aren't part of the answer, as while it can't be
   * stored. They have the last event's, and replace all steps, so a repeat does no harm.
   */
  private isNotice({ event, id }: NumberedEvent): boolean {
    return event === 'step-update' && id === this.cursor
  }

  /**
   * A rejected question is reported immediately. A lost or busy connection to an existing answer is retried.
   */
  private curable(error: unknown): boolean {
    if (!(error instanceof ApiError)) return error instanceof TypeError || error instanceof DOMException
    const { status } = error
    if (typeof status === 'string') return true
    if (this.ids === null) return false
    return status >= 500 || status === 408 || status === 429
  }
}
