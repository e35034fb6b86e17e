import type { ResearchPlan } from '@parlance/contract/research'
import type { Deployment, Price } from '../../../engines/registry.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Agents, ConfigurationRow } from '../../agents/index.ts'
import { type Share, shareAt } from '../../usage/index.ts'
import type { ResearchTask } from '../answering/research/task.ts'
import { mostWritten } from '../models/helperCalls.ts'
import type { Reader } from '../readers/policy.ts'
import { findAsked } from '../readers/store.ts'
import {
  LEAST_ROOM,
  leastBudget,
  NOTES_TOKENS,
  neededTokens,
  reportPrompt,
  reportRoom,
  reportTokens,
} from '../research/bounds.ts'
import { noProgress, type Progress } from '../research/progress.ts'
import * as store from '../research/store.ts'
import type { Asked } from './share.ts'

/** How many researches a process runs at once. Some more can begin at the same moment. */
const MOST_AT_ONCE = 8
const BUSY_RETRY_SECONDS = 60

/** A research that can be stored with its question. */
export interface PreparedResearch {
  plan: ResearchPlan
  progress: Progress
  /** The question whose research it goes on searching for. */
  continues: string | null
  writesNow: boolean
  /** Returns all that it can still use. */
  share(price: Price | null): Share
}

/** Begins researches, or goes on with one, in place of an answer. */
export function createResearching(
  { database }: Pick<Platform, 'database'>,
  { agents }: { agents: Pick<Agents, 'usableAgent' | 'testedAgent'> },
) {
  const { db } = database
  const running = new Set<string>()

  async function planned(
    { research }: Pick<Asked, 'research'>,
    reader: Reader,
    conversationId: string,
  ): Promise<{ plan: ResearchPlan; progress: Progress }> {
    if (research?.plan) return { plan: research.plan, progress: noProgress(research.plan) }
    const ended = await store.findEndedEarly(db, reader, conversationId, research?.continues ?? '')
    if (!ended) throw new AppError('research.notFound')
    return ended
  }

  return {
    /** Returns the research that a question asks for, or null. Throws if it can’t be done. */
    async prepare(
      { input, reader }: { input: Asked; reader: Reader },
      { conversationId }: { conversationId: string },
      configuration: ConfigurationRow,
      deployment: Deployment,
    ): Promise<PreparedResearch | null> {
      if (!input.research) return null
      if (!configuration.allowsResearch || reader.actor.visit) throw new AppError('research.notAllowed')
      if (running.size >= MOST_AT_ONCE)
        throw new AppError('research.busy', { retryAfter: BUSY_RETRY_SECONDS })
      const { plan, progress } = await planned(input, reader, conversationId)
      const instructions = configuration.languageEngine === 'BuiltIn' ? '' : configuration.systemPrompt
      if (plan.budget.tokens < leastBudget(instructions).tokens) throw new AppError('research.budget')
      if (configuration.languageEngine !== 'BuiltIn') {
        const prompt = reportPrompt(instructions, input.question, plan)
        // Searching is of no use if the report can’t be written.
        if (reportRoom(plan.budget, prompt, deployment).room < LEAST_ROOM)
          throw tooLittle(neededTokens(prompt, deployment))
      }
      const { kept, written: longest } = reportTokens(plan.budget, instructions)
      const writesNow = input.research.writesNow ?? false
      // A report that is written later gets its tokens again.
      const left = writesNow ? 0 : Math.max(0, plan.budget.tokens - progress.used.tokens - kept)
      const calls = writesNow ? 0 : Math.max(0, plan.budget.modelCalls - progress.used.modelCalls - 1)
      // What a model thinks costs as much as what it writes.
      const output = (maxTokens: number) => mostWritten({ system: '', user: '', maxTokens }, deployment)
      const written = Math.min(left, calls * output(NOTES_TOKENS)) + Math.min(kept, output(longest))
      return {
        plan,
        progress,
        continues: writesNow ? null : (input.research.continues ?? null),
        writesNow,
        share: (price) => shareAt(price, left + kept - written, written),
      }
    },

    /**
     * Throws if another research of the person is running, or if another one already uses the rest of the budget. Two that
     * begin at once wait for each other.
     */
    async demandOnly(tx: Sql, userId: string, { continues }: PreparedResearch): Promise<void> {
      if (await store.isRunning(tx, userId)) throw new AppError('research.running')
      if (continues !== null && (await store.isContinued(tx, continues)))
        throw new AppError('research.continued')
    },

    insert: (tx: Sql, segmentId: string, { plan, progress, continues }: PreparedResearch): Promise<void> =>
      store.insert(tx, segmentId, { plan, progress, continues }),

    /** Counts a research while it runs. */
    async counted<T>(segmentId: string, work: () => Promise<T>): Promise<T> {
      running.add(segmentId)
      try {
        return await work()
      } finally {
        running.delete(segmentId)
      }
    },

    taskOf: (
      reader: Reader,
      segmentId: string,
      gptSystemId: string,
      { plan, progress, writesNow }: PreparedResearch,
    ): ResearchTask => ({
      plan,
      progress,
      writesNow,
      save: (now) => store.saveProgress(db, segmentId, now),
      async placesNow() {
        const options = { isMemoryAllowed: false, temporary: true }
        const agent = await findAsked(db, agents, reader, gptSystemId, options)
        if (!agent?.configuration.allowsResearch) return null
        const { capabilityTypes, dataSources } = agent.configuration
        return {
          links: capabilityTypes.includes('FileSearch') ? dataSources : [],
          web: capabilityTypes.includes('WebSearch'),
        }
      },
    }),
  }
}

const tooLittle = (needed: number | null) =>
  new AppError('research.budget', {
    fields: [
      {
        field: 'research.plan.budget.tokens',
        message:
          needed === null
            ? 'The context of the model is too small for a report. Choose another model.'
            : `Allow at least ${needed} tokens.`,
      },
    ],
  })
