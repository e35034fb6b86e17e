import { expect, test, vi } from 'vitest'
import { createLog } from '../log/log.ts'
import { createCachedValue } from './cachedValue.ts'
import type { Database } from './database.ts'

/** A cached value whose source a test answers by hand. */
function cachedOf({ freshMs = Number.POSITIVE_INFINITY, patienceMs = 10_000 } = {}) {
  const asked: { resolve: (value: string) => void; reject: (error: Error) => void }[] = []
  const logged: string[] = []
  const cached = createCachedValue<string>({
    database: { primary: (work: () => Promise<unknown>) => work() } as Database,
    log: createLog('INFO', { write: (line) => void logged.push(line) }),
    name: 'thing',
    freshMs,
    patienceMs,
    unread: 'unread',
    load: () => new Promise((resolve, reject) => void asked.push({ resolve, reject })),
  })
  return { cached, asked, logged }
}

test('is read once for all callers, and cached until it is marked as changed', async () => {
  const { cached, asked } = cachedOf()
  const both = Promise.all([cached.read(), cached.read()])
  asked[0]?.resolve('first')
  expect(await both).toEqual(['first', 'first'])
  expect(await cached.read()).toBe('first')
  expect(asked).toHaveLength(1)
  cached.changed()
  const next = cached.read()
  asked[1]?.resolve('second')
  expect([await next, cached.known()]).toEqual(['second', 'second'])
})

test("a value read before a change isn't used after it", async () => {
  const { cached, asked } = cachedOf()
  const before = cached.read()
  cached.changed()
  const after = cached.read()
  asked[1]?.resolve('new')
  expect(await after).toBe('new')
  asked[0]?.resolve('old')
  expect(await before).toBe('new')
  expect(await cached.read()).toBe('new')
})

test('a read after a change never returns the earlier value, even if others report the change in the meantime', async () => {
  const { cached, asked } = cachedOf()
  const first = cached.read()
  asked[0]?.resolve('old')
  await first
  cached.changed()
  const after = cached.read()
  // The bus reports the same change a little later.
  cached.changed()
  asked[1]?.resolve('new')
  expect(await after).toBe('new')
  const next = cached.read()
  asked[2]?.resolve('newer')
  expect([asked.length, await next]).toEqual([3, 'newer'])
})

test('is read again when stale, and stays cached if that fails', async () => {
  const { cached, asked, logged } = cachedOf({ freshMs: 20 })
  const first = cached.read()
  asked[0]?.resolve('first')
  await first
  await new Promise((resolve) => setTimeout(resolve, 40))
  const failed = cached.read()
  asked[1]?.reject(new Error('away'))
  expect(await failed).toBe('first')
  expect(logged.join('')).toContain('thing.notRead')
})

test('no one waits for it longer than its patience', async () => {
  vi.useFakeTimers()
  try {
    const { cached } = cachedOf({ patienceMs: 500 })
    const waiting = cached.read()
    await vi.advanceTimersByTimeAsync(501)
    expect(await waiting).toBe('unread')
  } finally {
    vi.useRealTimers()
  }
})
