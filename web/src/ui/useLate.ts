import { useEffect, useState } from 'react'

/** Only a wait that is felt shows a skeleton. */
const SKELETON_AFTER_MS = 150

/** False at first, true once so much time has gone. */
export function useLate(ms: number = SKELETON_AFTER_MS): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return late
}
