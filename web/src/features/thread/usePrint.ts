import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { drawAll } from '../../ui/markdown/index.ts'

/** Prints the conversation once all of it is on the page. The browser's dialog can also save it as PDF. */
export function usePrint(whole: () => boolean): boolean {
  const { state } = useLocation()
  const asked = (state as { print?: number } | null)?.print ?? null
  const [done, setDone] = useState<number | null>(null)
  const waiting = asked !== null && asked !== done
  const ready = waiting && whole()
  useEffect(() => {
    if (!ready) return
    let gone = false
    // Waits for pictures and formulas that come into view with the last turns.
    const timer = setTimeout(async () => {
      await drawAll()
      if (gone) return
      setDone(asked)
      // Otherwise, a reload would print again.
      history.replaceState({ ...history.state, usr: null }, '')
      print()
    }, 500)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [ready, asked])
  return waiting
}
