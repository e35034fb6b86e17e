import { useEffect } from 'react'

/** Reads something again when the user returns to this window: it can have been deleted in another one. */
export function useFresh(refetch: () => unknown): void {
  useEffect(() => {
    const again = () => void refetch()
    window.addEventListener('focus', again)
    return () => window.removeEventListener('focus', again)
  }, [refetch])
}
