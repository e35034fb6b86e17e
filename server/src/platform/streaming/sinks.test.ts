import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSinks } from './sinks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A reader, and the moments at which it was written to. */
function reader(needsDrain = false) {
  const written: { atMs: number; text: string }[] = []
  let destroyed = false
  const response = {
    writableNeedDrain: needsDrain,
    writableEnded: false,
    once: () => response,
    write: (text: string) => void written.push({ atMs: performance.now(), text }),
    end: () => undefined,
    destroy: () => {
      destroyed = true
    },
  }
  return { response: response as unknown as ServerResponse, written, isDestroyed: () => destroyed }
}
const clock = { now: () => new Date(), monotonicMs: () => performance.now() }

test('[F17] [F19] a stream without text has a comment every fifteen seconds, by a clock that nobody sets', async () => {
  const sinks = createSinks(clock)
  const one = reader()
  const begun = performance.now()
  sinks.start()
  void sinks.serve(
    one.response,
    async () => true,
    () => new Promise(() => undefined),
  )
  // The time of day goes back an hour in the middle: what waits does not go by it.
  await vi.advanceTimersByTimeAsync(150_000)
  vi.setSystemTime(Date.now() - 3_600_000)
  await vi.advanceTimersByTimeAsync(150_000)
  sinks.stop()
  expect(new Set(one.written.map(({ text }) => text))).toEqual(new Set([':\n\n']))
  const moments = [begun, ...one.written.map(({ atMs }) => atMs), begun + 300_000]
  const gaps = moments.slice(1).map((at, index) => at - (moments[index] ?? at))
  expect(Math.max(...gaps)).toBeLessThanOrEqual(15_000)
  expect(one.written.length).toBeLessThan(25)
})

test('a reader that takes nothing is let go of, and one that reads again is not', async () => {
  const sinks = createSinks(clock)
  const stuck = reader(true)
  sinks.start()
  void sinks.serve(
    stuck.response,
    async () => true,
    () => new Promise(() => undefined),
  )
  await vi.advanceTimersByTimeAsync(119_000)
  expect(stuck.isDestroyed()).toBe(false)
  await vi.advanceTimersByTimeAsync(3000)
  expect(stuck.isDestroyed()).toBe(true)
  expect(stuck.written).toEqual([])
  sinks.stop()
})

test('[S29] an open stream ends where its reader’s right has ended', async () => {
  const sinks = createSinks(clock)
  const one = reader()
  let allowed = true
  void sinks.serve(
    one.response,
    async () => allowed,
    () => new Promise(() => undefined),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  expect(one.isDestroyed()).toBe(false)
  allowed = false
  await vi.advanceTimersByTimeAsync(30_000)
  expect(one.isDestroyed()).toBe(true)
})
