import { expect, it } from 'vitest'
import { setAuth } from '../../session/auth.ts'
import { clockText, minutesSaid, secondsUntil } from './timeLeft.ts'

const at = (time: string) => Date.parse(time)

it('counts by the server’s clock, whatever this machine’s clock says', () => {
  // This machine is two hours behind.
  setAuth({
    n1aiToken: `h.${btoa(JSON.stringify({ iat: at('2026-11-21T09:00:00Z') / 1000, exp: 1e10 }))}.s`,
    n1aiTokenSince: at('2026-11-21T07:00:00Z'),
  })
  const left = (now: string) => secondsUntil('2026-11-21T10:00:00.000Z', at(now))
  expect(left('2026-11-21T07:30:00Z')).toBe(30 * 60)
  expect(left('2026-11-21T07:59:59.500Z')).toBe(1)
  expect(left('2026-11-21T08:00:00Z')).toBe(0)
  expect(left('2026-11-21T10:00:00Z')).toBe(0)
})

it('shows a clock, and says only a few minutes aloud', () => {
  expect([3600, 2527, 61, 9].map(clockText)).toEqual(['60:00', '42:07', '1:01', '0:09'])
  expect([3600, 901, 900, 301, 300, 61, 60, 1, 0].map(minutesSaid)).toEqual([
    ...[null, null, 15, 15, 5, 5, 1, 1, null],
  ])
})
