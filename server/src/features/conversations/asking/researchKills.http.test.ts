import { expect, test } from 'vitest'
import { killWhileResearching } from '../testing/researchKills.ts'

// bench/research.ts runs this with 20 kills.
test('after kill -9 in the middle of a research, another process goes on to one report within the budget', async () => {
  const killed = await killWhileResearching(2)
  expect(killed).toMatchObject({ kills: 2, lost: 0, doubled: 0, overruns: [], astray: [] })
  expect(killed.citations).toBeGreaterThan(0)
})
