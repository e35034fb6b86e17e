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

/** Whom the next question is put to by an `@`: in a conversation for that question alone, before one for all of it. */
export function useMention({ address, agent, conversation, draftOf, temporary }: ChatPageState): Mention {
  const dispatch = useDispatch()
  const navigate = useNavigateNow()
  const [chosen, setChosen] = useState<{ draftOf: string; agent: NamedAgent } | null>(null)
  const asked = chosen?.draftOf === draftOf ? chosen.agent : null

  /** What is written and attached goes along to the agent that is chosen. */
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
