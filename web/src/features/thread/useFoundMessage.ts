import { type RefObject, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { conversationsApi } from '../chatModel/api.ts'
import { ancestorsOf, leafBelow, type ShownSegment } from '../chatModel/branch.ts'
import { useWithin } from '../chatModel/chatFamily.ts'
import { keepMarked } from '../chatModel/markedText.ts'
import type { Segments } from '../chatModel/segments.ts'

interface Opened {
  conversationId: string | null
  tree: Segments['tree']
  shown: readonly ShownSegment[]
  scroller: RefObject<HTMLElement | null>
  /** Adds the turn of a segment of the visible branch to the page, and returns whether it is there. */
  reveal: (segmentId: string) => boolean
  /** Stops following new text below. */
  release: () => void
}

/** Shows a message found by search on its own branch, with the search text highlighted. */
export function useFoundMessage({ conversationId, tree, shown, scroller, reveal, release }: Opened): void {
  const [params] = useSearchParams()
  const wanted = params.get('message')
  const search = params.get('q') ?? ''
  const chat = useWithin()
  const [select] = conversationsApi.useUpdateSelectedLeafSegmentIdMutation()
  /** The URL that was already handled, so the user can then scroll freely. */
  const [done, setDone] = useState<string | null>(null)
  const address = `${wanted} ${search}`
  const last = shown.at(-1)?.conversationSegmentId ?? null
  const known = wanted !== null && tree.some((node) => node.conversationSegmentId === wanted)
  const there = known && done !== address
  const visible = there && last !== null && [...ancestorsOf(tree, last, tree.length), last].includes(wanted)
  const ready = visible && reveal(wanted)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each message of another branch.
  useEffect(() => {
    if (!there || visible || conversationId === null) return
    void select({ conversationId, selectedLeafSegmentId: leafBelow(tree, wanted), ...chat })
  }, [there, visible, wanted])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the message is on the page.
  useEffect(() => {
    if (!ready) return
    const turn = scroller.current?.querySelector<HTMLElement>(`[data-segment="${CSS.escape(wanted)}"]`)
    if (!turn) return
    setDone(address)
    release()
    keepMarked(turn, search)
  }, [ready, address])
}
