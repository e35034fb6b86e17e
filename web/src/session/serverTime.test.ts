import { expect, it } from 'vitest'
import { setAuth } from './auth.ts'
import { localTimeOf } from './serverTime.ts'

const at = (time: string) => Date.parse(time)
const token = (iat: number) => `h.${btoa(JSON.stringify({ iat, exp: iat + 600 }))}.s`

it('converts a time of the server to this machine’s clock, as far as a token says how they differ', () => {
  setAuth({ n1aiToken: undefined, n1aiTokenSince: undefined })
  expect(localTimeOf('2026-11-21T10:00:00.000Z')).toBe('2026-11-21T10:00:00.000Z')
  // This machine is five minutes ahead.
  setAuth({
    n1aiToken: token(at('2026-11-21T09:00:00.000Z') / 1000),
    n1aiTokenSince: at('2026-11-21T09:05:00.000Z'),
  })
  expect(localTimeOf('2026-11-21T10:00:00.000Z')).toBe('2026-11-21T10:05:00.000Z')
})
