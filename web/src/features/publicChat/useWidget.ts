import { useCallback, useEffect, useRef, useState } from 'react'
import { type FromPage, marked, toPage } from '../../embed/messages.ts'
import { isComposing } from '../../ui/composing.ts'
import { focusComposer } from '../chat/data/focusComposer.ts'
import { useChat } from '../chatModel/stream/useChatStream.ts'
import { isFramed } from './framed.ts'

/** Nothing that a visitor wrote or received is part of a message, so any page around this one can read it. */
const tell = (message: FromPage): void => parent.postMessage(marked(message), '*')

/**
 * Connects a page in a frame with the widget around it, which opens and closes it and passes questions on. Returns a
 * function that closes the panel, or null if there is no widget.
 */
export function useWidget(ask: (question: string) => unknown): (() => void) | null {
  const [hasWidget, setHasWidget] = useState(false)
  const asking = useRef(ask)
  useEffect(() => {
    asking.current = ask
  })
  useEffect(() => {
    if (!isFramed()) return
    const listen = ({ source, data }: MessageEvent) => {
      const message = source === parent ? toPage(data) : null
      if (!message) return
      setHasWidget(true)
      if (message.type === 'opened') focusComposer()
      if (message.type === 'ask') asking.current(message.question)
    }
    addEventListener('message', listen)
    tell({ type: 'ready' })
    return () => removeEventListener('message', listen)
  }, [])
  useEffect(() => {
    if (!hasWidget) return
    // After the chat's own keys, because Escape stops an answer first.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
      if (!document.querySelector('.MuiModal-root:not([aria-hidden="true"])')) tell({ type: 'close' })
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [hasWidget])
  const answering = useChat((chat) => chat.streamConversationSegment?.status === 'Pending')
  const answeredBefore = useRef(answering)
  useEffect(() => {
    if (hasWidget && answeredBefore.current && !answering) tell({ type: 'answered' })
    answeredBefore.current = answering
  }, [hasWidget, answering])
  const close = useCallback(() => tell({ type: 'close' }), [])
  return hasWidget ? close : null
}
