import pLimit from 'p-limit'
import type { Log } from '../../../platform/log/log.ts'
import type { Charged, Usage } from '../../usage/index.ts'
import type { Answered, Question } from '../answering/question.ts'
import type { Execution, ExecutionRow } from '../execution/execution.ts'
import { Spending } from '../execution/spending.ts'
import { callHelper, type HelperNeeds } from '../models/helperCalls.ts'
import { framed, helperInstructions } from '../models/helperPrompts.ts'
import { titleFromModel, titleFromTerms } from './generatedTitle.ts'

const BOUND_MS = 15_000
const READ_CHARACTERS = 2000
const MOST_TOKENS = 60
/**
 * The maximum characters to read: more than the tokens can hold. It only stops a model that ignores the token
 * limit, because stopping costs the connection.
 */
const LONGEST_READ = 600
/** Few titles run at once, so answers come first when a model is busy. */
const AT_ONCE = 2
const MOST_WAITING = 200

export interface TitlingNeeds {
  log: Log
  engines: HelperNeeds['engines']
  /** Returns whether the title is still the start of the question. */
  lacksTitle(conversationId: string): Promise<boolean>
  store(
    conversationId: string,
    title: string | null,
    cost: { segmentId: string; inputTokens: number; outputTokens: number } | null,
    execution: ExecutionRow,
  ): Promise<boolean>
  /** Called when a conversation gets a new title. */
  titled(asked: Question): void
  /** Counts the usage of a title if limits applied to its answer. */
  usage: Pick<Usage, 'book' | 'settleBooked'>
}

/** A completed answer. */
interface Ended {
  asked: Question
  answered: Answered
  execution: Execution
  /** Null if no limits apply. */
  charged: Charged | null
}

export interface Titling {
  /** Titles a conversation in the background after its first answer. Nothing waits for it. */
  begin(ended: Ended): void
  /** Stops pending titles. Those conversations keep the start of their question. */
  stop(): Promise<void>
}

/** Writes titles after an answer has ended, so they can't delay it or make it fail. */
export function createTitling({ log, engines, lacksTitle, store, titled, usage }: TitlingNeeds): Titling {
  const ending = new AbortController()
  const inTurn = pLimit(AT_ONCE)
  const working = new Set<Promise<void>>()

  async function make({ asked, answered, execution, charged }: Ended): Promise<void> {
    const { conversationId, segmentId, configuration, requestId, askedBy, question } = asked
    try {
      if (ending.signal.aborted) return
      // There may be a title of a user, or of another answer to the first question, or the conversation may be
      // deleted. Then no model is asked. Without a model, storing the title is the check.
      if (configuration.languageEngine !== 'BuiltIn' && !(await lacksTitle(conversationId))) return
      const spent = execution.usage()
      // The answer is already settled, so the title's maximum usage is counted first and corrected later.
      const spending = new Spending(charged && ((share) => usage.book(charged, share)))
      let title: string | null
      try {
        title =
          configuration.languageEngine === 'BuiltIn'
            ? titleFromTerms(question, answered.citedTitles)
            : await titleByModel(
                { engines, log, configuration, requestId, askedBy, execution, spending },
                question,
                answered,
              )
      } finally {
        if (charged) await settle(charged, spending)
      }
      const cost = costSince(spent, execution, segmentId)
      if (title === null && cost === null) return
      if (await store(conversationId, title, cost, execution.row())) titled(asked)
    } catch (cause) {
      if (!ending.signal.aborted) log.warn('title.failed', { conversationId, requestId }, cause)
    }
  }

  async function settle(charged: Charged, spending: Spending): Promise<void> {
    const [booked, spent] = [spending.setAside, spending.ended()]
    if (booked.sentTokens + booked.writtenTokens > 0) await usage.settleBooked(charged, { booked, spent })
  }

  async function titleByModel(
    helper: HelperNeeds,
    question: string,
    { answer }: Answered,
  ): Promise<string | null> {
    const said = await callHelper(
      helper,
      {
        purpose: 'Title',
        system: helperInstructions.Title,
        user: framed([
          ['question', question, READ_CHARACTERS],
          ['answer', answer, READ_CHARACTERS],
        ]),
        maxTokens: MOST_TOKENS,
        boundMs: BOUND_MS,
        longestCharacters: LONGEST_READ,
      },
      ending.signal,
    )
    return said === null ? null : titleFromModel(said, question)
  }

  return {
    begin(ended) {
      if (inTurn.pendingCount >= MOST_WAITING) return
      const work: Promise<void> = inTurn(() => make(ended)).finally(() => working.delete(work))
      working.add(work)
    },
    async stop() {
      // Whatever still waits finds the signal aborted and makes no title.
      ending.abort()
      await Promise.all(working)
    },
  }
}

function costSince(
  spent: ReturnType<Execution['usage']>,
  execution: Execution,
  segmentId: string,
): { segmentId: string; inputTokens: number; outputTokens: number } | null {
  const usage = execution.usage()
  if (!usage) return null
  const inputTokens = usage.inputTokens - (spent?.inputTokens ?? 0)
  const outputTokens = usage.outputTokens - (spent?.outputTokens ?? 0)
  return inputTokens + outputTokens > 0 ? { segmentId, inputTokens, outputTokens } : null
}
