import { useCallback, useEffect, useRef, useState } from 'react'

interface Query {
  isFetching: boolean
  refetch: () => unknown
}

/**
 * Returns a function to call when the data of a query is outdated. A request that is already running may have been
 * answered before the change, and RTK Query ignores `refetch` meanwhile, so the data is requested again after it.
 */
export function useReload({ isFetching, refetch }: Query): () => void {
  const [changes, setChanges] = useState(0)
  const requested = useRef(0)
  useEffect(() => {
    if (isFetching || requested.current === changes) return
    requested.current = changes
    void refetch()
  }, [changes, isFetching, refetch])
  return useCallback(() => setChanges((count) => count + 1), [])
}
