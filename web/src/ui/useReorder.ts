import { type DragEvent, type KeyboardEvent, useState } from 'react'

/**
 * Reorders a list by dragging, or with Alt and an arrow key. Items are known by ID rather than by position, because the
 * list can change before the drop.
 */
export function useReorder(ids: readonly string[], move: (from: number, to: number) => void) {
  const [draggedId, setDragged] = useState<string | null>(null)
  const [overId, setOver] = useState<string | null>(null)
  const dragged = draggedId === null ? -1 : ids.indexOf(draggedId)

  function moveTo(from: number, to: number) {
    if (from !== to && from >= 0 && to >= 0 && to < ids.length) move(from, to)
  }
  function end() {
    setDragged(null)
    setOver(null)
  }

  return {
    moveTo,
    /** For the part that is dragged. */
    drag: (id: string, name: string) => ({
      draggable: true,
      onDragStart: (event: DragEvent<HTMLElement>) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', name)
        setDragged(id)
      },
      onDragEnd: end,
    }),
    /** For the part with the focus, which moves its item with Alt and an arrow key. */
    keys: (at: number) => (event: KeyboardEvent<HTMLElement>) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (!step || !event.altKey) return
      event.preventDefault()
      moveTo(at, at + step)
    },
    /** For the item, which takes the drop. */
    item: (id: string, at: number) => ({
      'data-dragged': id === draggedId || undefined,
      'data-over': (id === overId && at !== dragged && (at < dragged ? 'before' : 'after')) || undefined,
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (dragged < 0) return
        event.preventDefault()
        setOver(id)
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        event.preventDefault()
        moveTo(dragged, at)
        end()
      },
    }),
  }
}

/** Returns the list with one item moved. */
export const moved = <T>(items: readonly T[], from: number, to: number): T[] =>
  items.toSpliced(from, 1).toSpliced(to, 0, items[from] as T)
