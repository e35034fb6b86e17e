import { expect, test } from 'vitest'
import { LEAST_ROOM, neededTokens, reportRoom } from './bounds.ts'

const small = { contextTokens: 8192, reasoning: false }
const thinking = { contextTokens: 8192, reasoning: true }
const large = { contextTokens: 200_000, reasoning: false }
const prompt = { instructions: '', fixed: 800 }

test('a report is shorter for a model with a small context or that thinks', () => {
  expect(reportRoom({ tokens: 100_000 }, prompt, large).written).toBe(8000)
  for (const deployment of [small, thinking])
    for (const tokens of [20_000, 50_000, 1_000_000]) {
      const { written, room } = reportRoom({ tokens }, prompt, deployment)
      expect(written).toBeGreaterThan(1000)
      expect(room).toBeGreaterThanOrEqual(LEAST_ROOM)
      expect(written + room + prompt.fixed).toBeLessThanOrEqual(8192)
    }
})

test('the tokens that a report needs are known before it starts, also if no budget is enough', () => {
  const long = { instructions: '', fixed: 12_000 }
  const needed = neededTokens(long, large)!
  expect(reportRoom({ tokens: needed }, long, large).room).toBeGreaterThanOrEqual(LEAST_ROOM)
  expect(reportRoom({ tokens: needed - 1000 }, long, large).room).toBeLessThan(LEAST_ROOM)
  expect(neededTokens(long, small)).toBeNull()
})
