import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { isComposing } from '../../ui/composing.ts'

interface OneOpen {
  open: string | undefined
  toggle: (key: string) => void
  list: RefObject<HTMLUListElement | null>
  onKeyDown: (event: KeyboardEvent) => void
}

/**
 * A list whose entries open, one at a time. The arrow keys move between their heads, which have the attribute
 * `data-result` with the key. With one open, they open the next one instead.
 */
export function useOneOpen(): OneOpen {
  const [open, setOpen] = useState<string>()
  const list = useRef<HTMLUListElement>(null)

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const heads = [...(list.current?.querySelectorAll<HTMLElement>('[data-result]') ?? [])]
    const at = heads.indexOf(event.target as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: heads.length - 1 }[event.key]
    const next = at < 0 || to === undefined ? undefined : heads[to]
    if (!next) return
    event.preventDefault()
    next.focus()
    if (open !== undefined && heads[at]?.dataset.result === open) setOpen(next.dataset.result)
  }

  return { open, toggle: (key) => setOpen(open === key ? undefined : key), list, onKeyDown }
}
