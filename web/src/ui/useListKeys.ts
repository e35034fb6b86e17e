import { type KeyboardEvent, useState } from 'react'
import { isComposing } from './composing.ts'

interface ListKeys {
  /** The index of the active entry, or -1 if there are none. */
  active: number
  activate: (index: number) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/**
 * The keys of a text field for the list below it: arrows move the active entry, Enter takes it. `onKey` gets each key
 * first, and returns whether it was handled.
 */
export function useListKeys<Item>(
  items: readonly Item[],
  take: (item: Item) => void,
  onKey?: (event: KeyboardEvent) => boolean,
): ListKeys {
  const [at, setAt] = useState(0)
  const active = Math.min(at, items.length - 1)
  return {
    active,
    activate: setAt,
    onKeyDown(event) {
      if (isComposing(event) || onKey?.(event)) return
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (!step && event.key !== 'Enter') return
      event.preventDefault()
      const item = items[active]
      if (!item) return
      if (step) setAt((active + step + items.length) % items.length)
      else take(item)
    },
  }
}
