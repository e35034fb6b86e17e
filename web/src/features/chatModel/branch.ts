import type { StreamSegment } from './chatSlice.ts'
import type { Segment, Segments } from './segments.ts'

export type ShownSegment = Segment | StreamSegment
type Node = Segments['tree'][number]

/** Where an answer was given, if that was not here. */
export const importedFromOf = (segment: ShownSegment) =>
  'importedFrom' in segment ? segment.importedFrom : undefined

/**
 * What the thread shows: the stored branch, with the streamed segment in its place. What the tree has above the first
 * of them is not part of it.
 */
export function visibleSegments<S extends ShownSegment>(
  stored: readonly Segment[],
  streamed: S | null,
  tree: readonly Node[],
): (Segment | S)[] {
  if (!streamed) return [...stored]
  const at = (id: string | null) => stored.findIndex((segment) => segment.conversationSegmentId === id)
  const same = at(streamed.conversationSegmentId)
  if (same >= 0) return [...stored.slice(0, same), streamed]
  const { parentSegmentId } = streamed
  const parent = at(parentSegmentId)
  if (parent >= 0) return [...stored.slice(0, parent + 1), streamed]
  // Asked before the answer above it was read from the store: it continues what is there.
  const unread =
    parentSegmentId !== null && !tree.some((node) => node.conversationSegmentId === parentSegmentId)
  return unread ? [...stored, streamed] : [streamed]
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
