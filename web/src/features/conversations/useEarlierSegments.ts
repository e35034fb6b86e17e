import { startTransition, useEffect, useState } from 'react'
import { conversationsApi, type Segment, type Segments } from './api.ts'
import { ancestorsOf, type ShownSegment } from './branch.ts'

/** A long conversation opens with its end: as many turns as fill a high screen. */
const FIRST = 10
/** What stands above it soon after, when nobody waits for a frame any more: room to scroll up. */
const SOON = 30
const SOON_MS = 500
/** Scrolling up brings the rest in pieces (measured over 2,000 segments). */
const MORE = 20

/** The part of the branch that is painted. What the server left out of its answer is fetched when one gets there. */
export function useEarlierSegments(
  conversationId: string | null,
  shown: readonly ShownSegment[],
  tree: Segments['tree'],
): { turns: ShownSegment[]; loading: boolean; show: () => boolean } {
  const [count, setCount] = useState(FIRST)
  const [fetched, setFetched] = useState<Segment[]>([])
  const [listSegments, { isFetching }] = conversationsApi.useLazyListSegmentsQuery()
  const all = [...fetched, ...shown]
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
    const first = all[0]?.conversationSegmentId
    const missing = first ? ancestorsOf(tree, first, MORE) : []
    if (!conversationId || missing.length === 0 || isFetching) return false
    listSegments({ conversationId, ids: missing.join(',') })
      .unwrap()
      .then(
        ({ items }) => {
          const byId = new Map(items.map((item) => [item.conversationSegmentId, item]))
          const found = missing.flatMap((id) => byId.get(id) ?? [])
          setFetched((before) => [...found, ...before])
          setCount((before) => before + found.length)
        },
        // The next scroll to the top tries again.
        () => {},
      )
    return true
  }
  return { turns: all.slice(-count), loading: isFetching, show }
}
