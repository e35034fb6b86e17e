import { expect, test, vi } from 'vitest'
import { createLog } from '../log/log.ts'
import type { Database } from './database.ts'
import { createKept } from './kept.ts'

/** A cached value whose source a test answers by hand. */
function keptOf({ freshMs = Number.POSITIVE_INFINITY, patienceMs = 10_000 } = {}) {
  const asked: { resolve: (value: string) => void; reject: (error: Error) => void }[] = []
  const logged: string[] = []
  const kept = createKept<string>({
    database: { primary: (work: () => Promise<unknown>) => work() } as Database,
    log: createLog('INFO', { write: (line) => void logged.push(line) }),
    name: 'thing',
    freshMs,
    patienceMs,
    unread: 'unread',
    load: () => new Promise((resolve, reject) => void asked.push({ resolve, reject })),
  })
  return { kept, asked, logged }
}

test('is read once for all callers, and cached until it is marked as changed', async () => {
  const { kept, asked } = keptOf()
  const both = Promise.all([kept.read(), kept.read()])
  asked[0]?.resolve('first')
  expect(await both).toEqual(['first', 'first'])
  expect(await kept.read()).toBe('first')
  expect(asked).toHaveLength(1)
  kept.changed()
  const next = kept.read()
  asked[1]?.resolve('second')
  expect([await next, kept.known()]).toEqual(['second', 'second'])
})

test("a value read before a change isn't used after it", async () => {
  const { kept, asked } = keptOf()
  const before = kept.read()
  kept.changed()
  const after = kept.read()
  asked[1]?.resolve('new')
  expect(await after).toBe('new')
  asked[0]?.resolve('old')
  expect(await before).toBe('new')
  expect(await kept.read()).toBe('new')
})

test('a read after a change never returns the earlier value, even if others report the change in the meantime', async () => {
  const { kept, asked } = keptOf()
  const first = kept.read()
  asked[0]?.resolve('old')
  await first
  kept.changed()
  const after = kept.read()
  // The bus reports the same change a little later.
  kept.changed()
  asked[1]?.resolve('new')
  expect(await after).toBe('new')
  const next = kept.read()
  asked[2]?.resolve('newer')
  expect([asked.length, await next]).toEqual([3, 'newer'])
})

test('is read again when stale, and stays cached if that fails', async () => {
  const { kept, asked, logged } = keptOf({ freshMs: 20 })
  const first = kept.read()
  asked[0]?.resolve('first')
  await first
  await new Promise((resolve) => setTimeout(resolve, 40))
  const failed = kept.read()
  asked[1]?.reject(new Error('away'))
  expect(await failed).toBe('first')
  expect(logged.join('')).toContain('thing.notRead')
})

test('no one waits for it longer than its patience', async () => {
  vi.useFakeTimers()
  try {
    const { kept } = keptOf({ patienceMs: 500 })
    const waiting = kept.read()
    await vi.advanceTimersByTimeAsync(501)
    expect(await waiting).toBe('unread')
  } finally {
    vi.useRealTimers()
  }
})
