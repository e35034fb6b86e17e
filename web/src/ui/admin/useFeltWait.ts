import { useEffect, useState } from 'react'

/** Skeletons appear only for noticeable delays. */
const AFTER_MS = 150

export function useFeltWait(): boolean {
  const [felt, setFelt] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setFelt(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return felt
}
