import type { ServerResponse } from 'node:http'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { sessionToken } from '../database/sessionToken.ts'
import type { Sink, Sinks } from '../streaming/sinks.ts'
import { type Entry, framesAfter } from './entry.ts'
import { LocalFollower } from './follower.ts'
import type { Run } from './run.ts'
import { findLengths, findRunOf, isEnded } from './store.ts'
import { followStored } from './storedFollower.ts'

export interface FollowOptions {
  /** The number of the last event that the reader has seen; 0 for none. */
  after: number
  /**
   * The whole answer, for a reader whose next events don't exist: they were deleted, or the reader saw more
   * than was stored before a kill. A reader who has seen events gets only the missing ones, numbered after
   * those.
   */
  stored: readonly Entry[]
  /** Ends the stream when it returns false. */
  stillAllowed: () => Promise<boolean>
}

export interface Readers {
  /** Streams a subject's newest run to a reader; `run` is set if this process has it in memory. */
  follow(
    subjectId: string,
    run: Run | undefined,
    response: ServerResponse,
    options: FollowOptions,
  ): Promise<void>
  /** Called when another process reports that a run has grown. */
  tell(runId: string): void
}

interface Options {
  database: Database
  clock: Clock
  sinks: Sinks
}

export function createReaders({ database, clock, sinks }: Options): Readers {
  const growth = new Map<string, Set<() => void>>()

  /** Resolves when the run has grown, or after `ms`. */
  function waitForGrowth(runId: string, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const waiting = growth.get(runId) ?? new Set()
      growth.set(runId, waiting)
      const go = () => {
        clearTimeout(timer)
        waiting.delete(go)
        if (waiting.size === 0) growth.delete(runId)
        resolve()
      }
      const timer = setTimeout(go, ms)
      waiting.add(go)
    })
  }

  /**
   * Resolves with 'whole' when everything was sent, otherwise with the cursor to continue from in the stored
   * rows.
   */
  function followLocal(run: Run, after: number, sink: Sink, signal: AbortSignal): Promise<'whole' | number> {
    // A number beyond the log isn't ours: the reader gets everything again rather than nothing.
    const cursor = after <= run.log.length ? after : 0
    return new Promise((resolve) => {
      const follower = new LocalFollower(run, cursor, sink, clock, (ending) =>
        leave(ending === 'whole' ? 'whole' : follower.cursor),
      )
      const leave = (result: 'whole' | number) => {
        run.watchers.delete(follower)
        follower.close()
        resolve(result)
      }
      run.watchers.add(follower)
      signal.addEventListener('abort', () => leave('whole'))
      follower.nudge()
    })
  }

  /** Resolves with null when everything was sent, otherwise with the text length of each deleted event. */
  async function followRows(
    subjectId: string,
    cursor: number,
    sink: Sink,
    signal: AbortSignal,
  ): Promise<number[] | null> {
    const run = await findRunOf(database.db, subjectId)
    if (!run) return []
    const whole = await followStored({
      database,
      clock,
      runId: run.id,
      cursor,
      sink,
      signal,
      grown: waitForGrowth,
      ended: () => isEnded(database.db, run.id),
      token: () => sessionToken({ database, clock }),
    })
    return whole ? null : ((await findLengths(database.db, run.id)) ?? [])
  }

  return {
    follow: (subjectId, run, response, { after, stored, stillAllowed }) =>
      sinks.serve(response, stillAllowed, async (sink, gone) => {
        const cursor = run ? await followLocal(run, after, sink, gone) : after
        const lengths = cursor === 'whole' ? null : await followRows(subjectId, cursor, sink, gone)
        if (!lengths || gone.aborted) return
        const rest = unseen(stored, after, lengths)
        for (let at = 0; at < rest.length; ) {
          const next = framesAfter(rest, at, after)
          response.write(next.frames)
          at = next.cursor
        }
      }),
    tell(runId) {
      for (const go of growth.get(runId) ?? []) go()
    },
  }
}

/**
 * Returns what a reader of the first `after` events is missing, based on the events' remaining lengths, if any.
 */
export function unseen(stored: readonly Entry[], after: number, lengths: readonly number[]): Entry[] {
  if (after === 0) return [...stored]
  // Without lengths, the new part of the text is unknown, and repeated text is worse than none.
  const seen =
    lengths.length === 0
      ? Number.POSITIVE_INFINITY
      : lengths.slice(0, after).reduce((sum, length) => sum + length, 0)
  return stored.flatMap((entry): Entry[] => {
    if (typeof entry !== 'string') return [entry]
    const rest = entry.slice(seen)
    return rest === '' ? [] : [rest]
  })
}
