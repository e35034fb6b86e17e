import { startTransition, useEffect, useMemo, useState } from 'react'
import { conversationsApi, type Segments } from './api.ts'
import { ancestorsOf, type ShownSegment } from './branch.ts'
import { useWithin } from './tested.ts'

/** A long conversation opens with its end: as many turns as fill a high screen. */
const FIRST = 10
/** What stands above it soon after, when nobody waits for a frame any more: room to scroll up. */
const SOON = 30
const SOON_MS = 500
/** Scrolling up brings the rest in pieces (measured over 2,000 segments). */
const MORE = 20

type Known = ReadonlyMap<string | null, ShownSegment>

/** The part of the branch that is painted. What the server left out of its answer is fetched when one gets there. */
export function useEarlierSegments(
  conversationId: string | null,
  shown: readonly ShownSegment[],
  tree: Segments['tree'],
): { turns: ShownSegment[]; loading: boolean; show: () => boolean } {
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
  return { turns: all.slice(-count), loading: isFetching, show }
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
