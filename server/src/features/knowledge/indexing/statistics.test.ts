import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStatistics } from './statistics.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start() {
  let indexed = 0
  const gathered: number[] = []
  const failed: unknown[] = []
  const statistics = createStatistics(
    async () => indexed,
    async () => void gathered.push(indexed),
    (cause) => void failed.push(cause),
  )
  const index = async (passages: number) => {
    indexed += passages
    await statistics.changed(passages)
  }
  return { statistics, index, gathered, failed }
}

it('are gathered in a bulk load whenever it has doubled, not after each file', async () => {
  const { index, gathered, statistics } = start()
  for (let file = 0; file < 200; file += 1) {
    await index(250)
    statistics.rest()
    statistics.wake()
  }
  expect(gathered.length).toBeGreaterThan(3)
  expect(gathered.length).toBeLessThan(10)
  for (const [at, indexed] of gathered.entries())
    if (at > 0) expect(indexed).toBeGreaterThanOrEqual(1.5 * gathered[at - 1]!)
})

it('are gathered after a pause if a tenth has changed', async () => {
  const { index, gathered, statistics } = start()
  await index(100)
  statistics.rest()
  await vi.advanceTimersByTimeAsync(1500)
  expect(gathered).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(gathered).toEqual([100])
  await index(5)
  statistics.rest()
  await vi.advanceTimersByTimeAsync(5000)
  expect(gathered).toEqual([100])
  await index(10)
  statistics.rest()
  await vi.advanceTimersByTimeAsync(5000)
  expect(gathered).toEqual([100, 115])
})

it('that can’t be gathered in a pause fail nothing else', async () => {
  const failed = vi.fn()
  const cause = new Error('The database is away.')
  const statistics = createStatistics(
    async () => {
      throw cause
    },
    async () => undefined,
    failed,
  )
  await statistics.changed(1)
  statistics.rest()
  await vi.advanceTimersByTimeAsync(5000)
  expect(failed).toHaveBeenCalledExactlyOnceWith(cause)
})
