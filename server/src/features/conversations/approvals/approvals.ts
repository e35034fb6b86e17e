import type { conversations } from '@parlance/contract/conversations'
import { isDatabaseAway } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CallIn, ReaderOf } from '../readers/readerOf.ts'
import { findSegment } from '../record/store.ts'
import * as store from './store.ts'

/** How long an answer waits for a decision. After that, it continues without the call. */
const WAIT_MS = 10 * 60_000
/** How soon a decision is found whose notification was lost. */
const POLL_MS = 2000

/** Decisions of people on what an answer wants to do. */
export interface Approvals {
  /**
   * Waits for the decision on a call of a tool, made at any process. `onWaiting` is called if the person has to be asked:
   * not if they approved all calls of the tool in this conversation. Throws if the signal is aborted.
   */
  ask(
    place: store.ToolCallPlace,
    call: store.AskedCall,
    signal: AbortSignal,
    onWaiting: () => void,
  ): Promise<store.Decision>
  /** Adds the call with which people decide to a family of conversations. */
  within<X>(readerOf: ReaderOf<X>): {
    decideToolCall(call: CallIn<X, typeof conversations.decideToolCall>): Promise<Record<string, never>>
  }
}

export function createApprovals({
  database,
  bus,
  clock,
}: Pick<Platform, 'database' | 'bus' | 'clock'>): Approvals {
  const { db } = database
  /** What ends the current pause of the calls that wait in this process, by segment. */
  const pauses = new Map<string, Set<() => void>>()
  const wake = (segmentId: string) => {
    for (const end of pauses.get(segmentId) ?? []) end()
  }
  bus.subscribe(store.DECIDED, wake)

  /** Resolves when a call of the segment may have been decided, and after a while in any case. */
  async function pause(segmentId: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const ends = pauses.get(segmentId) ?? new Set()
    pauses.set(segmentId, ends.add(resolve))
    const timer = setTimeout(resolve, POLL_MS)
    await promise
    clearTimeout(timer)
    ends.delete(resolve)
    if (ends.size === 0 && pauses.get(segmentId) === ends) pauses.delete(segmentId)
  }

  /** Returns the decision, or null if there is none yet or the database is away, which also ends. */
  async function decisionOn(place: store.ToolCallPlace, isLate: boolean): Promise<store.Decision | null> {
    try {
      if (isLate && (await store.storeDecision(database, place, 'Expired'))) return 'Expired'
      return await store.readDecision(db, place)
    } catch (cause) {
      if (isDatabaseAway(cause)) return null
      throw cause
    }
  }

  /** Returns whether the call is approved already, or null if the database is away until the deadline. */
  async function insert(
    place: store.ToolCallPlace,
    call: store.AskedCall,
    signal: AbortSignal,
    deadline: number,
  ): Promise<boolean | null> {
    while (clock.monotonicMs() < deadline) {
      signal.throwIfAborted()
      try {
        return await store.insertWaiting(db, place, call)
      } catch (cause) {
        if (!isDatabaseAway(cause)) throw cause
        await pause(place.segmentId)
      }
    }
    return null
  }

  return {
    async ask(place, call, signal, onWaiting) {
      const deadline = clock.monotonicMs() + WAIT_MS
      const stopped = () => wake(place.segmentId)
      signal.addEventListener('abort', stopped, { once: true })
      try {
        const isApproved = await insert(place, call, signal, deadline)
        if (isApproved !== false) return isApproved ? 'Approved' : 'Expired'
        onWaiting()
        for (;;) {
          signal.throwIfAborted()
          // Begins before the decision is read, so that none is missed in between.
          const paused = pause(place.segmentId)
          const decision = await decisionOn(place, clock.monotonicMs() >= deadline)
          if (decision) return decision
          await paused
        }
      } finally {
        signal.removeEventListener('abort', stopped)
      }
    },
    within: (readerOf) => ({
      async decideToolCall(call) {
        const { conversationId, conversationSegmentId: segmentId, toolCallId } = call.params
        const { approved, remember } = call.input
        const found = await findSegment(db, readerOf(call), conversationId, segmentId)
        const place = { segmentId, toolCallId }
        if (!found || !(await store.existsCall(db, place))) throw new AppError('toolCall.notFound')
        const forConversation = approved && remember === 'Conversation'
        const decision = approved ? 'Approved' : 'Declined'
        const isDecided =
          found.status === 'Pending' &&
          (await store.storeDecision(database, place, decision, forConversation))
        // A repeated decision is no error: its first answer can be lost.
        if (!isDecided && (await store.readDecision(db, place)) !== decision)
          throw new AppError('toolCall.decided')
        wake(segmentId)
        return {}
      },
    }),
  }
}
