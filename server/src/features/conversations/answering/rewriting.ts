import { callHelper, type HelperNeeds } from '../models/helperCalls.ts'
import { framed, helperInstructions } from '../models/helperPrompts.ts'
import type { Turn } from '../record/store.ts'

/** The time limit for the model to rewrite a question. */
const BOUND_MS = 8000
/** A question this long is clear without its context. */
export const LONGEST_QUESTION = 1000
const TURNS = 3
const READ_CHARACTERS = 800

/** A follow-up question that a model rewrites while the answer is written, for the model's own searches. */
export interface Rewriting {
  /** Starts the call. Nothing waits for it. */
  begin(): void
  /** Returns the rewritten question once, as soon as it has arrived. */
  take(): string | null
  /** Ends a call that is no longer useful. Call it before the answer's usage is added up. */
  end(): Promise<void>
}

/** For questions that can be understood without the conversation, and for agents without a model. */
export const notRewritten: Rewriting = {
  begin: () => undefined,
  take: () => null,
  end: async () => undefined,
}

export function rewritingOf(
  { question, history }: { question: string; history: readonly Turn[] },
  helper: HelperNeeds,
  signal: AbortSignal,
): Rewriting {
  const over = new AbortController()
  let arrived: string | null = null
  let call: Promise<void> | null = null

  async function rewrite(): Promise<void> {
    const turns = history
      .slice(-TURNS)
      .flatMap(({ question, answer }) => [
        ['question', question, READ_CHARACTERS] as const,
        ['answer', answer, READ_CHARACTERS] as const,
      ])
    const said = await callHelper(
      helper,
      {
        purpose: 'Question',
        system: helperInstructions.Question,
        user: framed([...turns, ['last-question', question, LONGEST_QUESTION]]),
        maxTokens: 300,
        boundMs: BOUND_MS,
        longestCharacters: 2 * LONGEST_QUESTION,
        usefulUntil: over.signal,
        // It would take the place of the model's next call, or of someone else's question.
        onlyAtOnce: true,
      },
      signal,
    )
    arrived = said === null ? null : questionIn(said)
  }

  return {
    begin() {
      // Throws only if the answer is stopped, which ends everything else too.
      call ??= rewrite().catch(() => undefined)
    },
    take() {
      const taken = arrived
      arrived = null
      return taken
    },
    async end() {
      over.abort()
      await call
    },
  }
}

/** Returns the question in a model's reply, or null if it is none. */
function questionIn(said: string): string | null {
  const line = said
    .split('\n')
    .map((one) => one.trim())
    .find((one) => one !== '')
  const bare = line?.replace(/^["'“”«»„]+|(?<!["'“”«»])["'“”«»]+$/g, '').trim()
  return bare && bare.length <= LONGEST_QUESTION ? bare : null
}
