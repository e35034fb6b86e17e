import { ArrowUp, LoaderCircle, Square } from 'lucide-react'
import { useObservable } from '../../base/useObservable.ts'
import { settings } from '../../theme/settings.ts'
import { attachmentTexts } from '../chatModel/attachments/lang/en.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { useChat } from '../chatModel/stream/useChatStream.ts'
import { keysOf } from '../shortcuts/sendKey.ts'
import type { Wait } from './useSending.ts'

interface Props {
  ready: boolean
  /** Files are uploading. The question is sent after them. */
  uploading: boolean
  /** What the question waits for, after the user has pressed Send. */
  waitsFor: Wait | null
  onStop: () => void
  onStay: () => void
}

/** Sends the question, stops an answer in progress, or cancels sending while the question waits. */
export function SendButton({ ready, uploading, waitsFor, onStop, onStay }: Props) {
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
  if (waitsFor) {
    return (
      <>
        <span className="small send-hint" role="status">
          {waitsFor === 'uploads' ? attachmentText('waitsForUploads') : t('waitsForConnection')}
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
