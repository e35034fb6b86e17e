import { useEffect, useRef } from 'react'
import { settings } from '../../theme/settings.ts'
import { isComposing } from '../../ui/composing.ts'
import { useChatFamily } from '../chatModel/chatFamily.ts'
import { isTyping, openKeyList } from '../shortcuts/keyList.ts'
import { editQuestion } from './editing.ts'
import { hasAgent, type ShownChat } from './useThread.ts'

/**
 * The keyboard shortcuts of a chat. A menu, dialog or field handles its own keys first. A chat that is part of
 * a page (`within`, a selector) handles only keys pressed inside it, and has no list of shortcuts.
 */
export function useChatKeys(page: ShownChat, within?: string): void {
  const { hasExecutionDetails } = useChatFamily()
  const current = useRef(page)
  useEffect(() => {
    current.current = page
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event)) return
      if (document.querySelector('.MuiModal-root:not([aria-hidden="true"])')) return
      if (within && !(event.target instanceof Element && event.target.closest(within))) return
      const has = { list: within === undefined, details: hasExecutionDetails }
      if (take(event, current.current, has)) event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [within, hasExecutionDetails])
}

function take(event: KeyboardEvent, page: ShownChat, has: { list: boolean; details: boolean }): boolean {
  const control = event.ctrlKey || event.metaKey
  if (event.key === 'Escape') return stops(page)
  if (has.details && control && event.key === '.' && page.shown.length > 0) {
    page.details.toggle()
    return true
  }
  if (control || event.altKey) return false
  if (event.key === 'ArrowUp' && !event.shiftKey) return editsLast(event, page)
  if (has.list && event.key === '?' && settings.read().singleKeys && !isTyping(event)) {
    openKeyList()
    return true
  }
  return false
}

function stops({ stream }: ShownChat): boolean {
  const { answering } = stream
  if (answering) void stream.stop()
  return answering
}

/** ↑ in an empty composer edits the last question, as in other chats. */
function editsLast({ target }: KeyboardEvent, page: ShownChat): boolean {
  const { shown, stream } = page
  if (!(target instanceof HTMLTextAreaElement) || !('composer' in target.dataset) || target.value !== '')
    return false
  const last = shown.at(-1)
  if (!last?.conversationSegmentId || stream.answering || !hasAgent(page)) return false
  editQuestion(last.conversationSegmentId)
  return true
}
