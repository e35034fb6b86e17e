import { useEffect, useRef } from 'react'
import { settings } from '../../theme/settings.ts'
import { isTyping } from './keyList.ts'

/** `/` opens the page's search, unless the user is typing or has turned off single-key shortcuts. */
export function useSlashKey(open: () => void, enabled = true): void {
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    if (!enabled) return
    const onKey = (event: KeyboardEvent) => {
      const { altKey, ctrlKey, defaultPrevented, key, metaKey } = event
      if (key !== '/' || altKey || ctrlKey || metaKey || defaultPrevented) return
      if (isTyping(event) || !settings.read().singleKeys) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [enabled])
}
