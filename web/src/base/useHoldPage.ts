import { useEffect } from 'react'
import { holdPage } from './unsaved.ts'

/** While `dirty`, the page doesn't reload by itself for a new version. Forms that ask before leaving do this already. */
export function useHoldPage(dirty: boolean): void {
  useEffect(() => (dirty ? holdPage(() => true) : undefined), [dirty])
}
