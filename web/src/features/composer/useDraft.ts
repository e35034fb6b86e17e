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

/** What a draft belongs to while the agents are being loaded. */
const unknownAgent = 'new:'

interface Draft {
  of: string
  text: string
  /** What the draft belonged to before: its files go along. */
  movedFrom: string | null
}

/** The draft of one conversation. A new conversation that gets its id while it is answered keeps what is being typed. */
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
    // To the agent that was not known yet, or to the id that the stream has told; a person who goes elsewhere takes
    // nothing along.
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

/** A sent question is a draft again where the page has lost sight of it before the server gave it an id. */
function useSentBack(show: (of: string, text: string) => void): void {
  const dispatch = useDispatch()
  const question = useChat((chat) => chat.streamConversationSegment?.question ?? null)
  const stored = useChat((chat) => Boolean(chat.streamConversationSegment?.conversationSegmentId))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state of the question alone says when.
  useEffect(() => {
    // On its way, or refused: the thread shows it, with the way to send it again.
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
