import { standaloneQuestion } from '../../../engines/builtin/standaloneQuestion.ts'
import { callHelper, type HelperNeeds } from '../models/helperCalls.ts'
import { framed, helperInstructions } from '../models/helperPrompts.ts'
import type { Turn } from '../record/store.ts'

/** The time limit for the model to rewrite a question. */
const BOUND_MS = 8000
const LONGEST_QUESTION = 1000
const TURNS = 3
/** A question this long is clear without its context. */
const LONG_QUESTION = 1000

export interface FollowUp {
  question: string
  /** The branch, oldest turn first. */
  history: readonly Turn[]
  citedTitles: readonly string[]
  isIndexed: (terms: readonly string[]) => Promise<ReadonlySet<string>>
}

/**
 * Returns a standalone question to search with. The model rewrites a follow-up. If there is no model or it
 * fails, words from earlier turns are added.
 */
export async function searchedQuestion(
  followUp: FollowUp,
  helper: HelperNeeds | null,
  signal: AbortSignal,
): Promise<string> {
  const { question, history, citedTitles, isIndexed } = followUp
  if (history.length === 0 || question.length > LONG_QUESTION) return question
  const rewritten = helper && (await rewrite(question, history, helper, signal))
  if (rewritten) return rewritten
  const earlierQuestions = history.map((turn) => turn.question).toReversed()
  return standaloneQuestion({ question, earlierQuestions, citedTitles, isIndexed })
}

async function rewrite(
  question: string,
  history: readonly Turn[],
  helper: HelperNeeds,
  signal: AbortSignal,
): Promise<string | null> {
  const turns = history
    .slice(-TURNS)
    .flatMap((turn) => [['question', turn.question, 800] as const, ['answer', turn.answer, 800] as const])
  const said = await callHelper(
    helper,
    {
      purpose: 'Question',
      system: helperInstructions.Question,
      user: framed([...turns, ['last-question', question, LONG_QUESTION]]),
      maxTokens: 300,
      boundMs: BOUND_MS,
      longestCharacters: 2 * LONGEST_QUESTION,
    },
    signal,
  )
  const line = said
    ?.split('\n')
    .map((one) => one.trim())
    .find((one) => one !== '')
  const bare = line?.replace(/^["'“”«»„]+|(?<!["'“”«»])["'“”«»]+$/g, '').trim()
  return bare && bare.length <= LONGEST_QUESTION ? bare : null
}
