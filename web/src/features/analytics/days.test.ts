import { expect, it } from 'vitest'
import { dayName, hourName, isJustBefore, rangeText, weekdayName } from './days.ts'

it('names a range with its year once', () => {
  expect(rangeText('2026-10-23', '2026-11-21')).toBe('October 23 to November 21, 2026')
  expect(rangeText('2025-12-01', '2026-11-21')).toBe('December 1, 2025 to November 21, 2026')
  expect(rangeText('2026-11-21', '2026-11-21')).toBe('November 21, 2026')
})

it('names days and hours in UTC', () => {
  expect(dayName('2026-11-16')).toBe('Mon, November 16')
  expect([hourName(0), hourName(13), hourName(24)]).toEqual(['12 AM', '1 PM', '12 AM'])
  expect([weekdayName(1, 'long'), weekdayName(7, 'short')]).toEqual(['Monday', 'Sun'])
})

it('knows whether a period is as long as the one that follows it', () => {
  const november = { from: '2026-11-01', to: '2026-11-30' }
  expect(isJustBefore({ from: '2026-10-02', to: '2026-10-31' }, november)).toBe(true)
  expect(isJustBefore({ from: '2026-10-01', to: '2026-10-31' }, november)).toBe(false)
  expect(isJustBefore({ from: '2026-10-01', to: '2026-10-30' }, november)).toBe(false)
})
