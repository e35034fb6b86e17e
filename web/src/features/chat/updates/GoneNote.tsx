import { MessageCircleX, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigateNow } from '../../../ui/navigate.ts'
import { chatActions } from '../../chatModel/chatSlice.ts'
import {
  joinTexts,
  keepDraft,
  keepDraftFiles,
  readDraft,
  readDraftFiles,
  takeSent,
} from '../../chatModel/drafts.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import { moveUploads } from '../../composer/attachments/uploads.ts'
import type { ShownChat } from '../../thread/useThread.ts'
import { chatAddress } from '../data/chatAddress.ts'
import { useConversationActions } from '../list/useConversationActions.ts'

/** Returns whether the open conversation was deleted in the meantime, for example in another window. */
export const isGone = ({ segments, shown }: Pick<ShownChat, 'segments' | 'shown'>): boolean =>
  shown.length > 0 && isMissing(segments.error)

export const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 404

/** Shown above the message draft. The draft is kept whichever option the user chooses. */
export function GoneNote({ page, draftOf }: { page: ShownChat; draftOf: string }) {
  const t = conversationTexts.useText()
  const dispatch = useDispatch()
  const navigate = useNavigateNow()
  const { restore } = useConversationActions()
  const [busy, setBusy] = useState(false)
  const { conversation, segments, agent, stream } = page
  const gptSystemId = conversation?.gptSystem.gptSystemId ?? agent.current?.gptSystemId ?? null

  async function bringBack() {
    setBusy(true)
    if (conversation && (await restore(conversation))) void segments.refetch()
    setBusy(false)
  }

  /** Moves the draft and the rejected question to the new chat. */
  async function newChat() {
    const to = `new:${gptSystemId ?? ''}`
    const refused = takeSent()
    stream.leave()
    keepDraft(to, joinTexts(readDraft(to), refused?.text ?? '', readDraft(draftOf)))
    keepDraftFiles(to, [...readDraftFiles(to), ...(refused?.files ?? []), ...readDraftFiles(draftOf)])
    moveUploads(draftOf, to)
    dispatch(chatActions.attachmentsMoved({ from: draftOf, to }))
    keepDraft(draftOf, '')
    keepDraftFiles(draftOf, [])
    await navigate(chatAddress(gptSystemId, null), {
      state: { temporary: page.temporary ?? false },
    })
  }

  return (
    <div className="strip w gone-note" role="alert">
      <MessageCircleX size={16} />
      <p className="grow">{t('conversationDeleted')}</p>
      {conversation && (
        <button type="button" className="btn out sm" disabled={busy} onClick={() => void bringBack()}>
          <Undo2 size={14} className="flip" />
          {t('bringBack')}
        </button>
      )}
      <button type="button" className="btn out sm" onClick={() => void newChat()}>
        {t('newChat')}
      </button>
    </div>
  )
}
