import { useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router'

/**
 * Where a conversation is: `/chat/{gptSystemId}?conversationId={id}`. The specification's paths stay as they are, and the
 * open conversation survives reload, back and forward. The id is no right: the server asks who reads.
 */
export const chatAddress = (gptSystemId: string | null, conversationId: string | null): string =>
  `/chat${gptSystemId ? `/${encodeURIComponent(gptSystemId)}` : ''}${
    conversationId ? `?conversationId=${encodeURIComponent(conversationId)}` : ''
  }`

export function useChatAddress(): { entryGptSystemId: string | null; conversationId: string | null } {
  const { entryGptSystemId = null } = useParams()
  const [search] = useSearchParams()
  const conversationId = search.get('conversationId')
  return useMemo(() => ({ entryGptSystemId, conversationId }), [entryGptSystemId, conversationId])
}
