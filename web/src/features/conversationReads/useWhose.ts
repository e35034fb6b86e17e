import { useAgentName } from '../../ui/agentName.ts'
import type { ConversationRead } from './data/api.ts'
import { conversationReadsTexts } from './lang/en.ts'

/** Returns a function for whose conversations are read: the person’s name, or the agent that a visitor asked. */
export function useWhose(): (read: Pick<ConversationRead, 'userId' | 'personName'>) => string {
  const t = conversationReadsTexts.useText()
  const named = useAgentName()
  return ({ userId, personName }) =>
    userId === null ? t('visitorOf', { agent: named(personName) }) : personName
}
