import { describe, expect, it } from 'vitest'
import { fuse } from './fuse.ts'
import type { RankedPassage } from './store.ts'

const passage = (passageId: string, score: number) => ({ passageId, score }) as RankedPassage
const ids = (passages: readonly RankedPassage[]) => passages.map(({ passageId }) => passageId)

describe('passages found by words and by meaning', () => {
  it('stay as they are if nothing was found by meaning', () => {
    const byWords = [passage('a', 0.9), passage('b', 0.4)]
    expect(fuse(byWords, [])).toEqual(byWords)
  })

  it('come first if both have found them, and those found by one alone are kept', () => {
    const fused = fuse(
      [passage('words', 0.8), passage('both', 0.7), passage('weak', 0.1)],
      [passage('meaning', 0.9), passage('both', 0.85), passage('far', 0.2)],
    )
    expect(ids(fused)[0]).toBe('both')
    expect(new Set(ids(fused))).toEqual(new Set(['words', 'both', 'weak', 'meaning', 'far']))
    expect(fused[0]!.score).toBeLessThanOrEqual(0.8)
  })

  it('are sorted by meaning alone if no word was found', () => {
    const fused = fuse([], [passage('near', 0.7), passage('far', 0.5)])
    expect(ids(fused)).toEqual(['near', 'far'])
    expect(fused[0]!.score).toBeGreaterThan(fused[1]!.score)
  })

  it('are not divided by zero if all are equally near', () => {
    const fused = fuse([passage('a', 0)], [passage('a', 0.5), passage('b', 0.5)])
    expect(fused.every(({ score }) => Number.isFinite(score))).toBe(true)
  })
})
