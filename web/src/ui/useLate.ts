import { useEffect, useState } from 'react'

/** Skeletons appear only for noticeable delays. */
const SKELETON_AFTER_MS = 150

/** Returns false at first, and true after the given time. */
export function useLate(ms: number = SKELETON_AFTER_MS): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return late
}
