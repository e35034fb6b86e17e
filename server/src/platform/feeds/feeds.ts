import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { v4 as uuid } from 'uuid'
import type { Clock } from '../clock.ts'
import type { Bus } from '../database/bus.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import type { Sink, Sinks } from '../streaming/sinks.ts'

const TOLD = 'feed_told'
/** The maximum size of a reader's unread data. Beyond that, it should reconnect. */
const MOST_WAITING_BYTES = 64 * 1024

/** Events for other processes that share a statement, and that wait for one. */
const MOST_AT_ONCE = 100
const MOST_TOLD_LATER = 1000

/** The feed that a user's open pages follow. */
export const feedOfUser = (userId: string): string => `user:${userId}`

/** A feed event: a name and JSON data. */
export interface Told {
  event: string
  data: unknown
}

/**
 * Streams of live events for readers of this process and all others. Nothing is stored. A reader that connects
 * or reconnects first gets the current state, so a lost event costs only time.
 */
export interface Feeds {
  /** Sends an event to a feed's readers, after the change is stored. An event has at most a few kilobytes. */
  tell(feed: string, told: Told): void
  /**
   * Sends an event to all readers of this process, and to those who connect later, until one of the same name replaces
   * it. Other processes find out by themselves.
   */
  keep(told: Told): void
  /** Streams a feed to a reader until it disconnects. `first` reads the current state. */
  follow(
    feed: string,
    response: ServerResponse,
    options: { first: () => Promise<readonly Told[]>; stillAllowed: () => Promise<boolean> },
  ): Promise<void>
  start(): void
  /** Ends the streams; their readers reconnect to another process. */
  stop(): void
}

interface Options {
  database: Database
  bus: Bus
  sinks: Sinks
  clock: Clock
  log: Log
}

export function createFeeds({ database, bus, sinks, clock, log }: Options): Feeds {
  const process = uuid()
  const readers = new Map<string, Set<Reader>>()
  const kept = new Map<string, Told>()
  const end = new AbortController()

  /** Events for other processes, in order, until their turn to be sent. */
  const waiting: string[] = []
  let isSending = false

  function tellHere(feed: string, told: Told): void {
    for (const reader of readers.get(feed) ?? []) reader.tell(told)
  }

  /** One statement at a time: two on different connections could arrive in the wrong order. */
  async function send(): Promise<void> {
    if (isSending) return
    isSending = true
    while (waiting.length > 0) {
      const payloads = waiting.splice(0, MOST_AT_ONCE)
      await sql`select pg_notify(${TOLD}, payload)
        from unnest(${payloads}::text[]) with ordinality as told (payload, number) order by number`
        .execute(database.db)
        .catch((cause: unknown) => log.warn('feeds.notTold', { events: payloads.length }, cause))
    }
    isSending = false
  }

  return {
    tell(feed, told) {
      tellHere(feed, told)
      if (database.embedded) return
      // While the database is away, the oldest are dropped: readers read the current state when they reconnect.
      if (waiting.length >= MOST_TOLD_LATER) waiting.shift()
      waiting.push(JSON.stringify({ process, feed, ...told }))
      // Events of the same moment share a statement.
      queueMicrotask(() => void send())
    },
    keep(told) {
      kept.set(told.event, told)
      for (const feed of readers.keys()) tellHere(feed, told)
    },
    follow: (feed, response, { first, stillAllowed }) =>
      sinks.serve(response, stillAllowed, async (sink, gone) => {
        const reader = new Reader(sink, clock)
        const listening = readers.get(feed) ?? new Set()
        readers.set(feed, listening.add(reader))
        try {
          // The reader subscribes before the state is read, so later events follow it.
          reader.begin([...(await first()), ...kept.values()])
          await untilAborted(AbortSignal.any([gone, end.signal]))
        } catch (cause) {
          log.warn('feeds.notBegun', {}, cause)
        } finally {
          listening.delete(reader)
          if (listening.size === 0) readers.delete(feed)
        }
      }),
    start() {
      bus.subscribe(TOLD, (payload) => {
        const { process: by, feed, event, data } = JSON.parse(payload)
        if (by !== process) tellHere(feed, { event, data })
      })
    },
    stop: () => end.abort(),
  }
}

/** One reader. Events that arrive before the current state wait for it. */
class Reader {
  readonly #sink: Sink
  readonly #clock: Clock
  #waiting: Told[] | null = []

  constructor(sink: Sink, clock: Clock) {
    this.#sink = sink
    this.#clock = clock
  }

  begin(first: readonly Told[]): void {
    const waiting = this.#waiting ?? []
    this.#waiting = null
    for (const told of [...first, ...waiting]) this.tell(told)
  }

  tell(told: Told): void {
    if (this.#waiting) {
      this.#waiting.push(told)
      return
    }
    const { response } = this.#sink
    if (response.destroyed || response.writableEnded) return
    if (response.writableLength > MOST_WAITING_BYTES) {
      response.destroy()
      return
    }
    response.write(`event: ${told.event}\ndata: ${JSON.stringify(told.data)}\n\n`)
    this.#sink.lastWriteAt = this.#clock.monotonicMs()
  }
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
