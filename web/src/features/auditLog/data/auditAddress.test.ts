import { describe, expect, test } from 'vitest'
import { byDay, filterOf, readAddress, withChange } from './auditAddress.ts'

const read = (text: string) => readAddress(new URLSearchParams(text))
const now = new Date(2026, 10, 21, 15, 30)

describe('the address', () => {
  test('says what is asked for; what is none of ours counts for nothing', () => {
    const address = read('search=lines&area=brand&outcome=Done&time=7&person=p&object=o&entry=e&other=1')
    expect(filterOf(address, now)).toEqual({
      search: 'lines',
      area: 'brand',
      outcome: 'Done',
      userId: 'p',
      entityId: 'o',
      from: new Date(2026, 10, 15).toISOString(),
    })
    expect(filterOf(read('outcome=Maybe&time=9&from=x'), now)).toEqual({})
  })

  test('days count from midnight to midnight, and are the same all day', () => {
    expect(filterOf(read('time=1'), now)).toEqual({ from: new Date(2026, 10, 21).toISOString() })
    expect(filterOf(read('time=1'), now)).toEqual(filterOf(read('time=1'), new Date(2026, 10, 21, 23, 59)))
    expect(filterOf(read('time=between&from=2026-11-01&to=2026-11-30'), now)).toEqual({
      from: new Date(2026, 10, 1).toISOString(),
      to: new Date(2026, 11, 1).toISOString(),
    })
    expect(filterOf(read('time=between&from=2026-13-45&to='), now)).toEqual({})
  })

  test('a change leaves the rest as it is, and days only where they are asked for', () => {
    const params = new URLSearchParams('area=brand&time=between&from=2026-11-01')
    expect(String(withChange(params, { outcome: 'Failed' }))).toBe(
      'area=brand&time=between&from=2026-11-01&outcome=Failed',
    )
    expect(String(withChange(params, { time: '7' }))).toBe('area=brand&time=7')
    expect(String(withChange(params, { area: '', time: '' }))).toBe('')
  })
})

test('entries stand under the day on which they were made', () => {
  const entry = (day: number, hour: number) => ({ at: new Date(2026, 10, day, hour).toISOString() })
  const groups = byDay([entry(21, 10), entry(21, 0), entry(20, 23), entry(3, 12)])
  expect(groups.map(([day, entries]) => [day, entries.length])).toEqual([
    ['2026-11-21', 2],
    ['2026-11-20', 1],
    ['2026-11-03', 1],
  ])
})
