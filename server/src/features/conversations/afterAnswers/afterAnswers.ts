import pLimit from 'p-limit'
import type { Engines } from '../../../engines/registry.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { Charged, Share, Usage } from '../../usage/index.ts'
import type { Answered, Question } from '../answering/question.ts'
import {
  costOfCalls,
  type Execution,
  type ExecutionRow,
  type ModelCall,
  usagesOf,
} from '../execution/execution.ts'
import { Spending } from '../execution/spending.ts'
import type { SegmentCost } from '../execution/store.ts'
import type { HelperNeeds } from '../models/helperCalls.ts'

/** Few run at once, so answers come first when a model is busy. */
const AT_ONCE = 2
const MOST_WAITING = 200

/** A completed answer. */
export interface Ended {
  asked: Question
  answered: Answered
  execution: Execution
  /** Null if no limits apply. */
  charged: Charged | null
}

/** What a task's model calls cost, which counts toward the answer that they followed. */
export type Cost = SegmentCost

/** Something that is written about a conversation after an answer, such as its title. */
export interface Task {
  name: 'title' | 'summary'
  /** Whether there is anything to do after this answer, as far as it is known without asking. */
  isDue(ended: Ended): boolean
  isNeeded(ended: Ended): Promise<boolean>
  /** Returns what was written, or null. Without a model, `helper` is null. */
  make(ended: Ended, helper: HelperNeeds | null, signal: AbortSignal): Promise<string | null>
  /** Stores what was written, if anything, and its cost, if it had one. */
  store(ended: Ended, made: string | null, cost: Cost | null, execution: ExecutionRow): Promise<void>
}

export interface AfterAnswersNeeds {
  log: Log
  engines: Engines
  /** Counts the usage of a task if limits applied to its answer. */
  usage: Pick<Usage, 'book' | 'settleBooked'>
}

export interface AfterAnswers {
  /** Runs the tasks in the background, one after another. Nothing waits for them. */
  begin(ended: Ended, tasks: readonly Task[]): void
  /** Stops what runs or waits. It is not made up for. */
  stop(): Promise<void>
}

/** Runs what follows an answer after its end is stored, so it can't delay the answer or make it fail. */
export function createAfterAnswers({ log, engines, usage }: AfterAnswersNeeds): AfterAnswers {
  const ending = new AbortController()
  const inTurn = pLimit(AT_ONCE)
  /** One job per conversation: what a second one would read is about to change. */
  const working = new Map<string, Promise<void>>()

  async function run(task: Task, ended: Ended): Promise<void> {
    const { asked, execution, charged } = ended
    const { configuration, helpers, requestId, queuedAs: askedBy } = asked
    try {
      if (ending.signal.aborted || !(await task.isNeeded(ended))) return
      const before = execution.details.calls.length
      // The answer is already settled, so the task's maximum usage is counted first and corrected later.
      const book = charged && ((share: Share) => usage.book(charged, share))
      const spending = new Spending(asked.spending.deployment, book)
      const helper =
        configuration.languageEngine === 'BuiltIn'
          ? null
          : { engines, log, helpers, requestId, askedBy, execution, spending }
      let made: string | null = null
      try {
        made = await task.make(ended, helper, ending.signal)
      } finally {
        // What a task that failed or was stopped has cost counts, too.
        if (charged) await settle(charged, spending)
        const cost = costOf(asked.segmentId, execution.details.calls.slice(before))
        if (made !== null || cost !== null) await task.store(ended, made, cost, execution.row())
      }
    } catch (cause) {
      if (!ending.signal.aborted)
        log.warn(`${task.name}.failed`, { conversationId: asked.conversationId, requestId }, cause)
    }
  }

  async function settle(charged: Charged, spending: Spending): Promise<void> {
    const [booked, spent] = [spending.setAside, spending.ended()]
    if (booked.sentTokens + booked.writtenTokens > 0) await usage.settleBooked(charged, { booked, spent })
  }

  return {
    begin(ended, tasks) {
      const { conversationId } = ended.asked
      const due = tasks.filter((task) => task.isDue(ended))
      if (due.length === 0 || working.has(conversationId)) return
      if (inTurn.pendingCount >= MOST_WAITING) return log.info('afterAnswers.skipped', { conversationId })
      const work = inTurn(async () => {
        for (const task of due) await run(task, ended)
      }).finally(() => working.delete(conversationId))
      working.set(conversationId, work)
    },
    async stop() {
      // Whatever still waits finds the signal aborted.
      ending.abort()
      await Promise.all(working.values())
    },
  }
}

function costOf(segmentId: string, calls: readonly ModelCall[]): Cost | null {
  const usages = usagesOf(calls)
  return usages.length === 0 ? null : { segmentId, usages, ...costOfCalls(calls) }
}
