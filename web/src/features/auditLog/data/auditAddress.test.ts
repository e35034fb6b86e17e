import { describe, expect, test } from 'vitest'
import { byDay, filterOf, readAddress, withChange } from './auditAddress.ts'

const read = (text: string) => readAddress(new URLSearchParams(text))
const now = new Date(2026, 10, 21, 15, 30)

describe('the URL', () => {
  test('contains the requested filters, and ignores unknown values', () => {
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

  test('counts days from midnight to midnight, so they stay the same all day', () => {
    expect(filterOf(read('time=1'), now)).toEqual({ from: new Date(2026, 10, 21).toISOString() })
    expect(filterOf(read('time=1'), now)).toEqual(filterOf(read('time=1'), new Date(2026, 10, 21, 23, 59)))
    expect(filterOf(read('time=between&from=2026-11-01&to=2026-11-30'), now)).toEqual({
      from: new Date(2026, 10, 1).toISOString(),
      to: new Date(2026, 11, 1).toISOString(),
    })
    expect(filterOf(read('time=between&from=2026-13-45&to='), now)).toEqual({})
  })

  test('keeps the rest on a change, and keeps days only while they are used', () => {
    const params = new URLSearchParams('area=brand&time=between&from=2026-11-01')
    expect(String(withChange(params, { outcome: 'Failed' }))).toBe(
      'area=brand&time=between&from=2026-11-01&outcome=Failed',
    )
    expect(String(withChange(params, { time: '7' }))).toBe('area=brand&time=7')
    expect(String(withChange(params, { area: '', time: '' }))).toBe('')
  })
})

test('groups entries by the day they were created', () => {
  const entry = (day: number, hour: number) => ({ at: new Date(2026, 10, day, hour).toISOString() })
  const groups = byDay([entry(21, 10), entry(21, 0), entry(20, 23), entry(3, 12)])
  expect(groups.map(([day, entries]) => [day, entries.length])).toEqual([
    ['2026-11-21', 2],
    ['2026-11-20', 1],
    ['2026-11-03', 1],
  ])
})
