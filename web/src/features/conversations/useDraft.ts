import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { moveUploads } from './attachments/uploads.ts'
import { chatActions } from './chatSlice.ts'
import { keepDraft, keepDraftFiles, readDraft } from './drafts.ts'

/** What a draft belongs to while the agents are being loaded. */
const unknownAgent = 'new:'

interface Draft {
  of: string
  text: string
  /** What the draft belonged to before: its files go along. */
  movedFrom: string | null
}

/** The draft of one conversation. A new conversation that gets its id while it is answered keeps what is being typed. */
export function useDraft(
  draftOf: string,
  answering: boolean,
): [text: string, setText: (text: string) => void] {
  const dispatch = useDispatch()
  const [draft, setDraft] = useState(
    (): Draft => ({ of: draftOf, text: readDraft(draftOf), movedFrom: null }),
  )
  if (draft.of !== draftOf) {
    // What was typed before the agent was known is the draft for that agent.
    const moves = draft.of === unknownAgent || (draft.of.startsWith('new:') && answering)
    const text = moves && draft.text !== '' ? draft.text : readDraft(draftOf)
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
    keepDraftFiles(movedFrom, [])
  }, [movedFrom, of, dispatch])
  return [text, (next) => setDraft({ of: draftOf, text: next, movedFrom: null })]
}
