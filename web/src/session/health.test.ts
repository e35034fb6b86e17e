import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { waitBusy } from '../transport/busy.ts'
import { auth } from './auth.ts'
import { followHealth } from './health.ts'

let status: number | 'unreachable' = 200
let checks = 0
const issue = () => auth.read().healthCheckIssue
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
    checks++
    expect(new Headers(headers).get('x-request-id')).toMatch(/^[\w-]{32,36}$/)
    if (status === 'unreachable') throw new TypeError('fetch failed')
    return new Response('{}', { status })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('resumes the health check when the server drains or loses its database while the page is open', async () => {
  followHealth()
  await settle()
  expect([issue(), checks]).toEqual([false, 1])
  await settle(60_000)
  expect(checks).toBe(1)

  // A call is answered 503, but the server is only busy.
  waitBusy(0)()
  await settle()
  expect([issue(), checks]).toEqual([false, 2])

  status = 503
  const ends = [waitBusy(0), waitBusy(0)]
  await settle()
  expect([issue(), checks]).toEqual([true, 3])
  status = 'unreachable'
  await settle(2000)
  expect(issue()).toBe(true)
  status = 503
  await settle(2000)
  expect(issue()).toBe(true)
  status = 200
  await settle(2000)
  expect(issue()).toBe(false)
  for (const end of ends) end()
})

it('doesn’t report a network failure as a health issue', async () => {
  status = 'unreachable'
  followHealth()
  await settle(5000)
  expect(issue()).toBe(false)
})
