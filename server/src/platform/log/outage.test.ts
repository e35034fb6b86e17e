import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Log } from './log.ts'
import { createOutage, type Outage } from './outage.ts'

let logged: string[] = []
let outage: Outage

beforeEach(() => {
  vi.useFakeTimers()
  logged = []
  const unexpected = () => {
    throw new Error('Only errors are visible at the default level.')
  }
  const log: Log = {
    debug: unexpected,
    info: unexpected,
    warn: unexpected,
    error: (event, fields) => void logged.push(`${event} ${JSON.stringify(fields)}`),
  }
  outage = createOutage(log, { failed: 'it.away', worked: 'it.back' }, { host: 'a' })
})
afterEach(() => void vi.useRealTimers())

test('an outage is logged once when it begins and once when it ends', () => {
  outage.worked()
  for (let time = 0; time < 3; time += 1) outage.failed({ code: 7 })
  expect(logged).toEqual(['it.away {"host":"a","code":7}'])
  vi.advanceTimersByTime(300_000)
  outage.failed({ code: 7 })
  for (let time = 0; time < 3; time += 1) outage.worked()
  expect(logged.slice(1)).toEqual(['it.back {"host":"a","seconds":300}'])
})

test('what fails and works again all the time is logged once a minute', () => {
  for (let second = 0; second < 120; second += 1) {
    outage.failed()
    outage.worked()
    vi.advanceTimersByTime(1000)
  }
  expect(logged).toEqual([
    'it.away {"host":"a"}',
    'it.back {"host":"a","seconds":0}',
    'it.away {"host":"a"}',
    'it.back {"host":"a","seconds":0}',
  ])
})

test('an outage that begins within that minute is logged after it, if it lasts', () => {
  outage.failed()
  outage.worked()
  vi.advanceTimersByTime(30_000)
  outage.failed()
  expect(logged).toHaveLength(2)
  vi.advanceTimersByTime(30_000)
  outage.failed()
  expect(logged).toHaveLength(3)
})
