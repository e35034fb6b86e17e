import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { StartQueue } from './startQueue.ts'

/** Starts sessions that last until they are released. */
function holding() {
  const queue = new StartQueue(systemClock)
  const started: string[] = []
  const refused: string[] = []
  const release: (() => void)[] = []
  const ask = (network: string) =>
    queue
      .run(network, () => {
        started.push(network)
        return new Promise<void>((resolve) => void release.push(resolve))
      })
      .catch((error: { code: string }) => {
        refused.push(`${network} ${error.code}`)
      })
  const next = async () => {
    release.shift()?.()
    // The pace of a crowd.
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
  return { ask, next, started, refused }
}

test('one session starts at a time, and networks that asked for fewer come first', async () => {
  const { ask, next, started } = holding()
  for (let count = 0; count < 4; count += 1) void ask('busy')
  void ask('calm')
  expect(started).toEqual(['busy'])
  await next()
  expect(started).toEqual(['busy', 'calm'])
  await next()
  await next()
  expect(started).toEqual(['busy', 'calm', 'busy', 'busy'])
})

test('in a crowd, those who asked for the most are refused, and a newcomer gets in', async () => {
  const { ask, next, started, refused } = holding()
  for (let count = 0; count < 3; count += 1)
    for (let network = 0; network < 40; network += 1) void ask(`n${network}`)
  await new Promise((resolve) => setImmediate(resolve))
  // One runs and a hundred wait.
  expect(refused).toHaveLength(120 - 101)
  expect(refused[0]).toMatch(/ request\.rate$/)
  void ask('newcomer')
  await next()
  expect(started.at(-1)).not.toBe('n39')
  for (let count = 0; count < 40 && !started.includes('newcomer'); count += 1) await next()
  expect(started).toContain('newcomer')
  expect(refused.some((one) => one.startsWith('newcomer'))).toBe(false)
})
