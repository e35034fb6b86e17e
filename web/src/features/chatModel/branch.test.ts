import { describe, expect, it } from 'vitest'
import { ancestorsOf, answersOf, leafBelow, questionsOf, visibleSegments } from './branch.ts'
import type { StreamSegment } from './chatSlice.ts'
import type { Segment } from './segments.ts'

const node = (
  conversationSegmentId: string,
  parentSegmentId: string | null,
  questionSegmentId = conversationSegmentId,
) => ({
  conversationSegmentId,
  parentSegmentId,
  questionSegmentId,
  status: 'Completed' as const,
})
/** a ← b, b2 (a regenerated answer) ; b ← c ; b2 ← d ← e */
const tree = [
  node('a', null),
  node('b', 'a'),
  node('c', 'b'),
  node('b2', 'a', 'b'),
  node('d', 'b2'),
  node('e', 'd'),
]
const stored = ['a', 'b', 'c'].map((id, index, all) => ({
  conversationSegmentId: id,
  parentSegmentId: all[index - 1] ?? null,
})) as Segment[]
const streamed = (conversationSegmentId: string | null, parentSegmentId: string | null) =>
  ({ conversationSegmentId, parentSegmentId }) as StreamSegment
const ids = (segments: { conversationSegmentId: string | null }[]) =>
  segments.map((one) => one.conversationSegmentId)

describe('visible branch', () => {
  it('is the stored branch while nothing streams', () =>
    expect(ids(visibleSegments(stored, null, tree))).toEqual(['a', 'b', 'c']))

  it('ends with the streamed segment, below its parent', () => {
    expect(ids(visibleSegments(stored, streamed(null, 'c'), tree))).toEqual(['a', 'b', 'c', null])
    expect(ids(visibleSegments(stored, streamed(null, 'a'), tree))).toEqual(['a', null])
    expect(ids(visibleSegments(stored, streamed(null, null), tree))).toEqual([null])
  })

  it('keeps the stored segments above a question whose parent isn’t loaded yet', () =>
    expect(ids(visibleSegments(stored, streamed(null, 'new'), tree))).toEqual(['a', 'b', 'c', null]))

  it('starts with the question if its parent is above the loaded segments', () =>
    expect(ids(visibleSegments(stored.slice(1), streamed(null, 'a'), tree))).toEqual([null]))

  it('shows a segment once if it is both stored and streamed', () => {
    expect(ids(visibleSegments(stored, streamed('c', 'b'), tree))).toEqual(['a', 'b', 'c'])
  })
})

describe('tree', () => {
  it('finds the answers to one question', () => {
    expect(answersOf(tree, 'b')).toEqual({ segmentIds: ['b', 'b2'], shown: 0 })
    expect(answersOf(tree, 'b2')).toEqual({ segmentIds: ['b', 'b2'], shown: 1 })
    expect(answersOf(tree, 'a')).toEqual({ segmentIds: ['a'], shown: 0 })
    expect(answersOf(tree, 'unknown')).toEqual({ segmentIds: [], shown: -1 })
  })

  it('finds the versions of an edited question, each with its newest answer', () => {
    // The question of b was edited to x, which was answered twice, and then b was answered again.
    const edited = [...tree, node('x', 'a'), node('x2', 'a', 'x'), node('b3', 'a', 'b')]
    expect(answersOf(edited, 'x')).toEqual({ segmentIds: ['x', 'x2'], shown: 0 })
    expect(answersOf(edited, 'b2')).toEqual({ segmentIds: ['b', 'b2', 'b3'], shown: 1 })
    expect(questionsOf(edited, 'b')).toEqual({ segmentIds: ['b3', 'x2'], shown: 0 })
    expect(questionsOf(edited, 'x')).toEqual({ segmentIds: ['b3', 'x2'], shown: 1 })
    expect(questionsOf(edited, 'c')).toEqual({ segmentIds: ['c'], shown: 0 })
    expect(questionsOf(edited, 'unknown')).toEqual({ segmentIds: [], shown: -1 })
  })

  it('finds the end of a branch', () => {
    expect(leafBelow(tree, 'b2')).toBe('e')
    expect(leafBelow(tree, 'c')).toBe('c')
  })

  it('finds the ancestors of a segment', () => {
    expect(ancestorsOf(tree, 'e', 2)).toEqual(['b2', 'd'])
    expect(ancestorsOf(tree, 'e', 9)).toEqual(['a', 'b2', 'd'])
    expect(ancestorsOf(tree, 'a', 9)).toEqual([])
  })
})
