import { expect, it } from 'vitest'
import { countdownText, durationText } from './countdown.ts'

const MINUTE = 60_000
const t = ((key: string, values: Record<string, string> = {}) =>
  key === 'twoUnits'
    ? `${values.large} ${values.small}`
    : `${key} ${values.duration ?? ''}`.trim()) as Parameters<typeof countdownText>[2]

it.each([
  [0.01, '1 minute'],
  [1, '1 minute'],
  [11.001, '12 minutes'],
  [12, '12 minutes'],
  [60, '1 hour'],
  [61, '1 hour 1 minute'],
  [150, '2 hours 30 minutes'],
  [1440, '1 day'],
  [1500, '1 day 1 hour'],
  [2 * 1440 + 5, '2 days'],
])('a duration of %d minutes is %s', (minutes, text) => {
  expect(durationText(minutes * MINUTE, t)).toBe(text)
})

it('says how long until a maintenance begins, and from its start on that it is under way', () => {
  const startsAt = '2026-05-01T12:00:00.000Z'
  const start = Date.parse(startsAt)
  expect(countdownText(startsAt, start - 12 * MINUTE, t)).toBe('beginsIn 12 minutes')
  expect(countdownText(startsAt, start - 1, t)).toBe('beginsIn 1 minute')
  expect(countdownText(startsAt, start, t)).toBe('underWay')
})
