import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

const RETRY_MS = 200

/** Where to send calls: given several origins, each retry goes to the next process. */
export interface Caller {
  /** The origins of the processes. The first one is called; each retry goes to the next. */
  origins: string[]
  token: string
  gptSystemId: string
}

export interface Conversed {
  conversationId: string
  segmentId: string
  question: string
  /** The text read over all connections. */
  text: string
  /** The length of the text over time. */
  lengths: { length: number; at: number }[]
  /** The terminal status from the stream; null if none arrived in time. */
  status: string | null
  /** The number of connections it took. */
  connections: number
  /** Events whose number wasn't greater than the previous one's. */
  doubled: number
  /** Statuses of refused calls, except 503 and 429. */
  errors: number[]
  endedAt: number
}

/**
 * Asks one question and reads its answer to the end like a client, reconnecting from its last position until
 * `ms` have passed.
 */
export async function converse(
  caller: Caller,
  options: {
    ms: number
    onIds?: (ids: Pick<Conversed, 'conversationId' | 'segmentId' | 'question'>) => void
    onText?: (length: number) => void
    signal?: AbortSignal
  },
): Promise<Conversed> {
  const deadline = performance.now() + options.ms
  const key = randomUUID()
  const conversed: Conversed = {
    conversationId: '',
    segmentId: '',
    question: `question ${randomUUID()}`,
    text: '',
    lengths: [],
    status: null,
    connections: 0,
    doubled: 0,
    errors: [],
    endedAt: 0,
  }
  let last = 0
  for (let turn = 0; conversed.status === null && performance.now() < deadline; turn += 1) {
    if (options.signal?.aborted) break
    const origin = caller.origins[turn % caller.origins.length] ?? ''
    const isKnown = conversed.segmentId !== ''
    const base = `${origin}/api/internal/userConversations`
    const authorization = { authorization: `Bearer ${caller.token}` }
    const over = AbortSignal.any([
      AbortSignal.timeout(Math.max(1, Math.ceil(deadline - performance.now()))),
      ...(options.signal ? [options.signal] : []),
    ])
    try {
      const response = isKnown
        ? await fetch(`${base}/${conversed.conversationId}/segments/${conversed.segmentId}/stream`, {
            headers: { ...authorization, 'last-event-id': String(last) },
            signal: over,
          })
        : await fetch(`${base}/byGptSystemId/${caller.gptSystemId}`, {
            method: 'POST',
            headers: { ...authorization, 'content-type': 'application/json', 'idempotency-key': key },
            body: JSON.stringify({ question: conversed.question }),
            signal: over,
          })
      conversed.connections += 1
      if (response.status === 200) {
        await readEvents(response, (id, event, data) => {
          if (id <= last && event !== 'response-updated') conversed.doubled += 1
          last = Math.max(last, id)
          take(conversed, event, data)
          if (event === 'conversation-and-segment-id') options.onIds?.(conversed)
          if (event === 'response-updated') options.onText?.(conversed.text.length)
        })
      } else {
        await response.arrayBuffer()
        if (![503, 429].includes(response.status)) conversed.errors.push(response.status)
      }
    } catch {
      // The connection broke; the next one continues after the last event.
    }
    if (conversed.status === null) await wait(RETRY_MS)
  }
  conversed.endedAt = performance.now()
  return conversed
}

function take(conversed: Conversed, event: string, data: Record<string, unknown>): void {
  if (event === 'conversation-and-segment-id') {
    conversed.conversationId = String(data.conversationId)
    conversed.segmentId = String(data.conversationSegmentId)
  }
  if (event === 'response-updated') {
    conversed.text += String(data.text)
    conversed.lengths.push({ length: conversed.text.length, at: performance.now() })
  }
  if (event === 'no-more-data') conversed.status = String(data.status)
}

export async function readEvents(
  response: Response,
  onEvent: (id: number, event: string, data: Record<string, unknown>) => void,
): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk, { stream: true })
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const block = rest.slice(0, end)
      rest = rest.slice(end + 2)
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const event = field('event')
      if (event) onEvent(Number(field('id')), event, JSON.parse(field('data') ?? '{}'))
    }
  }
}

