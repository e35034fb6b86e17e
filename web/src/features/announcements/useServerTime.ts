import { useEffect, useState } from 'react'
import { hasDrifted, type ShownList, serverTime } from './data/shownList.ts'

const TICK_MS = 1000

/** Returns the time of the server, to the second. Asks for it again after the device slept or its clock was set. */
export function useServerTime(list: ShownList, ask: () => void): number {
  const [now, setNow] = useState(() => serverTime(list))
  useEffect(() => {
    let hasAsked = false
    const tick = () => {
      setNow(serverTime(list))
      if (hasAsked || document.hidden || !hasDrifted(list)) return
      hasAsked = true
      ask()
    }
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [list, ask])
  return now
}
