import { useEffect, useRef } from 'react'
import { settings } from '../../theme/settings.ts'
import { editQuestion } from './editing.ts'
import { isTyping, openKeyList } from './keyList.ts'
import type { ChatPageState } from './useChatPage.ts'

/** The keys of the chat screen. A menu, a dialog or a field of its own takes a key first. */
export function useChatKeys(page: ChatPageState): void {
  const current = useRef(page)
  useEffect(() => {
    current.current = page
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      if (document.querySelector('.MuiModal-root:not([aria-hidden="true"])')) return
      if (take(event, current.current)) event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

function take(event: KeyboardEvent, page: ChatPageState): boolean {
  const control = event.ctrlKey || event.metaKey
  if (event.key === 'Escape') return stops(page)
  if (control && event.key === '.' && page.shown.length > 0) {
    page.details.toggle()
    return true
  }
  if (control || event.altKey) return false
  if (event.key === 'ArrowUp' && !event.shiftKey) return editsLast(event, page)
  if (event.key === '?' && settings.read().singleKeys && !isTyping(event)) {
    openKeyList()
    return true
  }
  return false
}

function stops({ stream }: ChatPageState): boolean {
  const { answering } = stream
  if (answering) void stream.stop()
  return answering
}

/** ↑ in an empty composer edits the last question, as in every chat. */
function editsLast({ target }: KeyboardEvent, { shown, stream }: ChatPageState): boolean {
  if (!(target instanceof HTMLTextAreaElement) || !('composer' in target.dataset) || target.value !== '')
    return false
  const last = shown.at(-1)
  if (!last?.conversationSegmentId || stream.answering) return false
  editQuestion(last.conversationSegmentId)
  return true
}
