import { describe, expect, it } from 'vitest'
import type { Candidate, Stage } from './data/api.ts'
import { byStage, highestIn } from './stageOrder.ts'

const passage = (
  passageId: string,
  places: Partial<Record<Stage, [rank: number, score: number]>>,
): Candidate => ({
  passageId,
  dataSourceId: 'd',
  fileId: 'f',
  fileName: 'f.txt',
  ordinal: 0,
  page: null,
  locator: null,
  heading: '',
  text: passageId,
  scores: (Object.entries(places) as [Stage, [number, number]][]).map(([stage, [rank, score]]) => ({
    stage,
    rank,
    score,
  })),
})
const candidates = [
  passage('a', { Words: [2, 3], Final: [1, 0.9] }),
  passage('b', { Words: [1, 4] }),
  passage('c', { Meaning: [1, 0.7] }),
]

describe('the passages of a search', () => {
  it('are in the order of a step, those that it doesn’t have last', () => {
    const order = (stage: Stage) => byStage(candidates, stage).map(({ passageId }) => passageId)
    expect([order('Words'), order('Final'), order('Meaning')]).toEqual([
      ['b', 'a', 'c'],
      ['a', 'b', 'c'],
      ['c', 'a', 'b'],
    ])
  })

  it('have bars as a share of the highest score', () => {
    expect([highestIn(candidates, 'Words'), highestIn(candidates, 'Widened')]).toEqual([4, 0])
  })
})