export interface StoredSegment {
  question: string
  answer: string
  status: string
  errors: { code: string }[]
}

/** Reads a question from the database until it is terminal; null if it isn't stored, or not in time. */
export async function storedSegment(
  caller: Caller,
  conversationId: string,
  ms: number,
): Promise<StoredSegment | null> {
  const deadline = performance.now() + ms
  for (let turn = 0; performance.now() < deadline; turn += 1) {
    const origin = caller.origins[turn % caller.origins.length] ?? ''
    const response = await fetch(`${origin}/api/internal/userConversations/${conversationId}/segments`, {
      headers: { authorization: `Bearer ${caller.token}` },
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null)
    if (response?.status === 404) return null
    if (response?.status === 200) {
      const { items } = (await response.json()) as { items: StoredSegment[] }
      const [segment] = items
      if (segment && segment.status !== 'Pending') return segment
    } else await response?.arrayBuffer()
    await wait(100)
  }
  return null
}

/** The total of all problems with answers. Every count but the first should be 0. */
export interface Tally {
  answers: number
  /** Acknowledged questions missing from the database, and shown text missing from the stored answer. */
  lost: number
  /** Text the provider didn't send, or not in this order. */
  wrong: number
  /** Answers without an end in time. */
  hung: number
  /** Refusals that a client can't wait for, such as 500. */
  errors: number
  /** The age of the oldest shown text lost to a kill. */
  lostMs: number
  /** Answers by terminal status. */
  statuses: Record<string, number>
}

/**
 * Compares what was read with what is stored and what the provider sent. If the process was killed, text shown
 * within `lostMs` of its death can be missing.
 */
export async function tallyOf(
  caller: Caller,
  all: readonly Conversed[],
  whole: string,
  options: { killedAt?: number; lostMs?: number; endMs?: number } = {},
): Promise<Tally> {
  const tally: Tally = { answers: all.length, lost: 0, wrong: 0, hung: 0, errors: 0, lostMs: 0, statuses: {} }
  for (const one of all) {
    tally.errors += one.errors.length
    if (one.status === null) tally.hung += 1
    if (one.conversationId === '') {
      // Its end arrived, so the question was asked, but it can't be found.
      if (one.status !== null) tally.lost += 1
      continue
    }
    const segment = await storedSegment(caller, one.conversationId, options.endMs ?? 30_000)
    if (!segment || segment.question !== one.question) {
      tally.lost += 1
      continue
    }
    const told = [segment.status, ...segment.errors.map(({ code }) => code)].join(' ')
    tally.statuses[told] = (tally.statuses[told] ?? 0) + 1
    const isWhole = segment.status === 'Completed'
    if (isWhole ? segment.answer !== whole || one.text !== whole : !whole.startsWith(segment.answer))
      tally.wrong += 1
    if (one.doubled > 0 || !whole.startsWith(one.text)) tally.wrong += 1
    const firstLost = one.lengths.find(({ length }) => length > segment.answer.length)
    const { killedAt, lostMs = 0 } = options
    if (firstLost && killedAt !== undefined) tally.lostMs = Math.max(tally.lostMs, killedAt - firstLost.at)
    if (firstLost && (killedAt === undefined || killedAt - firstLost.at > lostMs)) tally.lost += 1
  }
  return tally
}

export function lineOf(name: string, tally: Tally, more = ''): string {
  const statuses = Object.entries(tally.statuses).map(([status, count]) => `${count} ${status}`)
  return `${name}: ${tally.answers} answers, lost ${tally.lost}, wrong ${tally.wrong}, hung ${tally.hung}, errors ${tally.errors} (${statuses.join(', ') || 'none stored'})${more}`
}

export const isClean = (tally: Tally): boolean =>
  tally.lost === 0 && tally.wrong === 0 && tally.hung === 0 && tally.errors === 0
