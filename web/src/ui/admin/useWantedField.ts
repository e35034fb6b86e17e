import { useEffect } from 'react'
import { fieldOf } from './formState.ts'

/** A tab's fields exist once its screen is rendered, which the router can delay. */
const LONGEST_MS = 2_000

/**
 * Takes the user to the error to show: opens its tab, then focuses its field. A field is found by `data-field`,
 * and nested values by `data-path`.
 */
export function useWantedField(wanted: { path: string } | undefined, showTab: (field: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per error to show.
  useEffect(() => {
    if (!wanted) return
    showTab(fieldOf(wanted.path))
    const end = performance.now() + LONGEST_MS
    let frame = 0
    const look = () => {
      if (focusPath(wanted.path) || performance.now() > end) return
      frame = requestAnimationFrame(look)
    }
    frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [wanted])
}

const CONTROLS = 'input, select, textarea, button'

function focusPath(path: string): boolean {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)
  const place =
    find(`[data-path="${CSS.escape(path)}"]`) ?? find(`[data-field="${CSS.escape(fieldOf(path))}"]`)
  const control = place?.matches(CONTROLS)
    ? place
    : (place?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      place?.querySelector<HTMLElement>(CONTROLS))
  if (!control) return false
  control.focus()
  control.scrollIntoView({ block: 'nearest' })
  return true
}
