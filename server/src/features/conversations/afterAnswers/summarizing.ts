import { LRUCache } from 'lru-cache'
import { planSummary, SUMMARY_TOKENS, type SummaryPlan } from '../answering/history.ts'
import type { ExecutionRow } from '../execution/execution.ts'
import { cutToTokens, estimateTokens } from '../execution/tokens.ts'
import { callHelper } from '../models/helperCalls.ts'
import { framed, helperInstructions } from '../models/helperPrompts.ts'
import type { Turn } from '../record/store.ts'
import type { Cost, Ended, Task } from './afterAnswers.ts'

const BOUND_MS = 20_000
const PAUSE_MS = 600_000
const MOST_FAILED = 1000
const LONGEST_SUMMARY = 4000
/** The share of the model's context that is summarized at once, and how much of a single text is read. */
const READ_SHARE = 0.5
const READ_CHARACTERS = 4000

export interface SummarizingNeeds {
  /** Returns whether the conversation still exists and isn't deleted. */
  isKept(conversationId: string): Promise<boolean>
  store(
    summary: { segmentId: string; text: string } | null,
    cost: Cost | null,
    execution: ExecutionRow,
  ): Promise<void>
}

/**
 * Summarizes the older part of a branch before the history outgrows its room, so that no question waits for it.
 * Until it is stored, questions use an older summary, and leave out the oldest turns after it.
 */
export function createSummarizing({ isKept, store }: SummarizingNeeds): Task {
  /** Conversations that can't be summarized at the moment, so that not every answer pays for another try. */
  const failed = new LRUCache<string, true>({ max: MOST_FAILED, ttl: PAUSE_MS })
  return {
    name: 'summary',
    isDue: (ended) => !failed.has(ended.asked.conversationId) && planOf(ended) !== null,
    isNeeded: ({ asked }) => isKept(asked.conversationId),
    async make(ended, helper, signal) {
      const plan = planOf(ended)
      if (!plan || !helper) return null
      const spoken = plan.turns.map(spokenTurn).join('\n\n')
      const known = plan.before === null ? '' : `Summary so far:\n${plan.before}\n\n`
      const { contextTokens = 0 } = ended.answered.remembered ?? {}
      const material = cutToTokens(`${known}${spoken}`, contextTokens * READ_SHARE)
      const tokens = estimateTokens(material)
      // A deployment with little context would have to leave out what the answering one can read.
      const helpers = helper.helpers.filter((one) => one.contextTokens * READ_SHARE >= tokens)
      const summary = await callHelper(
        { ...helper, helpers },
        {
          purpose: 'Summary',
          system: helperInstructions.Summary,
          user: framed([['conversation', material, material.length]]),
          maxTokens: SUMMARY_TOKENS,
          boundMs: BOUND_MS,
          longestCharacters: LONGEST_SUMMARY,
        },
        signal,
      )
      if (summary === null) failed.set(ended.asked.conversationId, true)
      return summary
    },
    store: (ended, text, cost, execution) => {
      const last = planOf(ended)?.turns.at(-1)
      return store(text === null || !last ? null : { segmentId: last.segmentId, text }, cost, execution)
    },
  }
}

/** Returns the turns to summarize after this answer, or null while there is room. */
function planOf({ asked, answered }: Ended): SummaryPlan | null {
  const { remembered } = answered
  return remembered && planSummary(remembered.turns, asked.unreadTurns, remembered.room)
}

function spokenTurn({ question, answer }: Turn): string {
  return `Question: ${question.slice(0, READ_CHARACTERS)}\nAnswer: ${answer.slice(0, READ_CHARACTERS)}`
}
