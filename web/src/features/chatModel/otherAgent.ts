import type { ShownSegment } from './branch.ts'

export interface NamedAgent {
  gptSystemId: string
  name: string
}

/** Returns the agent that answered, if it isn't the conversation's own. */
export const otherAgentOf = (
  { gptSystem }: Pick<ShownSegment, 'gptSystem'>,
  own: string | undefined,
): NamedAgent | null => (gptSystem && own && gptSystem.gptSystemId !== own ? gptSystem : null)

/** Returns the position of an `@` just typed at the start of a word, or -1. */
export function mentionBegun(before: string, text: string, caret: number): number {
  const at = caret - 1
  if (text.length !== before.length + 1 || text[at] !== '@') return -1
  if (text.slice(0, at) !== before.slice(0, at)) return -1
  return at === 0 || /\s/.test(text[at - 1] ?? '') ? at : -1
}

/** Returns the text without a mention, including what was typed right after its `@`. */
export const withoutMention = (text: string, at: number): string =>
  text.slice(0, at) + text.slice(at).replace(/^@\S* ?/, '')
