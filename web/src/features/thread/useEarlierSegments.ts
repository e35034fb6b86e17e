import { startTransition, useEffect, useMemo, useState } from 'react'
import { conversationsApi } from '../chatModel/api.ts'
import { ancestorsOf, type ShownSegment } from '../chatModel/branch.ts'
import { useWithin } from '../chatModel/chatFamily.ts'
import type { Segments } from '../chatModel/segments.ts'

/** A long conversation opens at its end, with enough turns to fill a tall screen. */
const FIRST = 10
/** Rendered shortly after the first paint, to leave room to scroll up. */
const SOON = 30
const SOON_MS = 500
/** Scrolling up loads the rest in batches (measured with 2,000 segments). */
const MORE = 20
/** Batch size for loading up to a specific segment. */
const AT_ONCE = 200

type Known = ReadonlyMap<string | null, ShownSegment>

interface Earlier {
  turns: ShownSegment[]
  /** Earlier segments exist that `show` would add. */
  more: boolean
  loading: boolean
  show: () => boolean
  /**
   * Adds a segment of the branch, or the whole branch, to the page. Returns whether it is there. Called on
   * every render.
   */
  reveal: (wanted: string | typeof WHOLE) => boolean
}

/** In place of a segment: the whole branch up to its first question. */
export const WHOLE = Symbol('the whole branch')

/**
 * Returns the rendered part of the branch. Segments that the server left out are loaded when the user scrolls
 * to them.
 */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: continues until the requested segment is there.
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
  const more = all.length > count || (conversationId !== null && gap >= 0)
  return { turns: all.slice(-count), more, loading: isFetching, show, reveal }
}

/**
 * Returns all segments that were shown or loaded. The tree builds the branch from them, so other versions work,
 * and segments that a new question pushes out of the server's response stay.
 */
function useKnown(shown: readonly ShownSegment[]): [Known, (items: readonly ShownSegment[]) => void] {
  const [known, setKnown] = useState<Known>(new Map())
  const learn = (items: readonly ShownSegment[]) =>
    setKnown(
      (before) => new Map([...before, ...items.map((item) => [item.conversationSegmentId, item] as const)]),
    )
  // Excludes the one still being written, which is always the last.
  const unknown = shown.filter(
    (item) => item.status !== 'Pending' && known.get(item.conversationSegmentId) !== item,
  )
  if (unknown.length > 0) learn(unknown)
  return [known, learn]
}
