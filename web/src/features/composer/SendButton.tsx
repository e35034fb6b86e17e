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
  /** The question waited and isn't sent any more, because the user has edited it. */
  canceled: boolean
  onStop: () => void
  onStay: () => void
}

/** Sends the question, stops an answer in progress, or cancels sending while the question waits. */
export function SendButton({ ready, uploading, waitsFor, canceled, onStop, onStay }: Props) {
  const t = conversationTexts.useText()
  const attachmentText = attachmentTexts.useText()
  const answering = useChat((chat) => chat.streamConversationSegment?.status === 'Pending')
  const { send } = keysOf(useObservable(settings).sendKey)
  const stopping = useChat((chat) => chat.streamAborted)
  const hints: Record<Wait, string> = {
    uploads: attachmentText('waitsForUploads'),
    connection: t('waitsForConnection'),
    chat: t('waitsForChat'),
  }
  const hint = waitsFor ? hints[waitsFor] : canceled && t('sendingCanceled')
  const action = answering
    ? { label: t('stop'), off: stopping, icon: <Square size={14} fill="currentColor" />, run: onStop }
    : waitsFor
      ? {
          label: attachmentText('sendWaiting'),
          off: false,
          icon: <LoaderCircle size={18} className="spin" />,
          run: onStay,
        }
      : {
          label: uploading ? attachmentText('sendWaits') : t('send'),
          off: !ready,
          icon: <ArrowUp size={18} />,
          run: null,
        }
  return (
    <>
      {hint && (
        <span className="small send-hint" role="status">
          {hint}
        </span>
      )}
      {/* One button for all three, so that it keeps the focus. */}
      <button
        type="submit"
        className="send"
        aria-label={action.label}
        title={action.run ? undefined : t('sendWith', { key: send })}
        aria-disabled={action.off}
        onClick={(event) => {
          if (!action.run) return
          event.preventDefault()
          if (!action.off) action.run()
        }}
      >
        {action.icon}
      </button>
    </>
  )
}
