import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeStorage } from '../testing/fakeStorage.ts'

vi.stubGlobal('localStorage', fakeStorage())
const { chooseLanguage } = await import('./i18n.ts')
const {
  formatBytes,
  formatCurrency,
  formatDate,
  formatList,
  formatNumber,
  formatPercent,
  formatExactMoment,
  formatMoment,
  formatTime,
  formatTimeOrMoment,
  localeOf,
} = await import('./format.ts')

afterEach(() => chooseLanguage('en'))

describe('numbers', () => {
  it('[R-1-034] [R-9-026] are formatted for en-US by default', () => {
    expect(localeOf()).toBe('en-US')
    expect(formatNumber(1234567.89)).toBe('1,234,567.89')
    expect(formatDate('2026-11-21T00:00:00Z', { timeZone: 'UTC' })).toBe('11/21/2026')
  })

  it('[R-1-035] amounts are in US dollars by default, or in a given currency', () => {
    expect(formatCurrency(1234.5)).toBe('$1,234.50')
    expect(formatCurrency(1234.5, 'EUR')).toBe('€1,234.50')
  })

  it('sizes and percentages are short', () => {
    expect([0, 1, 999, 1_500, 4_200_000, 31_000_000].map(formatBytes)).toEqual([
      '0 bytes',
      '1 byte',
      '999 bytes',
      '2 kB',
      '4.2 MB',
      '31 MB',
    ])
    expect(formatPercent(0.64)).toBe('64%')
  })

  it('times start with the hour as it is spoken', () => {
    expect(formatTime(new Date(2026, 10, 21, 3, 41))).toMatch(/^3:41\sAM$/)
  })

  it('times are on one clock, alone and with a date', () => {
    const late = new Date(2026, 10, 21, 23, 4, 5)
    expect(formatTime(late)).toMatch(/^11:04\sPM$/)
    expect(formatMoment(late)).toMatch(/, 11:04\sPM$/)
    expect(formatExactMoment(late)).toMatch(/ 11:04:05\sPM$/)
  })

  it('times of other days have their date, and those of other years the year', () => {
    const now = new Date(2026, 10, 21, 12)
    expect(formatTimeOrMoment(new Date(2026, 10, 21, 0, 5), now)).toMatch(/^12:05\sAM$/)
    expect(formatTimeOrMoment(new Date(2026, 10, 20, 23, 5), now)).toMatch(/^Nov 20, 11:05\sPM$/)
    expect(formatTimeOrMoment(new Date(2025, 10, 21, 12), now)).toMatch(/^Nov 21, 2025, 12:00\sPM$/)
  })

  it("lists use the language's own comma", async () => {
    expect(formatList(['39 bytes', '2 pages'])).toBe('39 bytes, 2 pages')
    await chooseLanguage('ar')
    expect(formatList(['39 بايت', 'صفحتان'])).toBe('39 بايت، صفحتان')
  })

  it('keep Latin digits in Arabic', async () => {
    await chooseLanguage('ar')
    expect(formatNumber(1234)).toBe('1,234')
    expect(formatPercent(0.64)).toMatch(/64/)
  })
})
