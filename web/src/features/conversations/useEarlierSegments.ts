import { useState } from 'react'
import { conversationsApi, type Segment, type Segments } from './api.ts'
import { ancestorsOf, type ShownSegment } from './branch.ts'

/** A long conversation opens with its end; scrolling up brings the rest in pieces (measured over 2,000 segments). */
const FIRST = 30
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
