import { useEffect, useState } from 'react'
import { localTimeOf } from '../../session/serverTime.ts'

const TICK_MS = 1_000

/** Returns how many whole seconds are left until a time of the server, whatever this machine's clock says. */
export const secondsUntil = (serverTime: string, now = Date.now()): number =>
  Math.max(0, Math.ceil((Date.parse(localTimeOf(serverTime)) - now) / 1_000))

/** Returns a value of the time left, again each second. The component is only rendered again if it has changed. */
export function useTimeLeft<T>(serverTime: string, derive: (seconds: number) => T): T {
  const [value, setValue] = useState(() => derive(secondsUntil(serverTime)))
  useEffect(() => {
    const tick = () => setValue(() => derive(secondsUntil(serverTime)))
    tick()
    const timer = setInterval(tick, TICK_MS)
    // A page that was in the background or a machine that slept shows at once that the time is over.
    document.addEventListener('visibilitychange', tick)
    window.addEventListener('pageshow', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
      window.removeEventListener('pageshow', tick)
    }
  }, [serverTime, derive])
  return value
}

export const isOver = (seconds: number): boolean => seconds === 0

/** As on a clock: 42:07. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** The minutes at which the time left is said aloud: for those who don't see the clock. */
const SAID_AT = [1, 5, 15]

/** Returns the last of these minutes that has begun, or null before the first. */
export const minutesSaid = (seconds: number): number | null =>
  SAID_AT.find((minutes) => seconds > 0 && seconds <= minutes * 60) ?? null
