import { useEffect, useState } from 'react'

/** Returns a value once it hasn't changed for the given time, so that not every keystroke sends a request. */
export function useDebounced(value: string, ms: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
