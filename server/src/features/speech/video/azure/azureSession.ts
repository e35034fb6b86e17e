import { once } from 'node:events'
import type { AzureAvatar } from '../../../../config/config.ts'
import type { Egress } from '../../../../platform/egress/egress.ts'
import type { OrderError, Sentence } from '../messages.ts'
import {
  answerIn,
  type IceCredentials,
  isSessionClosed,
  read,
  type ServiceMessage,
  speechConfig,
  synthesisContext,
  written,
} from './messages.ts'
import { ssmlOf } from './ssml.ts'

/** How long the service can take to connect, to say a sentence, and to be silent after it was told to. */
export interface AzureLimits {
  connectMs: number
  sentenceMs: number
  stopMs: number
}
export const azureLimits: AzureLimits = { connectMs: 15_000, sentenceMs: 120_000, stopMs: 5000 }

/** Two of the longest answers. */
const MOST_WAITING = 40_000

interface Events {
  /** Whether the rules of the instance still allow to send what people asked to hear. */
  isAllowed(): Promise<boolean>
  closed(): void
  quiet(): void
  /** What went wrong, without anything that was spoken. */
  failed(error: OrderError, fields: Record<string, string | number>): void
}

interface Turn {
  requestId: string
  started: string | null
  settle(error: OrderError | null): void
}

/** The connection to one avatar of Azure. It ends with its connection. */
export class AzureSession {
  readonly #place: AzureAvatar
  readonly #limits: AzureLimits
  readonly #events: Events
  readonly #socket: ReturnType<Egress['webSocket']>
  #turn: Turn | null = null
  #queue: Sentence[] = []
  #isRunning = false
  #hasSpoken = false
  #isOver = false
  /** Why it ended. */
  #error: OrderError | null = null
  #stopping: NodeJS.Timeout | null = null

