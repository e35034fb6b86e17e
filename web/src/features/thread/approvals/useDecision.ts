import { useState } from 'react'
import { errorText } from '../../../ui/errorText.ts'
import { toast } from '../../../ui/toast.tsx'
import { conversationsApi } from '../../chatModel/api.ts'
import { useWithin } from '../../chatModel/chatFamily.ts'

/** A call of a tool that waits for a decision. */
export interface Waiting {
  conversationId: string
  conversationSegmentId: string
  toolCallId: string
}

/** Sends the decision of the person who asked, once. If that fails, they can decide again. */
export function useDecision({ conversationId, conversationSegmentId, toolCallId }: Waiting) {
  const within = useWithin()
  const [decide] = conversationsApi.endpoints.decideToolCall.useMutation()
  const [isDecided, setDecided] = useState(false)
  const send = async (approved: boolean, remember: 'Once' | 'Conversation' = 'Once') => {
    if (isDecided) return
    setDecided(true)
    const ids = { conversationId, conversationSegmentId, toolCallId }
    const { error } = await decide({ ...within, ...ids, approved, remember })
    if (!error) return
    setDecided(false)
    toast.error(errorText(error))
  }
  return { isDecided, send }
}
