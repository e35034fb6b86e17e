import { startTransition, useEffect, useMemo, useState } from 'react'
import { conversationsApi } from '../chatModel/api.ts'
import { ancestorsOf, type ShownSegment } from '../chatModel/branch.ts'
import type { Segments } from '../chatModel/segments.ts'
import { useWithin } from '../chatModel/testedContext.ts'

/** A long conversation opens with its end: as many turns as fill a high screen. */
const FIRST = 10
/** What stands above it soon after, when nobody waits for a frame any more: room to scroll up. */
const SOON = 30
const SOON_MS = 500
/** Scrolling up brings the rest in pieces (measured over 2,000 segments). */
const MORE = 20
/** Of what is wanted at once, so many at a time. */
const AT_ONCE = 200

type Known = ReadonlyMap<string | null, ShownSegment>

interface Earlier {
  turns: ShownSegment[]
  loading: boolean
  show: () => boolean
  /** Brings a segment of the branch onto the page, or all of it; answers whether it is there. Asked at each rendering. */
  reveal: (wanted: string | typeof WHOLE) => boolean
}

/** In place of a segment: the branch up to its first question. */
export const WHOLE = Symbol('the whole branch')

/** The part of the branch that is painted. What the server left out of its answer is fetched when one gets there. */
export function useEarlierSegments(
  conversationId: string | null,
  shown: readonly ShownSegment[],
  tree: Segments['tree'],
): Earlier {
  const [count, setCount] = useState(FIRST)
  const [known, learn] = useKnown(shown)
  const chat = useWithin()
  const [listSegments, { isFetching }] = conversationsApi.useLazyListSegmentsQuery()
  const parent = shown[0]?.parentSegmentId
  const above = useMemo(
    () => (parent ? [...ancestorsOf(tree, parent, tree.length), parent] : []),
    [tree, parent],
  )
  const gap = above.findLastIndex((id) => !known.has(id))
  const all = [...above.slice(gap + 1).map((id) => known.get(id)!), ...shown]
  useEffect(() => {
    const timer = setTimeout(
      () => startTransition(() => setCount((before) => Math.max(before, SOON))),
      SOON_MS,
    )
    return () => clearTimeout(timer)
  }, [])

  const show = () => {
    if (all.length > count) {
      setCount(count + MORE)
      return true
    }
    const missing = above.slice(Math.max(0, gap + 1 - MORE), gap + 1).filter((id) => !known.has(id))
    if (!conversationId || missing.length === 0 || isFetching) return false
    listSegments({ conversationId, ids: missing.join(','), ...chat })
      .unwrap()
      .then(
        ({ items }) => {
          learn(items)
          setCount((before) => before + MORE)
        },
        // The next scroll to the top tries again.
        () => {},
      )
    return true
  }
  const [wanted, want] = useState<string | typeof WHOLE | null>(null)
  const place = wanted === WHOLE ? 0 : all.findIndex((one) => one.conversationSegmentId === wanted)
  const isThere = wanted === WHOLE ? gap < 0 && shown.length > 0 : place >= 0
  const lacking = above.slice(Math.max(0, gap + 1 - AT_ONCE), gap + 1).filter((id) => !known.has(id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes on until what is wanted is there.
  useEffect(() => {
    if (wanted === null || shown.length === 0) return
    if (isThere) {
      setCount((before) => Math.max(before, all.length - place + 1))
      return
    }
    if (!conversationId || lacking.length === 0 || isFetching) return
    listSegments({ conversationId, ids: lacking.join(','), ...chat })
      .unwrap()
      .then(
        ({ items }) => learn(items),
        () => want(null),
      )
  }, [wanted, isThere, known, shown.length, isFetching])

  const reveal = (one: string | typeof WHOLE) => {
    if (wanted !== one) want(one)
    return wanted === one && isThere && count >= all.length - place
  }
  return { turns: all.slice(-count), loading: isFetching, show, reveal }
}

/**
 * All segments that were shown or fetched. The branch is put together from them by the tree: another version goes
 * another way, and what a new question pushes out of the server's answer stays.
 */
function useKnown(shown: readonly ShownSegment[]): [Known, (items: readonly ShownSegment[]) => void] {
  const [known, setKnown] = useState<Known>(new Map())
  const learn = (items: readonly ShownSegment[]) =>
    setKnown(
      (before) => new Map([...before, ...items.map((item) => [item.conversationSegmentId, item] as const)]),
    )
  // Not the one that is still written: it is always the last.
  const unknown = shown.filter(
    (item) => item.status !== 'Pending' && known.get(item.conversationSegmentId) !== item,
  )
  if (unknown.length > 0) learn(unknown)
  return [known, learn]
}
