import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { firstIdAt } from './firstIdAt.ts'

it('precedes every ID of its millisecond and follows all earlier ones', () => {
  const at = new Date('2026-11-21T12:00:00.123Z')
  expect(firstIdAt(at) <= uuid({ msecs: at.getTime() })).toBe(true)
  expect(firstIdAt(at) > uuid({ msecs: at.getTime() - 1 })).toBe(true)
})
