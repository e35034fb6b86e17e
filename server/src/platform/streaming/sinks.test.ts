import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSinks } from './sinks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A reader that records what was written to it, and when. */
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

test('[F17] [F19] a stream without text gets a comment every fifteen seconds, by the monotonic clock', async () => {
  const sinks = createSinks(clock)
  const one = reader()
  const begun = performance.now()
  sinks.start()
  void sinks.serve(
    one.response,
    async () => true,
    () => new Promise(() => undefined),
  )
  // The system time goes back an hour halfway, which must not affect the wait.
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

test("a reader that stops reading is dropped, and one that reads again isn't", async () => {
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

test('[S29] an open stream ends when its reader loses permission', async () => {
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
