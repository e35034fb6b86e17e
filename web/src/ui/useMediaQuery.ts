import { useMemo, useSyncExternalStore } from 'react'

export function useMediaQuery(query: string): boolean {
  // One list per query and component: asking anew for each render would have the page laid out each time.
  const { subscribe, read } = useMemo(() => {
    const list = matchMedia(query)
    return {
      subscribe: (changed: () => void) => {
        list.addEventListener('change', changed)
        return () => list.removeEventListener('change', changed)
      },
      read: () => list.matches,
    }
  }, [query])
  return useSyncExternalStore(subscribe, read)
}

/** At and above the large breakpoint the sidebar stands beside the page, below it is a drawer. */
export const useLarge = (): boolean => useMediaQuery('(min-width: 1200px)')
