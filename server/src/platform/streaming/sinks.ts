import type { ServerResponse } from 'node:http'
import type { Clock } from '../clock.ts'
import { goneWith } from './gone.ts'

/** Comment lines keep an idle stream alive: at most 15 s pass without a byte. */
const IDLE_MS = 14_000
/**
 * A reader that has read nothing from its 64 kB buffer for this long is gone; if it isn't, it will reconnect.
 */
const STUCK_MS = 120_000
const IDLE_CHECK_MS = 1000
export const RIGHTS_CHECK_MS = 30_000

/** The connection of one reader of an event stream, with the time of its last bytes. */
export interface Sink {
  response: ServerResponse
  lastWriteAt: number
}

/** The event stream readers of this process. */
export interface Sinks {
  /**
   * Runs `work` for a reader until it disconnects, then ends its stream. Meanwhile keeps the stream alive and
   * checks `stillAllowed` regularly, so that revoking a permission closes open streams.
   */
  serve(
    response: ServerResponse,
    stillAllowed: () => Promise<boolean>,
    work: (sink: Sink, gone: AbortSignal) => Promise<void>,
  ): Promise<void>
  start(): void
  stop(): void
}

export function createSinks(clock: Clock, rightsCheckMs = RIGHTS_CHECK_MS): Sinks {
  const sinks = new Set<Sink>()
  let timer: NodeJS.Timeout | undefined

  /** Writes to readers that have received nothing for a while, and drops those that don't read. */
  function keepAlive(): void {
    const now = clock.monotonicMs()
    for (const sink of sinks) {
      const idleMs = now - sink.lastWriteAt
      if (sink.response.writableNeedDrain) {
        if (idleMs > STUCK_MS) sink.response.destroy()
        continue
      }
      if (idleMs < IDLE_MS) continue
      sink.response.write(':\n\n')
      sink.lastWriteAt = now
    }
  }

  return {
    async serve(response, stillAllowed, work) {
      const gone = goneWith(response)
      const sink: Sink = { response, lastWriteAt: clock.monotonicMs() }
      const check = setInterval(async () => {
        if (!(await stillAllowed())) response.destroy()
      }, rightsCheckMs)
      sinks.add(sink)
      try {
        await work(sink, gone)
      } finally {
        clearInterval(check)
        sinks.delete(sink)
        if (!response.writableEnded) response.end()
      }
    },
    start() {
      timer = setInterval(keepAlive, IDLE_CHECK_MS)
    },
    stop() {
      clearInterval(timer)
    },
  }
}
