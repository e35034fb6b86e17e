import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { scrollTo } from '../../ui/scrollTo.ts'

/** The thread follows new text if it is scrolled to within this distance of its end. */
const FOLLOW_PX = 48
const NEAR_TOP_PX = 400

/**
 * Keeps the thread scrolled to its end while the user is there. Scrolling up, selecting text, or focusing
 * something in the thread stops this, and new text then stays below. A new question scrolls to the end again.
 */
export function useFollowEnd(started: string | null, showEarlier: () => boolean) {
  const scroller = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const following = useRef(true)
  // A ref to the latest function, because observing again on each of 60 renders per second would be too costly.
  const earlier = useRef(showEarlier)
  useEffect(() => {
    earlier.current = showEarlier
  })
  const [away, setAway] = useState(false)

  const distance = useCallback(() => {
    const { current } = scroller
    return current ? current.scrollHeight - current.scrollTop - current.clientHeight : 0
  }, [])
  const pin = useCallback(() => {
    const { current } = scroller
    if (current) current.scrollTop = current.scrollHeight
  }, [])
  const toEnd = useCallback(() => {
    following.current = true
    pin()
    setAway(false)
  }, [pin])

  /** Scrolls to the end smoothly, to show the direction, and then follows it. */
  const jump = useCallback(() => {
    const { current } = scroller
    if (current) scrollTo(current, () => current.scrollHeight - current.clientHeight, toEnd)
  }, [toEnd])

  // Runs before the first turn that takes the visible height is painted. A thread opens at its end.
  useLayoutEffect(() => {
    if (scroller.current) keepHeight(scroller.current)
    toEnd()
  }, [toEnd])

  // The turn of a new question is as high as the screen, so scrolling to the end puts the question at the top.
  // The end of an answer scrolls nothing, so readers further up keep their place.
  useLayoutEffect(() => {
    if (started !== null) toEnd()
  }, [started, toEnd])

  useEffect(() => {
    const { current } = scroller
    if (!current || !content.current) return
    let top = current.scrollTop
    /** The distance to the end to keep at the very top, where the browser doesn't when content is added above. */
    let kept: number | null = null
    /** Shows earlier turns while the user is near the top, without waiting for another scroll. */
    const fill = () => {
      if (current.scrollTop >= NEAR_TOP_PX) kept = null
      else if (earlier.current()) kept = current.scrollHeight - current.scrollTop
    }
    const onScroll = () => {
      const near = distance() <= FOLLOW_PX
      // Only scrolling up stops following. Growth below doesn't scroll, and pinning scrolls down.
      if (near) following.current = true
      else if (current.scrollTop < top) following.current = false
      top = current.scrollTop
      setAway(!near && !following.current)
      fill()
    }
    const release = () => {
      following.current = false
      setAway(distance() > FOLLOW_PX)
    }
    const onSelect = () => {
      const selection = getSelection()
      if (selection && !selection.isCollapsed && current.contains(selection.anchorNode)) release()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'End' && !event.defaultPrevented) toEnd()
    }
    const onFocus = (event: FocusEvent) => event.target !== current && release()
    const sizes = new ResizeObserver((entries) => {
      if (entries.some((entry) => entry.target === current)) keepHeight(current)
      if (following.current) pin()
      else if (kept !== null && current.scrollTop === 0) current.scrollTop = current.scrollHeight - kept
      fill()
      setAway(!following.current && distance() > FOLLOW_PX)
    })
    sizes.observe(content.current)
    sizes.observe(current)
    current.addEventListener('scroll', onScroll, { passive: true })
    current.addEventListener('keydown', onKey)
    current.addEventListener('focusin', onFocus)
    document.addEventListener('selectionchange', onSelect)
    return () => {
      sizes.disconnect()
      current.removeEventListener('scroll', onScroll)
      current.removeEventListener('keydown', onKey)
      current.removeEventListener('focusin', onFocus)
      document.removeEventListener('selectionchange', onSelect)
    }
  }, [distance, pin, toEnd])

  /** Stops following, to stay at a place that was scrolled to. */
  const release = useCallback(() => {
    following.current = false
  }, [])

  return { scroller, content, away, jump, release }
}

/** Stores the visible height, for the turn that takes all of it. */
function keepHeight(scroller: HTMLElement): void {
  scroller.style.setProperty('--thread-height', `${scroller.clientHeight}px`)
}
