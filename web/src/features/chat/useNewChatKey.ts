import { useEffect } from 'react'

/** ⌘⇧O starts a new chat, whatever the sidebar shows. */
export function useNewChatKey(newChat: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.code !== 'KeyO' || !event.shiftKey || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      newChat()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [newChat])
}
