import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type StatementsInFlight, trackStatements } from './statements.ts'

let statements: StatementsInFlight
beforeEach(() => {
  vi.useFakeTimers()
  statements = trackStatements()
})
afterEach(() => vi.useRealTimers())

/** A statement that is answered after `ms`. */
const lasting = (ms: number) =>
  statements.track(null, new Promise<void>((resolve) => setTimeout(resolve, ms)))

test("a long queue isn't silence while its statements are answered one after another", async () => {
  const waits = lasting(60_000)
  for (let answered = 0; answered < 100; answered += 1) {
    const one = lasting(500)
    await vi.advanceTimersByTimeAsync(500)
    await one
    expect(statements.silentMs()).toBe(0)
  }
  await vi.advanceTimersByTimeAsync(10_000)
  await waits
})

test('silence counts from the last answer, and never longer than a statement has waited', async () => {
  await vi.advanceTimersByTimeAsync(3000)
  expect(statements.silentMs()).toBe(0)
  const waits = lasting(5000)
  const answered = lasting(1000)
  await vi.advanceTimersByTimeAsync(4000)
  await answered
  expect(statements.silentMs()).toBe(3000)
  await vi.advanceTimersByTimeAsync(1000)
  await waits
  expect(statements.silentMs()).toBe(0)
})

test("a database error is an answer, a lost connection isn't", async () => {
  const waits = lasting(60_000)
  const fails = (cause: Error) =>
    expect(statements.track(null, Promise.reject(cause))).rejects.toThrow(cause.message)
  await vi.advanceTimersByTimeAsync(2000)
  await fails(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
  expect(statements.silentMs()).toBe(2000)
  await fails(new pg.DatabaseError('division by zero', 0, 'error'))
  expect(statements.silentMs()).toBe(0)
  await vi.advanceTimersByTimeAsync(60_000)
  await waits
})
