import type { StreamSegment } from './chatSlice.ts'
import type { Segment, Segments } from './segments.ts'

export type ShownSegment = Segment | StreamSegment
type Node = Segments['tree'][number]

/** Returns the source of an imported answer, or undefined if it was given here. */
export const importedFromOf = (segment: ShownSegment) =>
  'importedFrom' in segment ? segment.importedFrom : undefined

/**
 * Returns the segments that the thread shows: the stored branch with the streamed segment in its place.
 * Ancestors above the first loaded one aren't included.
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
  // The question was asked before the answer above it was loaded, so it continues the loaded branch.
  const unread =
    parentSegmentId !== null && !tree.some((node) => node.conversationSegmentId === parentSegmentId)
  return unread ? [...stored, streamed] : [streamed]
}

/** Something to choose from at a position of the thread: the segments, oldest first, and which of them is shown. */
export interface Versions {
  segmentIds: string[]
  shown: number
}

/** Returns the answers to a segment's question. */
export function answersOf(tree: readonly Node[], segmentId: string): Versions {
  const own = tree.find((node) => node.conversationSegmentId === segmentId)
  const segmentIds = siblingsOf(tree, own)
    .filter((node) => node.questionSegmentId === own?.questionSegmentId)
    .map((node) => node.conversationSegmentId)
  return { segmentIds, shown: segmentIds.indexOf(segmentId) }
}

/** Returns the versions of a segment's question, each as its newest answer. */
export function questionsOf(tree: readonly Node[], segmentId: string): Versions {
  const own = tree.find((node) => node.conversationSegmentId === segmentId)
  const newest = new Map(
    siblingsOf(tree, own).map((node) => [node.questionSegmentId, node.conversationSegmentId]),
  )
  return {
    segmentIds: [...newest.values()],
    shown: own ? [...newest.keys()].indexOf(own.questionSegmentId) : -1,
  }
}

const siblingsOf = (tree: readonly Node[], own: Node | undefined): Node[] =>
  own ? tree.filter((node) => node.parentSegmentId === own.parentSegmentId) : []

/** Returns the end of the branch through a segment, following the newest children. */
export function leafBelow(tree: readonly Node[], segmentId: string): string {
  let leaf = segmentId
  for (;;) {
    const child = tree.findLast((node) => node.parentSegmentId === leaf)
    if (!child) return leaf
    leaf = child.conversationSegmentId
  }
}

/** Returns at most `count` ancestors of a segment, nearest last. */
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
