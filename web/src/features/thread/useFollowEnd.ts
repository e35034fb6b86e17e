import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { scrollTo } from '../../ui/scrollTo.ts'

/** Within so many pixels of its end the thread follows what is written. */
const FOLLOW_PX = 48
const NEAR_TOP_PX = 400

/**
 * Keeps the thread at its end while one is there. Scrolling up, selecting or moving the focus into the thread releases
 * it; what grows then stays below. A new question brings one to the end again.
 */
export function useFollowEnd(started: string | null, showEarlier: () => boolean) {
  const scroller = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const following = useRef(true)
  // Always the latest, without observing anew for each of the sixty renders a second.
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

  /** Goes there so that one sees which way, and follows from there on. */
  const jump = useCallback(() => {
    const { current } = scroller
    if (current) scrollTo(current, () => current.scrollHeight - current.clientHeight, toEnd)
  }, [toEnd])

  // Before the first turn that takes the visible height is painted. A thread opens at its end.
  useLayoutEffect(() => {
    if (scroller.current) keepHeight(scroller.current)
    toEnd()
  }, [toEnd])

  // A new question: its turn is as high as the screen, so the end of the thread puts the question at the top.
  // An answer that ends moves nothing: whoever reads further up stays there.
  useLayoutEffect(() => {
    if (started !== null) toEnd()
  }, [started, toEnd])

  useEffect(() => {
    const { current } = scroller
    if (!current || !content.current) return
    let top = current.scrollTop
    const onScroll = () => {
      const near = distance() <= FOLLOW_PX
      // Only a movement upwards releases: growth below moves nothing, and pinning moves downwards.
      if (near) following.current = true
      else if (current.scrollTop < top) following.current = false
      top = current.scrollTop
      setAway(!near && !following.current)
      if (current.scrollTop < NEAR_TOP_PX) keepPlace(current, earlier.current)
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

  /** Whoever was brought to a place stays there. */
  const release = useCallback(() => {
    following.current = false
  }, [])

  return { scroller, content, away, jump, release }
}

/** The visible height, for the turn that takes all of it. */
function keepHeight(scroller: HTMLElement): void {
  scroller.style.setProperty('--thread-height', `${scroller.clientHeight}px`)
}

/** The browser keeps the place when something comes above it, except at the very top. */
function keepPlace(scroller: HTMLElement, showEarlier: () => boolean): void {
  if (!showEarlier() || scroller.scrollTop > 0) return
  const before = scroller.scrollHeight
  requestAnimationFrame(() => {
    scroller.scrollTop += scroller.scrollHeight - before
  })
}
