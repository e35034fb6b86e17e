import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { BATCH_UNITS, type Flusher, startFlusher } from './flusher.ts'
import { Run } from './run.ts'

/** The content of one statement: the text of each run. */
type Stored = Map<string, string>

const stored: Stored[] = []
const logged: string[] = []
/** Called with a statement before it is stored; throws to reject it. */
let before: (brought: Stored) => void = () => undefined
/** How long the database takes for a statement. */
let waitBefore: () => Promise<void> | null = () => null
let now = 0
let flusher: Flusher

/** A fake database that records the flusher's statements. */
function keepingDatabase(): Database {
  class Driver extends DummyDriver {
    override async acquireConnection() {
      return {
        async executeQuery({ parameters }: CompiledQuery) {
          const [runIds, , , , texts] = parameters as [string[], number[], number[], string[], string[]]
          const brought: Stored = new Map()
          for (const [index, id] of runIds.entries()) brought.set(id, (brought.get(id) ?? '') + texts[index])
          await waitBefore()
          before(brought)
          stored.push(brought)
          return { rows: [] }
        },
        // biome-ignore lint/correctness/useYield: nothing is streamed here
        async *streamQuery() {
          throw new Error('unexpected call')
        },
      }
    }
  }
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return { control: db, embedded: true } as unknown as Database
}

const note = (event: string) => void logged.push(event)
const log: Log = { debug: note, info: note, warn: note, error: note }
const sqlError = (code: string) => Object.assign(new Error(`refused with ${code}`), { code })
const all = (runId: string) => stored.map((one) => one.get(runId) ?? '').join('')

function run(id: string, ...texts: string[]): Run {
  const created = new Run(id, `subject of ${id}`, (one) => flusher.touch(one))
  for (const text of texts) created.text(text)
  return created
}

beforeEach(() => {
  vi.useFakeTimers()
  stored.length = 0
  logged.length = 0
  before = () => undefined
  waitBefore = () => null
  now = 1000
  flusher = startFlusher(keepingDatabase(), log, { now: () => new Date(now), monotonicMs: () => now })
})
afterEach(async () => {
  await flusher.stop()
  vi.useRealTimers()
})

test('stores the text of all runs in one statement', async () => {
  run('a', 'one ', 'two')
  run('b', 'three')
  await vi.advanceTimersByTimeAsync(200)
  expect(stored).toEqual([
    new Map([
      ['a', 'one two'],
      ['b', 'three'],
    ]),
  ])
})

test("stores a burst of 20 MB in bounded statements without a pause, and other runs don't wait for all of it", async () => {
  const burst = 'x'.repeat(20_000_000)
  const long = run('long', burst)
  before = () => {
    if (stored.length === 0) run('short', 'a word')
  }
  await vi.advanceTimersByTimeAsync(200)
  // Less than the time until the next tick.
  for (let ms = 0; ms < 150; ms += 1) await vi.advanceTimersByTimeAsync(1)
  expect(all('long')).toBe(burst)
  expect(all('short')).toBe('a word')
  expect(long.flushed).toBe(long.log.length)
  for (const one of stored)
    expect([...one.values()].reduce((sum, text) => sum + text.length, 0)).toBeLessThan(BATCH_UNITS + 64_001)
  expect(stored.length).toBeGreaterThan(15)
  expect(stored.findIndex((one) => one.has('short'))).toBeLessThanOrEqual(2)
})

test('of two long texts, neither waits until the other is stored', async () => {
  run('a', 'a'.repeat(5 * BATCH_UNITS))
  run('b', 'b'.repeat(5 * BATCH_UNITS))
  await vi.advanceTimersByTimeAsync(400)
  const turns = stored.map((one) => [...one.keys()].at(-1))
  expect(turns.indexOf('b')).toBeLessThan(turns.lastIndexOf('a'))
  expect([all('a').length, all('b').length]).toEqual([5 * BATCH_UNITS, 5 * BATCH_UNITS])
})

test('repeats a batch unchanged after a lost acknowledgment, whatever has arrived in the meantime', async () => {
  const asked: Stored[] = []
  before = (brought) => {
    asked.push(brought)
    if (asked.length < 3) throw sqlError('08006')
  }
  const one = run('a', 'first')
  await vi.advanceTimersByTimeAsync(200)
  one.text(' second')
  await vi.advanceTimersByTimeAsync(600)
  expect(asked.map((brought) => brought.get('a'))).toEqual(['first', 'first', 'first', ' second'])
})

