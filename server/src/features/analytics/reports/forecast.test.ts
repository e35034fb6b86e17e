import { describe, expect, test } from 'vitest'
import { daysBetween, forecastMonth, shifted } from './forecast.ts'

const costs = (from: string, to: string, costOf: (weekday: number) => number) =>
  daysBetween(from, to).flatMap((day) => {
    const costUsd = costOf(new Date(`${day}T00:00:00Z`).getUTCDay())
    return costUsd > 0 ? [{ day, costUsd }] : []
  })
const onWeekdays = (weekday: number) => (weekday === 0 || weekday === 6 ? 0 : 10)

describe('the forecast of a month', () => {
  test('expects of each remaining day what its weekday has cost', () => {
    // April 2026 has 22 weekdays, 7 of them before Friday the 10th.
    const days = costs('2026-03-01', '2026-04-09', onWeekdays)
    expect(forecastMonth(days, '2026-04-10')).toEqual({ costUsd: 70, forecastUsd: 220 })
  })

  test('counts of today at least what it has cost so far', () => {
    const days = [...costs('2026-03-01', '2026-04-09', onWeekdays), { day: '2026-04-10', costUsd: 25 }]
    expect(forecastMonth(days, '2026-04-10')).toEqual({ costUsd: 95, forecastUsd: 235 })
  })

  test('is what the month has cost on its last day, and nothing without costs', () => {
    const days = costs('2026-03-01', '2026-04-30', () => 1)
    expect(forecastMonth(days, '2026-04-30')).toEqual({ costUsd: 30, forecastUsd: 30 })
    expect(forecastMonth([], '2026-04-10')).toEqual({ costUsd: 0, forecastUsd: 0 })
  })

  test('takes the average of the days known where less than a week is known', () => {
    const days = costs('2026-04-13', '2026-04-14', () => 6)
    const { forecastUsd } = forecastMonth(days, '2026-04-15')
    expect(forecastUsd).toBe(12 + 16 * 6)
  })

  test('includes days without costs in an average', () => {
    const days = [{ day: shifted('2026-04-20', -28), costUsd: 40 }]
    // One Monday of four cost 40 dollars: each of the two left is expected to cost 10.
    expect(forecastMonth(days, '2026-04-20').forecastUsd).toBe(20)
  })
})
