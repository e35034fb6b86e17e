import type { Segment, Segments } from './api.ts'
import type { StreamSegment } from './chatSlice.ts'

export type ShownSegment = Segment | StreamSegment
type Node = Segments['tree'][number]

/** What the thread shows: the stored branch, with the streamed segment in its place. */
export function visibleSegments(stored: readonly Segment[], streamed: StreamSegment | null): ShownSegment[] {
  if (!streamed) return [...stored]
  const same = stored.findIndex((segment) => segment.conversationSegmentId === streamed.conversationSegmentId)
  if (same >= 0) return [...stored.slice(0, same), streamed]
  const parent = stored.findIndex((segment) => segment.conversationSegmentId === streamed.parentSegmentId)
  return [...stored.slice(0, parent + 1), streamed]
}

/** The answers to choose from at the place of a segment, the oldest first. */
export function siblingsOf(tree: readonly Node[], segmentId: string | null): string[] {
  const own = tree.find((node) => node.conversationSegmentId === segmentId)
  if (!own) return []
  return tree
    .filter((node) => node.parentSegmentId === own.parentSegmentId)
    .map((node) => node.conversationSegmentId)
}

/** The end of the branch that goes through a segment, along its newest children. */
export function leafBelow(tree: readonly Node[], segmentId: string): string {
  let leaf = segmentId
  for (;;) {
    const child = tree.findLast((node) => node.parentSegmentId === leaf)
    if (!child) return leaf
    leaf = child.conversationSegmentId
  }
}

/** The segments above one, the nearest last, at most `count`. */
export function ancestorsOf(tree: readonly Node[], segmentId: string, count: number): string[] {
  const parents = new Map(tree.map((node) => [node.conversationSegmentId, node.parentSegmentId]))
  const found: string[] = []
  let parent = parents.get(segmentId)
  while (parent && found.length < count) {
    found.unshift(parent)
    parent = parents.get(parent)
  }
  return found
}