test('follows a statement that takes longer than a tick with the next one immediately', async () => {
  let answer: () => void = () => undefined
  let slow: Promise<void> | null = new Promise((resolve) => {
    answer = resolve
  })
  waitBefore = () => slow
  const one = run('a', 'first')
  await vi.advanceTimersByTimeAsync(200)
  one.text(' second')
  await vi.advanceTimersByTimeAsync(250)
  expect(stored).toHaveLength(0)
  slow = null
  answer()
  // Less than the rest of the tick.
  for (let ms = 0; ms < 20; ms += 1) await vi.advanceTimersByTimeAsync(1)
  expect(stored.map((brought) => brought.get('a'))).toEqual(['first', ' second'])
})

test("rows that the database rejects permanently don't block the text of other runs", async () => {
  before = (brought) => {
    if (brought.has('bad')) throw sqlError('23503')
  }
  const bad = run('bad', 'refused')
  run('good', 'kept')
  await vi.advanceTimersByTimeAsync(200)
  expect(all('good')).toBe('kept')
  expect(logged).toContain('runs.flushRefused')
  bad.text(' and more')
  run('later', 'kept, too')
  await vi.advanceTimersByTimeAsync(400)
  expect(all('later')).toBe('kept, too')
  expect(logged.filter((event) => event === 'runs.flushRefused')).toHaveLength(1)
})

test("a full disk isn't a rejection: the text is stored once there is space", async () => {
  let full = true
  before = () => {
    if (full) throw sqlError('53100')
  }
  run('a', 'waits')
  await vi.advanceTimersByTimeAsync(1000)
  expect(all('a')).toBe('')
  full = false
  await vi.advanceTimersByTimeAsync(200)
  expect(all('a')).toBe('waits')
})

test('logs text unstored for over a second, once per minute, even while its end waits', async () => {
  before = () => {
    throw sqlError('08006')
  }
  const one = run('a', 'text')
  const alarms = () => logged.filter((event) => event === 'runs.unflushed').length
  for (const [passed, told] of [
    [800, 0],
    [400, 1],
    [59_000, 1],
    [1000, 2],
  ] as const) {
    now += passed
    await vi.advanceTimersByTimeAsync(200)
    expect(alarms()).toBe(told)
  }
  before = () => undefined
  await vi.advanceTimersByTimeAsync(400)
  one.text(' rest')
  await flusher.handOver(one)
  now += 60_000
  await vi.advanceTimersByTimeAsync(200)
  expect(alarms()).toBe(3)
  flusher.ended(one)
  now += 60_000
  await vi.advanceTimersByTimeAsync(200)
  expect(alarms()).toBe(3)
})

test('logs the failure of a batch once, however often it is repeated', async () => {
  let away = true
  before = () => {
    if (away) throw sqlError('08006')
  }
  const one = run('a', 'first')
  const failures = () => logged.filter((event) => event === 'runs.flushFailed').length
  await vi.advanceTimersByTimeAsync(5000)
  expect(failures()).toBe(1)
  away = false
  await vi.advanceTimersByTimeAsync(200)
  away = true
  one.text(' second')
  await vi.advanceTimersByTimeAsync(5000)
  expect([all('a'), failures()]).toEqual(['first', 2])
})

test('leaves for the end no more than one statement can store', async () => {
  const one = run('a', 'x'.repeat(5 * BATCH_UNITS))
  const handed = flusher.handOver(one)
  await vi.advanceTimersByTimeAsync(1000)
  await handed
  const left = one.log.slice(one.flushed).join('').length
  expect(left).toBeLessThanOrEqual(BATCH_UNITS + 64_000)
  expect(all('a').length + left).toBe(5 * BATCH_UNITS)
})

test('text that arrives while an end is stored goes with the end, and is never stored separately', async () => {
  const one = run('a', 'first')
  await vi.advanceTimersByTimeAsync(200)
  one.text(' second')
  await flusher.handOver(one)
  one.text(' third')
  await vi.advanceTimersByTimeAsync(600)
  expect(all('a')).toBe('first')
  expect(one.log.slice(one.flushed).join('')).toBe(' second third')
})

test('the rest of a split text is as old as the text', async () => {
  const one = run('a', ...Array.from({ length: 3 }, () => 'x'.repeat(BATCH_UNITS)))
  let statements = 0
  before = () => {
    statements += 1
    if (statements > 1) throw sqlError('08006')
  }
  const began = one.unflushedSince
  now += 500
  await vi.advanceTimersByTimeAsync(250)
  expect(one.flushed).toBeGreaterThan(0)
  expect(one.unflushedSince).toBe(began)
})
