import { limits } from '@parlance/contract/limits'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useHoldPage } from '../../base/useHoldPage.ts'
import { settings } from '../../theme/settings.ts'
import { isComposing } from '../../ui/composing.ts'
import { focusComposer } from '../chat/data/focusComposer.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { useChat } from '../chatModel/stream/useChatStream.ts'
import { sendsQuestion } from '../shortcuts/sendKey.ts'
import { endEditing } from './editing.ts'

interface Props {
  text: string
  /** Returns whether the question was sent. If not, the text stays in the editor. */
  onSend: (question: string) => boolean
}

/**
 * An editor for a question. The edited question is added as another version with its own answer, and both stay.
 */
export function QuestionEditor({ text, onSend }: Props) {
  const t = conversationTexts.useText()
  const [value, setValue] = useState(text)
  useHoldPage(value !== text)
  const field = useRef<HTMLTextAreaElement>(null)
  const answering = useChat((chat) => chat.streamConversationSegment?.status === 'Pending')
  const ready = !answering && value.trim() !== '' && value.trim().length <= limits.question

  useEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
    return endEditing
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is measured from the text.
  useLayoutEffect(() => {
    const { current } = field
    if (!current) return
    current.style.blockSize = 'auto'
    current.style.blockSize = `${current.scrollHeight}px`
  }, [value])

  const close = () => {
    endEditing()
    focusComposer()
  }
  const send = () => {
    if (ready && onSend(value.trim())) close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
    } else if (sendsQuestion(event, settings.read().sendKey)) {
      event.preventDefault()
      send()
    }
  }
  return (
    <form
      className="question-editor"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        value={value}
        aria-label={t('editQuestion')}
        maxLength={limits.question}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="row question-editor-actions">
        <span className="small m3 grow">{t('editKeeps')}</span>
        <button type="button" className="btn ghost sm" onClick={close}>
          {t('cancel')}
        </button>
        <button type="submit" className="btn soft sm" disabled={!ready}>
          {t('send')}
        </button>
      </div>
    </form>
  )
}
