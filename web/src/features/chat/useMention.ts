import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigateNow } from '../../ui/navigate.ts'
import { chatActions } from '../chatModel/chatSlice.ts'
import { joinTexts, keepDraft, keepDraftFiles, readDraft, readDraftFiles } from '../chatModel/drafts.ts'
import type { NamedAgent } from '../chatModel/otherAgent.ts'
import { moveUploads } from '../composer/attachments/uploads.ts'
import type { Mention } from '../composer/otherAgents/AgentMention.tsx'
import { chatAddress } from './data/chatAddress.ts'
import type { ChatPageState } from './useChatPage.ts'

/**
 * The agent mentioned with `@`. In a conversation it answers only the next question, and before one it answers
 * the whole conversation.
 */
export function useMention({ address, agent, conversation, draftOf, temporary }: ChatPageState): Mention {
  const dispatch = useDispatch()
  const navigate = useNavigateNow()
  const [chosen, setChosen] = useState<{ draftOf: string; agent: NamedAgent } | null>(null)
  const asked = chosen?.draftOf === draftOf ? chosen.agent : null

  /** Moves the draft's text and attachments to the selected agent. */
  function moveDraft(gptSystemId: string, text: string): void {
    const to = `new:${gptSystemId}`
    keepDraft(to, joinTexts(readDraft(to), text))
    keepDraftFiles(to, [
      ...readDraftFiles(to),
      ...readDraftFiles(draftOf).map((file) => ({ ...file, draftOf: to })),
    ])
    keepDraftFiles(draftOf, [])
    moveUploads(draftOf, to)
    dispatch(chatActions.attachmentsMoved({ from: draftOf, to }))
  }

  return {
    asked,
    own: (conversation?.gptSystem ?? agent.current)?.gptSystemId ?? null,
    choose(next, text, setText) {
      if (address.conversationId !== null) {
        setChosen({ draftOf, agent: next })
        return
      }
      moveDraft(next.gptSystemId, text)
      setText('')
      navigate(chatAddress(next.gptSystemId, null), { state: { temporary } })
    },
    drop: () => setChosen(null),
  }
}
