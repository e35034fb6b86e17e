import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** Prints the conversation once all of it is on the page; the browser's dialog also saves it as PDF. */
export function usePrint(whole: () => boolean): boolean {
  const { state } = useLocation()
  const asked = (state as { print?: number } | null)?.print ?? null
  const [done, setDone] = useState<number | null>(null)
  const waiting = asked !== null && asked !== done
  const ready = waiting && whole()
  useEffect(() => {
    if (!ready) return
    // Pictures and formulas that come into view with the last turns are painted first.
    const timer = setTimeout(() => {
      setDone(asked)
      // Otherwise a reload would print again.
      history.replaceState({ ...history.state, usr: null }, '')
      print()
    }, 500)
    return () => clearTimeout(timer)
  }, [ready, asked])
  return waiting
}
