import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { messageOf } from './messages.ts'

test('only known messages of the process are read', () => {
  const speechSessionId = randomUUID()
  expect(messageOf({ event: 'closed', speechSessionId })).toEqual({ event: 'closed', speechSessionId })
  expect(messageOf({ id: 1, error: null, sdp: 'v=0' })).toEqual({ id: 1, error: null, sdp: 'v=0' })
  for (const wrong of [
    null,
    'text',
    { event: 'closed', speechSessionId: 'x' },
    { id: 1, error: 'Unknown' },
    { id: 1, error: null, sdp: 'x'.repeat(70_000) },
    { id: 1, error: null, more: 1 },
  ])
    expect(messageOf(wrong)).toBe(null)
})
