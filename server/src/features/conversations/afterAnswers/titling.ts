import type { ExecutionRow } from '../execution/execution.ts'
import { callHelper, type HelperNeeds } from '../models/helperCalls.ts'
import { framed, helperInstructions } from '../models/helperPrompts.ts'
import type { Cost, Ended, Task } from './afterAnswers.ts'
import { titleFromModel, titleFromTerms } from './generatedTitle.ts'

const BOUND_MS = 15_000
const READ_CHARACTERS = 2000
const MOST_TOKENS = 60
/**
 * The maximum characters to read: more than the tokens can hold. It only stops a model that ignores the token
 * limit, because stopping costs the connection.
 */
const LONGEST_READ = 600

export interface TitlingNeeds {
  /** Returns whether the title is still the start of the question. */
  lacksTitle(conversationId: string): Promise<boolean>
  /** Stores a title, and returns whether it is the title now. */
  store(
    conversationId: string,
    title: string | null,
    cost: Cost | null,
    execution: ExecutionRow,
  ): Promise<boolean>
  /** Called when a conversation gets a new title. */
  titled(asked: Ended['asked']): void
}

/** Titles a conversation after its first answer. If that fails, it keeps the start of its question. */
export function createTitling({ lacksTitle, store, titled }: TitlingNeeds): Task {
  return {
    name: 'title',
    isDue: () => true,
    // There may be a title of a user, or of another answer to the first question, or the conversation may be
    // deleted. Then no model is asked. Without a model, storing the title is the check.
    isNeeded: async ({ asked }) =>
      asked.configuration.languageEngine === 'BuiltIn' || (await lacksTitle(asked.conversationId)),
    make: async ({ asked: { question }, answered }, helper, signal) =>
      helper
        ? titleByModel(helper, question, answered.answer, signal)
        : titleFromTerms(question, answered.citedTitles),
    async store({ asked }, title, cost, execution) {
      if (await store(asked.conversationId, title, cost, execution)) titled(asked)
    },
  }
}

async function titleByModel(
  helper: HelperNeeds,
  question: string,
  answer: string,
  signal: AbortSignal,
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
    signal,
  )
  return said === null ? null : titleFromModel(said, question)
}
