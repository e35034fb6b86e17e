import pLimit from 'p-limit'
import type { Log } from '../../../platform/log/log.ts'
import type { Charged, Usage } from '../../usage/index.ts'
import type { Answered, Question } from '../answering/question.ts'
import type { Execution, ExecutionRow } from '../execution/execution.ts'
import { Spending } from '../execution/spending.ts'
import { callHelper, type HelperNeeds } from '../models/helperCalls.ts'
import { framed, helperInstructions } from '../models/helperPrompts.ts'
import { titleFromModel, titleFromTerms } from './madeTitle.ts'

const BOUND_MS = 15_000
const READ_CHARACTERS = 2000
const MOST_TOKENS = 60
/** More than so many tokens hold: a model is stopped that was not stopped by them, for stopping costs the connection. */
const LONGEST_READ = 600
/** Titles wait for each other, so that answers come before them where a model is busy. */
const AT_ONCE = 2
const MOST_WAITING = 200

export interface TitlingNeeds {
  log: Log
  engines: HelperNeeds['engines']
  /** Is the title still the start of the question? */
  lacksTitle(conversationId: string): Promise<boolean>
  store(
    conversationId: string,
    title: string | null,
    cost: { segmentId: string; inputTokens: number; outputTokens: number } | null,
    execution: ExecutionRow,
  ): Promise<void>
  /** Is told of a conversation that has got another title. */
  titled(asked: Question): void
  /** Counts what a title costs, where its answer was limited. */
  usage: Pick<Usage, 'book' | 'settleBooked'>
}

/** An answer that has come to its end. */
interface Ended {
  asked: Question
  answered: Answered
  execution: Execution
  /** Null where nothing limits it. */
  charged: Charged | null
}

export interface Titling {
  /** Gives a conversation its title after its first answer, in its own time. Nothing waits for it. */
  begin(ended: Ended): void
  /** Ends what is under way: those conversations keep the start of their question. */
  stop(): Promise<void>
}

/** Titles are made after an answer has ended, so that they neither delay it nor fail it. */
export function createTitling({ log, engines, lacksTitle, store, titled, usage }: TitlingNeeds): Titling {
  const ending = new AbortController()
  const inTurn = pLimit(AT_ONCE)
  const working = new Set<Promise<void>>()

  async function make({ asked, answered, execution, charged }: Ended): Promise<void> {
    const { conversationId, segmentId, configuration, requestId, askedBy, question } = asked
    try {
      // Another first question, or another answer to it: the first one's title stays.
      if (ending.signal.aborted || !(await lacksTitle(conversationId))) return
      const spent = execution.usage()
      // The answer is settled: what its title may come to is counted first, and corrected when that is known.
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
      await store(conversationId, title, cost, execution.row())
      if (title !== null) titled(asked)
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
