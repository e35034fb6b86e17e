import { useMemo, useSyncExternalStore } from 'react'

export function useMediaQuery(query: string): boolean {
  // One list per query and component, because querying on each render would force layout every time.
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

/** At and above the large breakpoint, the sidebar is next to the page. Below it, the sidebar is a drawer. */
export const useLarge = (): boolean => useMediaQuery('(min-width: 1200px)')