  constructor(place: AzureAvatar, egress: Egress, limits: AzureLimits, events: Events) {
    this.#place = place
    this.#limits = limits
    this.#events = events
    const connectionId = newId()
    this.#socket = egress.webSocket(place.socketUrl, {
      // The library puts the key into the URL, too, because browsers can’t send headers. URLs get logged.
      'Ocp-Apim-Subscription-Key': place.key,
      'X-ConnectionId': connectionId,
    })
    this.#socket.binaryType = 'arraybuffer'
    this.#socket.addEventListener('message', ({ data }) => {
      const message = typeof data === 'string' ? read(data) : null
      if (message) this.#receive(message)
    })
    this.#socket.addEventListener('close', ({ code, reason }) => this.#closed(code, reason))
    // Followed by a close event.
    this.#socket.addEventListener('error', () => undefined)
  }

  /** Sends a browser’s offer. Returns the service’s answer, or why there is none. */
  async connect(
    offer: string,
    ice: IceCredentials,
  ): Promise<{ error: OrderError } | { error: null; answer: string }> {
    const timer = setTimeout(() => this.#fail('Late', {}), this.#limits.connectMs)
    try {
      await Promise.race([once(this.#socket, 'open'), once(this.#socket, 'close')])
      if (this.#isOver) return { error: this.#error ?? 'Unreachable' }
      const requestId = newId()
      this.#send('speech.config', requestId, speechConfig(this.#place, offer, ice))
      // The first turn has no text. It starts with the answer.
      const { error, started } = await this.#take(requestId, { text: '', voice: this.#place.voice })
      if (error) return { error }
      const answer = answerIn(started ?? '')
      if (answer) return { error: null, answer }
      this.#fail('Broken', { missing: 'answer' })
      return { error: 'Broken' }
    } finally {
      clearTimeout(timer)
    }
  }

  /** Speaks after what is still being said. */
  speak(sentences: readonly Sentence[]): OrderError | null {
    if (this.#isOver) return 'Gone'
    const waiting = [...this.#queue, ...sentences].reduce((sum, { text }) => sum + text.length, 0)
    if (waiting > MOST_WAITING) return 'Full'
    this.#queue.push(...sentences)
    this.#hasSpoken = true
    void this.#run()
    return null
  }

  /** Drops what wasn’t said yet. */
  stop(): OrderError | null {
    if (this.#isOver) return 'Gone'
    this.#queue = []
    const turn = this.#turn
    if (!turn || this.#stopping) return null
    this.#send('synthesis.control', turn.requestId, JSON.stringify({ action: 'stop' }))
    this.#stopping = setTimeout(() => turn.settle(null), this.#limits.stopMs)
    return null
  }

  close(): void {
    this.#over('Gone')
    this.#socket.close()
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    for (let next = this.#queue.shift(); next && !this.#isOver; next = this.#queue.shift()) {
      // What waits can take longer than it takes to change a rule.
      if (!(await this.#events.isAllowed())) this.#fail('Gone', {})
      if (this.#isOver) break
      const timer = setTimeout(() => this.#fail('Late', {}), this.#limits.sentenceMs)
      await this.#take(newId(), next)
      clearTimeout(timer)
    }
    this.#isRunning = false
    if (!this.#isOver) this.#events.quiet()
  }

  /** Has the service say something. Resolves when it has, or couldn’t. */
  #take(
    requestId: string,
    sentence: Sentence,
  ): Promise<{ error: OrderError | null; started: string | null }> {
    return new Promise((resolve) => {
      const turn: Turn = {
        requestId,
        started: null,
        settle: (error) => {
          if (this.#turn !== turn) return
          this.#turn = null
          if (this.#stopping) clearTimeout(this.#stopping)
          this.#stopping = null
          resolve({ error, started: turn.started })
        },
      }
      this.#turn = turn
      this.#send('synthesis.context', requestId, synthesisContext)
      this.#send('ssml', requestId, ssmlOf(sentence), 'application/ssml+xml')
    })
  }

  #send(path: string, requestId: string, body: string, contentType = 'application/json'): void {
    this.#socket.send(written(path, requestId, contentType, body, new Date()))
  }

  #receive({ path, requestId, body }: ServiceMessage): void {
    if (path === 'audio.metadata' && isSessionClosed(body)) this.#fail('Gone', {})
    const turn = this.#turn
    // A sentence that was stopped can still report.
    if (turn?.requestId !== requestId) return
    if (path === 'turn.start') turn.started = body
    if (path === 'turn.end') turn.settle(null)
  }

  #closed(code: number, reason: string): void {
    if (this.#isOver) return
    const error = errorOf(code, reason)
    const fields: Record<string, string | number> = { closeCode: code }
    // A reason can quote what was sent, which is someone’s words once it speaks.
    if (reason && !this.#hasSpoken) fields.reason = reason.replaceAll(this.#place.key, '…')
    this.#events.failed(error, fields)
    this.#over(error)
    this.#events.closed()
  }

  #fail(error: OrderError, fields: Record<string, string>): void {
    if (this.#isOver) return
    if (error !== 'Gone') this.#events.failed(error, fields)
    this.#over(error)
    this.#socket.close()
    this.#events.closed()
  }

  #over(error: OrderError): void {
    this.#isOver = true
    this.#error ??= error
    this.#queue = []
    this.#turn?.settle(error)
  }
}

/** Returns what a close event of the service says. Only 1007 is known from the library; the rest is what reasons say. */
function errorOf(code: number, reason: string): OrderError {
  if (/\b(401|403)\b|unauthori[sz]ed|forbidden|subscription key/i.test(reason)) return 'Key'
  if (/\b429\b|throttl|quota|too many/i.test(reason)) return 'Limited'
  if (code === 1007) return 'Rejected'
  return code === 1006 ? 'Unreachable' : 'Broken'
}

/** An ID as the library makes them. */
const newId = (): string => crypto.randomUUID().replaceAll('-', '')
