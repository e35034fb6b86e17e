import { type FocusEvent, useLayoutEffect, useRef } from 'react'

const controls = 'a[href], button, input, select, textarea, [tabindex="0"]'
/** Not the headings of cards in a list. */
const headings = ':is(h1, h2, h3):not(li *)'

/** An element that had the focus, and how to return there. */
interface Place {
  element: HTMLElement
  /** Focuses the element. If it is gone: the same control of the row that took its place, or the heading above. */
  restore: () => void
}

/** Remembers where an element is, because the row that contains it can be removed. */
export function placeOf(element: HTMLElement): Place {
  const row = element.closest('li, tr')
  const list = row?.parentElement
  const index = row && list ? [...list.children].indexOf(row) : 0
  const at = row ? controlsOf(row).indexOf(element) : 0
  const above = ancestorsOf(element)
  const successor = () => {
    const rows = list?.isConnected ? [...list.children].map(controlsOf) : []
    const found = [...rows.slice(index), ...rows.slice(0, index).reverse()].find(({ length }) => length > 0)
    return found?.[Math.min(at, found.length - 1)]
  }
  return {
    element,
    restore() {
      if (element.isConnected) element.focus()
      else (successor() ?? headingIn(above))?.focus()
    },
  }
}

const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(controls)]

function ancestorsOf(element: Element): Element[] {
  const { parentElement } = element
  return parentElement ? [parentElement, ...ancestorsOf(parentElement)] : []
}

/** The heading of the nearest ancestor that still has one. */
function headingIn(above: Element[]): HTMLElement | undefined {
  for (const one of above) {
    const heading = one.isConnected ? one.querySelector<HTMLElement>(headings) : null
    if (!heading) continue
    heading.tabIndex = -1
    return heading
  }
  return undefined
}

export const focusIsLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/**
 * Keeps the focus in a list when the row that has it is removed. Call it in the component that renders the rows, and
 * pass the result to the list as `onFocus`.
 */
export function useKeepFocus(): (event: FocusEvent<HTMLElement>) => void {
  const place = useRef<Place | null>(null)
  useLayoutEffect(() => {
    const { current } = place
    if (!current || current.element.isConnected || !focusIsLost()) return
    place.current = null
    // Which sets the next place.
    current.restore()
  })
  return ({ currentTarget, target }) => {
    // Focus events also come from dialogs that a row has opened.
    if (currentTarget.contains(target)) place.current = placeOf(target)
  }
}
