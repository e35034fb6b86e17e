import { memoriesText, type UsedMemory } from '../../../memories/index.ts'
import { estimateTokens } from '../../execution/tokens.ts'
import type { Question } from '../question.ts'

/** The share of a prompt's room that memories can take, for models with a small context. */
const SHARE = 0.2

/** The memories in a prompt. The text is empty if there are none. */
export interface PromptMemories {
  text: string
  ids: string[]
}

/**
 * Returns what is remembered about the user, as far as this question uses it. An agent that answers only from its sources
 * uses none.
 */
export const memoryOf = ({ memory, configuration }: Pick<Question, 'memory' | 'configuration'>) =>
  configuration.restrictAnswerToInformationReturnedByTools ? null : memory

/** Returns the memories for a prompt: the newest ones that fit, in the order in which they were added. */
export function promptMemories(used: readonly UsedMemory[], room: number): PromptMemories {
  const fitting = [...used]
  const textOf = () => memoriesText(fitting.map(({ text }) => text))
  while (fitting.length > 0 && estimateTokens(textOf()) > room * SHARE) fitting.shift()
  return { text: textOf(), ids: fitting.map(({ memoryId }) => memoryId) }
}
