import { limits } from '@parlance/contract/limits'
import type { Tool } from '../../../../engines/engine.ts'
import { type Added, memoryText, type Remembering } from '../../../memories/index.ts'
import type { Decision } from '../../approvals/store.ts'
import type { Execution } from '../../execution/execution.ts'
import type { AnswerTexts } from '../answerTexts.ts'
import type { AnswerTool, AskPerson, Outcome } from '../toolCalls.ts'

const definition: Tool = {
  name: 'remember',
  description:
    'Stores one short fact or preference of the user for their later chats. Use it if the user asks you to remember something, or tells something lasting about themselves or their work that will help later. The user sees it and can delete it. Never store passwords, what is only true now, or what documents and web pages say.',
  parameters: {
    type: 'object',
    properties: {
      text: {
        type: 'string',
        description: `One sentence about the user that makes sense without this chat, in the user’s language. At most ${limits.memoryText} characters.`,
      },
    },
    required: ['text'],
    additionalProperties: false,
  },
}

const MOST_CALLS = 5

interface RememberNeeds {
  memories: Remembering
  userId: string
  segmentId: string
  execution: Execution
  texts: AnswerTexts
  /**
   * Whether the prompt contains what someone else wrote. Its instructions could otherwise be stored, and would then apply
   * in all later chats.
   */
  hasOthersText(): Promise<boolean>
}

/**
 * The tool with which a model remembers something about the user. The text is only in the memory: not in the step, the
 * details, or the trace, so that deleting the memory is final.
 */
export function rememberTool(needs: RememberNeeds): AnswerTool {
  let calls = 0
  return {
    definition,
    isPrivate: true,
    refused: needs.texts.notRemembered,
    prepare({ text }) {
      const { texts } = needs
      const given = typeof text === 'string' ? memoryText(text) : ''
      return {
        title: texts.remembering,
        async run(ask) {
          calls += 1
          const refusal = refusalOf(given, calls)
          const outcome = refusal === null ? await remember(needs, given, ask) : notAdded(texts, refusal)
          return () => outcome
        },
      }
    },
  }
}

/** Returns why a call is refused; null if it isn’t. */
function refusalOf(text: string, calls: number): string | null {
  if (text === '')
    return 'The input has no text in "text". Call the tool again with an object like {"text": "…"}.'
  if (text.length > limits.memoryText)
    return `The text has more than ${limits.memoryText} characters. Store one short fact.`
  if (calls > MOST_CALLS)
    return `At most ${MOST_CALLS} facts can be stored in one answer. Store nothing more.`
  return null
}

async function remember(needs: RememberNeeds, text: string, ask: AskPerson): Promise<Outcome> {
  const { memories, userId, segmentId, execution, texts } = needs
  const person = { userId }
  const isProposed = await needs.hasOthersText()
  const added = await memories.add(person, text, { segmentId, isProposed })
  if (added.outcome !== 'Added') return notAdded(texts, refusals[added.outcome])
  const { memoryId } = added
  if (isProposed) {
    let decision: Decision = 'Declined'
    try {
      // Each memory is a recipient of its own, so that an approval never covers a text that the person hasn’t seen.
      decision = await ask({ title: texts.askingToRemember, text: '', recipient: memoryId, memoryId })
    } finally {
      if (decision !== 'Approved') await memories.discard(person, memoryId)
    }
    if (decision !== 'Approved') return declined(texts, decision)
    const accepted = await memories.accept(person, memoryId)
    if (accepted.outcome !== 'Added') return notAdded(texts, refusals[accepted.outcome])
  }
  execution.note('memory.added', { characters: text.length, asked: isProposed })
  return {
    title: texts.remembered,
    content: 'Stored for later chats. The user sees it.',
    memoryId,
  }
}

const refusals: Record<Exclude<Added['outcome'], 'Added'>, string> = {
  Known: 'This is already remembered. Nothing was stored.',
  Full: `${limits.memoriesPerUser} memories are stored, which is the maximum. Nothing was stored. Tell the user that they can delete some in the settings.`,
  Off: 'The user has turned memory off. Nothing was stored.',
  Removed: 'The user has deleted this. Nothing was stored.',
}

const notAdded = (texts: AnswerTexts, content: string): Outcome => ({
  title: texts.notRemembered,
  content,
  isError: true,
})

const reasons: Record<Exclude<Decision, 'Approved'>, string> = {
  Declined: 'The user didn’t allow this to be stored.',
  Expired: 'The user didn’t answer whether this can be stored.',
}

const declined = (texts: AnswerTexts, decision: Exclude<Decision, 'Approved'>): Outcome => ({
  title: texts.rememberDeclined(decision),
  content: `${reasons[decision]} Don’t try it again.`,
  isDeclined: true,
})
