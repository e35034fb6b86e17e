import type { ShownSegment } from './branch.ts'

export interface NamedAgent {
  gptSystemId: string
  name: string
}

/** Who answered, where it was not the conversation's own agent. */
export const otherAgentOf = (
  { gptSystem }: Pick<ShownSegment, 'gptSystem'>,
  own: string | undefined,
): NamedAgent | null => (gptSystem && own && gptSystem.gptSystemId !== own ? gptSystem : null)

/** Where an `@` begins that was typed just now at the start of a word; -1 for none. */
export function mentionBegun(before: string, text: string, caret: number): number {
  const at = caret - 1
  if (text.length !== before.length + 1 || text[at] !== '@') return -1
  if (text.slice(0, at) !== before.slice(0, at)) return -1
  return at === 0 || /\s/.test(text[at - 1] ?? '') ? at : -1
}

/** The text without a mention, which takes what was typed right after its `@` along. */
export const withoutMention = (text: string, at: number): string =>
  text.slice(0, at) + text.slice(at).replace(/^@\S* ?/, '')
