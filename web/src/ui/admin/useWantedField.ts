import { useEffect } from 'react'
import { fieldOf } from './formState.ts'

/**
 * Brings the person to the fault that is to be looked at: to its tab, then with the focus to its field. A field says
 * where it is with `data-field`, and what is inside of it with `data-path`.
 */
export function useWantedField(wanted: { path: string } | undefined, showTab: (field: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each fault that is wanted.
  useEffect(() => {
    if (!wanted) return
    showTab(fieldOf(wanted.path))
    // The tab's fields are there after the next rendering.
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => focusPath(wanted.path)))
    return () => cancelAnimationFrame(frame)
  }, [wanted])
}

function focusPath(path: string): void {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)
  const place =
    find(`[data-path="${CSS.escape(path)}"]`) ?? find(`[data-field="${CSS.escape(fieldOf(path))}"]`)
  const control = place?.matches('input, select, textarea, button')
    ? place
    : place?.querySelector<HTMLElement>('[aria-invalid="true"], input, select, textarea, button')
  control?.focus()
  control?.scrollIntoView({ block: 'nearest' })
}
