import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { chatActions } from '../chatModel/chatSlice.ts'
import {
  forgetNewDraft,
  joinTexts,
  keepDraft,
  keepDraftFiles,
  newDraftSent,
  readDraft,
  readDraftFiles,
  takenUp,
  takeSent,
} from '../chatModel/drafts.ts'
import { useChat } from '../chatModel/stream/useChatStream.ts'
import { moveUploads } from './attachments/uploads.ts'

/** The draft key while the agents are loading. */
const unknownAgent = 'new:'

interface Draft {
  of: string
  text: string
  /** The previous key of the draft, from which its files move. */
  movedFrom: string | null
}

/**
 * The draft of one conversation. If a new conversation receives its ID during the answer, the text being typed
 * is kept.
 */
export function useDraft(draftOf: string): [text: string, setText: (text: string) => void] {
  const dispatch = useDispatch()
  const announced = useChat((chat) => chat.currentConversationId)
  const begun = useChat((chat) => chat.latestSession?.conversationId)
  const [draft, setDraft] = useState((): Draft => {
    const movedFrom = begun === draftOf ? newDraftSent() : null
    return {
      of: draftOf,
      text: joinTexts(readDraft(draftOf), movedFrom ? readDraft(movedFrom) : ''),
      movedFrom,
    }
  })
  if (draft.of !== draftOf) {
    // Moves to the agent that wasn't known yet, or to the ID sent by the stream. Navigating elsewhere moves
    // nothing.
    const moves =
      draft.of.startsWith('new:') &&
      (draftOf === announced || (draft.of === unknownAgent && draftOf.startsWith('new:')))
    const text = joinTexts(readDraft(draftOf), moves ? draft.text : '')
    setDraft({ of: draftOf, text, movedFrom: moves ? draft.of : null })
  }
  const { of, text, movedFrom } = draft
  useEffect(() => {
    if (of !== unknownAgent) keepDraft(of, text)
  }, [of, text])
  useEffect(() => {
    if (movedFrom === null) return
    forgetNewDraft()
    moveUploads(movedFrom, of)
    dispatch(chatActions.attachmentsMoved({ from: movedFrom, to: of }))
    keepDraft(movedFrom, '')
    keepDraftFiles(movedFrom, [])
  }, [movedFrom, of, dispatch])
  useSentBack((sentOf, back) => setDraft((now) => (now.of === sentOf ? { ...now, text: back } : now)))
  return [text, (next) => setDraft({ of: draftOf, text: next, movedFrom: null })]
}

/**
 * Turns a sent question back into a draft if the page loses track of it before the server has given it an ID.
 */
function useSentBack(show: (of: string, text: string) => void): void {
  const dispatch = useDispatch()
  const question = useChat((chat) => chat.streamConversationSegment?.question ?? null)
  const stored = useChat((chat) => Boolean(chat.streamConversationSegment?.conversationSegmentId))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the state of the question matters.
  useEffect(() => {
    // The question is being sent or was rejected. The thread shows it with a retry button.
    if (question !== null && !stored) return
    const sent = takeSent()
    if (sent === null || (stored && sent.text === question)) return
    const { of, files } = sent
    const text = joinTexts(sent.text, readDraft(of))
    keepDraft(of, text)
    keepDraftFiles(of, [...readDraftFiles(of), ...files])
    for (const file of files) dispatch(chatActions.attachmentAdded({ ...takenUp(file), draftOf: of }))
    show(of, text)
  }, [question, stored])
}
