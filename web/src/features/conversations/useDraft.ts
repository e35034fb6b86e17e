import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { moveUploads } from './attachments/uploads.ts'
import { chatActions } from './chatSlice.ts'
import { joinTexts, keepDraft, keepDraftFiles, readDraft } from './drafts.ts'
import { useChat } from './useChatStream.ts'

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
  const [draft, setDraft] = useState(
    (): Draft => ({ of: draftOf, text: readDraft(draftOf), movedFrom: null }),
  )
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
    moveUploads(movedFrom, of)
    dispatch(chatActions.attachmentsMoved({ from: movedFrom, to: of }))
    keepDraft(movedFrom, '')
    keepDraftFiles(movedFrom, [])
  }, [movedFrom, of, dispatch])
  return [text, (next) => setDraft({ of: draftOf, text: next, movedFrom: null })]
}
