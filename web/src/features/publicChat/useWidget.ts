import { useCallback, useEffect, useRef, useState } from 'react'
import { type FromPage, marked, type SitePage, toPage } from '../../embed/messages.ts'
import { isComposing } from '../../ui/composing.ts'
import { focusComposer } from '../chat/data/focusComposer.ts'
import { useChat } from '../chatModel/stream/useChatStream.ts'
import { isFramed, siteIn } from './framed.ts'

interface Widget {
  context: SitePage | null
  close: (() => void) | null
}

/**
 * Connects a page in a frame with the widget around it, which opens and closes it and passes questions on. `context` is
 * what the widget told about the page of the site. `close` closes the panel, and is null if there is no widget.
 */
export function useWidget(ask: (question: string) => unknown): Widget {
  const [context, setContext] = useState<SitePage | null>(null)
  const [hasWidget, setHasWidget] = useState(false)
  /**
   * The origin of the site around this page, as its widget says. Only sites that the page's settings name can embed it,
   * and messages to any other origin aren't delivered.
   */
  const [site] = useState(() => (isFramed() ? siteIn(location.hash) : null))
  const tell = useCallback(
    (message: FromPage) => {
      if (site) parent.postMessage(marked(message), site)
    },
    [site],
  )
  const answering = useChat((chat) => chat.streamConversationSegment?.status === 'Pending')
  /** A question that came while an answer was running. */
  const [waiting, setWaiting] = useState<string | null>(null)
  const next = useRef<(question: string) => void>(() => undefined)
  useEffect(() => {
    next.current = (question) => (answering ? setWaiting(question) : void ask(question))
    if (answering || waiting === null) return
    setWaiting(null)
    ask(waiting)
  })
  useEffect(() => {
    if (!site) return
    const listen = ({ source, origin, data }: MessageEvent) => {
      const message = source === parent && origin === site ? toPage(data) : null
      if (!message) return
      setHasWidget(true)
      if (message.type === 'opened') focusComposer()
      if (message.type === 'context') setContext(message.context)
      if (message.type === 'ask') next.current(message.question)
    }
    addEventListener('message', listen)
    tell({ type: 'ready' })
    return () => removeEventListener('message', listen)
  }, [site, tell])
  useEffect(() => {
    if (!hasWidget) return
    // After the chat's own keys, because Escape stops an answer first.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
      if (!document.querySelector('.MuiModal-root:not([aria-hidden="true"])')) tell({ type: 'close' })
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [hasWidget, tell])
  const answeredBefore = useRef(answering)
  useEffect(() => {
    if (hasWidget && answeredBefore.current && !answering) tell({ type: 'answered' })
    answeredBefore.current = answering
  }, [hasWidget, answering, tell])
  const close = useCallback(() => tell({ type: 'close' }), [tell])
  return { context, close: hasWidget ? close : null }
}
