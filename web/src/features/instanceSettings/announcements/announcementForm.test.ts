import { describe, expect, it } from 'vitest'
import type { Announcement } from '../data/announcementsApi.ts'
import {
  type AnnouncementValues,
  blankValues,
  canShowVisitors,
  copyOf,
  errorsOf,
  inputOf,
  mayReadAgain,
  valuesOf,
  withImportance,
} from './announcementForm.ts'

const t = ((key: string) => key) as Parameters<typeof errorsOf>[1]
const now = Date.parse('2026-05-01T12:00:30.000Z')
const values: AnnouncementValues = { ...blankValues(now), textEn: ' Read this ' }
const announcement: Announcement = {
  announcementId: 'a1',
  text: { en: 'Read this', ar: '' },
  brandKey: null,
  groupIds: [],
  importance: 'Maintenance',
  from: '2026-04-01T12:00:00.000Z',
  to: '2026-04-01T16:00:00.000Z',
  startsAt: '2026-04-01T14:00:00.000Z',
  visitors: true,
  state: 'Over',
  edition: 1,
  version: 1,
  createdAt: '2026-04-01T12:00:00.000Z',
  updatedAt: '2026-04-01T12:00:00.000Z',
}

it('starts with an announcement that is shown from now on for a day', () => {
  expect(inputOf(values)).toEqual({
    text: { en: 'Read this', ar: '' },
    brandKey: null,
    groupIds: [],
    importance: 'Info',
    from: '2026-05-01T12:00:00.000Z',
    to: '2026-05-02T12:00:00.000Z',
    startsAt: null,
    visitors: false,
  })
  expect(errorsOf(values, t)).toEqual({})
})

describe('errors', () => {
  it.each<[string, Partial<AnnouncementValues>, object]>([
    ['no text', { textEn: ' ' }, { textEn: 'textMissing' }],
    ['a long text', { textAr: 'ا'.repeat(2001) }, { textAr: 'textTooLong' }],
    ['no start', { from: null }, { from: 'timeMissing' }],
    ['an incomplete end', { to: 'incomplete' }, { to: 'timeMissing' }],
    ['an end before the start', { to: '2026-05-01T12:00:00.000Z' }, { to: 'endBeforeStart' }],
    ['more than a year', { to: '2027-05-03T12:00:00.000Z' }, { to: 'tooLong' }],
    ['a maintenance without its start', { importance: 'Maintenance' }, { startsAt: 'timeMissing' }],
    [
      'a maintenance after the end',
      { importance: 'Maintenance', startsAt: '2026-05-02T12:00:00.000Z' },
      { startsAt: 'startsAtOutside' },
    ],
  ])('name %s', (_, change, errors) => {
    expect(errorsOf({ ...values, ...change }, t)).toEqual(errors)
  })
})

it('begins a maintenance an hour after it is announced, and shows it to visitors', () => {
  const changed = withImportance(values, 'Maintenance')
  expect(inputOf(changed)).toMatchObject({ startsAt: '2026-05-01T13:00:00.000Z', visitors: true })
  expect(inputOf(withImportance(changed, 'Important'))).toMatchObject({ startsAt: null, visitors: false })
  expect(inputOf({ ...changed, visitors: false })).toMatchObject({ visitors: false })
})

it('can show visitors only what isn’t for groups', () => {
  expect(canShowVisitors(values)).toBe(false)
  expect(canShowVisitors({ ...values, importance: 'Important' })).toBe(true)
  expect(canShowVisitors({ ...values, importance: 'Important', groupIds: ['g'] })).toBe(false)
})

it('copies an announcement with its length, from now on', () => {
  expect(copyOf(announcement, now)).toMatchObject({
    textEn: 'Read this',
    from: '2026-05-01T12:00:00.000Z',
    startsAt: '2026-05-01T14:00:00.000Z',
    to: '2026-05-01T16:00:00.000Z',
  })
  const later = { ...announcement, from: '2026-05-01T18:00:00.000Z' }
  expect(copyOf(later, now).from).toBe('2026-05-01T18:00:00.000Z')
})

it('asks whether people read it again only if the text of a shown one changed', () => {
  const shown = { ...announcement, state: 'Shown' as const }
  const changed = { ...valuesOf(shown), textAr: 'اقرأ هذا' }
  expect(mayReadAgain(shown, changed)).toBe(true)
  expect(mayReadAgain(shown, { ...valuesOf(shown), textEn: 'Read this ', to: null })).toBe(false)
  expect(mayReadAgain(announcement, changed)).toBe(false)
})
