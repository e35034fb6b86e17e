import type { agentsForConversation } from '@parlance/contract/agents'
import type { ErrorCode } from '@parlance/contract/errors'
import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { Answer } from '../../api/request.ts'
import { chatActions } from '../chatModel/chatSlice.ts'
import type { ChatStream } from '../chatModel/stream/ChatStream.ts'
import { useChat } from '../chatModel/stream/useChatStream.ts'
import { type GuidelinesOf, guidelinesConsentApi } from './data/api.ts'

type Listed = Answer<typeof agentsForConversation.getDetails>['guidelinesDocuments']

const REFUSED: ErrorCode = 'guidelines.consentRequired'

interface Options {
  /** Null if there is nothing to ask for, such as without a session. */
  of: GuidelinesOf | null
  /** The guidelines that the chat’s details name. Undefined while they load. */
  listed: Listed | undefined
  /** Nothing has been asked yet. */
  isNew: boolean
  stream: Pick<ChatStream, 'tryAgain'>
}

export interface Guidelines {
  /** Whether there is something to read. */
  any: boolean
  /** The user has declined, so they can read the chat but not ask. */
  declined: boolean
  /** What the open dialog shows, and whether it asks for consent. Null if it is closed. */
  dialog: { of: GuidelinesOf; asks: boolean } | null
  /** Opens the guidelines, for consent if it is missing. */
  open: () => void
  accepted: () => void
  close: () => void
}

/**
 * Consent before the first question: asks at once in a new chat, and when the server refuses a question, which is sent
 * again after consent. The server decides; this only keeps people from a refusal that they can foresee.
 */
export function useGuidelines({ of, listed = [], isNew, stream }: Options): Guidelines {
  const key = JSON.stringify(of)
  const isMissing = useMissing(of, listed)
  const refused = useRefused()
  /** Why the user opened the guidelines. The purpose stays until they are closed, also while consent is given. */
  const [reading, setReading] = useState<'forConsent' | 'again' | null>(null)
  /** Whose guidelines were declined, and whether after a refusal, which the chat’s details can’t foresee. */
  const [declinedOf, setDeclined] = useState<{ key: string; refused: boolean } | null>(null)
  /** The last refusal that the user has answered. */
  const [answered, setAnswered] = useState<string | null>(null)
  const declined = declinedOf?.key === key && (isMissing || declinedOf.refused)
  // Another agent can have refused, which was mentioned in the question.
  const refusing = refused && refused.at !== answered ? refused : null
  const wanted = refusing
    ? of && 'gptSystemId' in of && refusing.gptSystemId
      ? { gptSystemId: refusing.gptSystemId }
      : of
    : isMissing && isNew && !declined
      ? of
      : null
  const dialog = wanted
    ? { of: wanted, asks: true }
    : reading && of
      ? { of, asks: reading === 'forConsent' }
      : null
  return {
    any: listed.length > 0,
    declined,
    dialog,
    open: () => setReading(isMissing || declined ? 'forConsent' : 'again'),
    accepted() {
      setReading(null)
      setDeclined(null)
      if (!refused) return
      setAnswered(refused.at)
      void stream.tryAgain()
    },
    close() {
      setReading(null)
      if (!dialog?.asks) return
      setAnswered(refused?.at ?? null)
      setDeclined({ key: JSON.stringify(dialog.of), refused: refused !== null })
    },
  }
}

/** Whether consent is missing, as far as the page knows. Asks the server only if the chat’s details say so. */
function useMissing(of: GuidelinesOf | null, listed: Listed): boolean {
  const dispatch = useDispatch()
  const open = listed.filter(({ requireConsent, accepted }) => requireConsent && !accepted)
  const isUser = of !== null && 'gptSystemId' in of
  const { currentData } = guidelinesConsentApi.useListOwnConsentsQuery(undefined, {
    skip: !isUser || open.length === 0,
    refetchOnMountOrArgChange: true,
  })
  useEffect(() => {
    if (currentData) dispatch(chatActions.consentsLoaded(currentData))
  }, [currentData, dispatch])
  const given = useChat((chat) => chat.guidelinesDocumentConsent)
  const isKnown = !isUser || currentData !== undefined
  // The answer of the server is in the list only after the next render.
  const isGiven = (id: string) => given.includes(id) || currentData?.includes(id)
  return isKnown && open.some(({ guidelinesDocumentId }) => !isGiven(guidelinesDocumentId))
}

/** The question that the server has just refused because consent is missing. */
function useRefused(): { at: string; gptSystemId: string } | null {
  const segment = useChat((chat) => chat.streamConversationSegment)
  if (!segment || segment.conversationSegmentId !== null || segment.errors.at(-1)?.code !== REFUSED)
    return null
  return { at: segment.createdAt, gptSystemId: segment.gptSystem?.gptSystemId ?? '' }
}
