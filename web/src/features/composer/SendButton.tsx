import { ArrowUp, LoaderCircle, Square } from 'lucide-react'
import { useObservable } from '../../base/useObservable.ts'
import { settings } from '../../theme/settings.ts'
import { attachmentTexts } from '../chatModel/attachments/attachmentTexts.ts'
import { conversationTexts } from '../chatModel/conversationTexts.ts'
import { useChat } from '../chatModel/stream/useChatStream.ts'
import { keysOf } from '../shortcuts/sendKey.ts'

interface Props {
  ready: boolean
  /** Files are on their way: the question goes after them. */
  uploading: boolean
  /** It was asked for while files were on their way. */
  waits: boolean
  onStop: () => void
  onStay: () => void
}

/** Sends; stops while an answer comes; takes the sending back while it waits for files. */
export function SendButton({ ready, uploading, waits, onStop, onStay }: Props) {
  const t = conversationTexts.useText()
  const attachmentText = attachmentTexts.useText()
  const answering = useChat((chat) => chat.streamConversationSegment?.status === 'Pending')
  const { send } = keysOf(useObservable(settings).sendKey)
  const stopping = useChat((chat) => chat.streamAborted)
  if (answering) {
    return (
      <button type="button" className="send" aria-label={t('stop')} disabled={stopping} onClick={onStop}>
        <Square size={14} fill="currentColor" />
      </button>
    )
  }
  if (waits) {
    return (
      <>
        <span className="small send-hint" role="status">
          {attachmentText('waitsForUploads')}
        </span>
        <button type="button" className="send" aria-label={attachmentText('sendWaiting')} onClick={onStay}>
          <LoaderCircle size={18} className="spin" />
        </button>
      </>
    )
  }
  return (
    <button
      type="submit"
      className="send"
      aria-label={uploading ? attachmentText('sendWaits') : t('send')}
      title={t('sendWith', { key: send })}
      aria-disabled={!ready}
    >
      <ArrowUp size={18} />
    </button>
  )
}
