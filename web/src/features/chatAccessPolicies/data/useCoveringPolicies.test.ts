import { expect, test } from 'vitest'
import { covers } from './useCoveringPolicies.ts'

const now = Date.parse('2026-05-01T00:00:00.000Z')
const all = { enabled: true, allGptSystems: true, brandKey: null, validFrom: null, validTo: null }

test('a policy covers every agent while it is enabled and active, whatever the brand', () => {
  expect(covers(all, now)).toBe(true)
  expect(
    covers({ ...all, validFrom: '2026-04-01T00:00:00.000Z', validTo: '2026-06-01T00:00:00.000Z' }, now),
  ).toBe(true)
})

test.each([
  ['is turned off', { enabled: false }],
  ['lists its agents', { allGptSystems: false }],
  ['is limited to one brand', { brandKey: 'care' }],
  ['isn’t active yet', { validFrom: '2026-06-01T00:00:00.000Z' }],
  ['has expired', { validTo: '2026-04-01T00:00:00.000Z' }],
])('a policy that %s does not', (_, change) => {
  expect(covers({ ...all, ...change }, now)).toBe(false)
})
