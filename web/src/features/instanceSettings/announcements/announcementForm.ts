import { limits } from '@parlance/contract/limits'
import { INCOMPLETE } from '../../policyText/localTimes.ts'
import type { Announcement, AnnouncementInput } from '../data/announcementsApi.ts'
import type { AnnouncementSettingsText } from './lang/en.ts'

export type Importance = Announcement['importance']
export const importances: readonly Importance[] = ['Info', 'Important', 'Maintenance']

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** An announcement while it is edited. */
export interface AnnouncementValues {
  textEn: string
  textAr: string
  brandKey: string | null
  groupIds: string[]
  importance: Importance
  from: string | null
  to: string | null
  startsAt: string | null
  /** Null until someone chooses: a maintenance is for visitors, too, others only on request. */
  visitors: boolean | null
}

/** A new one is shown at once and for a day, in whole minutes, as in the fields. */
export function blankValues(now: number): AnnouncementValues {
  const minute = Math.floor(now / 60_000) * 60_000
  return {
    textEn: '',
    textAr: '',
    brandKey: null,
    groupIds: [],
    importance: 'Info',
    from: new Date(minute).toISOString(),
    to: new Date(minute + DAY_MS).toISOString(),
    startsAt: null,
    visitors: null,
  }
}

export const valuesOf = ({ text, ...rest }: Announcement): AnnouncementValues => ({
  textEn: text.en,
  textAr: text.ar,
  brandKey: rest.brandKey,
  groupIds: rest.groupIds,
  importance: rest.importance,
  from: rest.from,
  to: rest.to,
  startsAt: rest.startsAt,
  visitors: rest.visitors,
})

/** A copy keeps its length, and starts now if the original has started. */
export function copyOf(announcement: Announcement, now: number): AnnouncementValues {
  const values = valuesOf(announcement)
  const shift = Date.parse(blankValues(now).from!) - Date.parse(announcement.from)
  if (shift <= 0) return values
  const moved = (time: string | null) => time && new Date(Date.parse(time) + shift).toISOString()
  return { ...values, from: moved(values.from), to: moved(values.to), startsAt: moved(values.startsAt) }
}

/** The values after another importance was chosen. A maintenance begins in an hour, as far as it is shown then. */
export function withImportance(values: AnnouncementValues, importance: Importance): AnnouncementValues {
  if (importance !== 'Maintenance') return { ...values, importance, startsAt: null }
  const from = Date.parse(values.from ?? '')
  const startsAt = Number.isNaN(from) ? null : new Date(from + HOUR_MS).toISOString()
  return { ...values, importance, startsAt: values.startsAt ?? startsAt }
}

/** Whether people who aren’t signed in can see it at all. */
export const canShowVisitors = ({ importance, groupIds }: AnnouncementValues): boolean =>
  importance !== 'Info' && groupIds.length === 0

export const showsVisitors = ({ visitors, importance }: AnnouncementValues): boolean =>
  visitors ?? importance === 'Maintenance'

type Errors = Partial<Record<'textEn' | 'textAr' | 'from' | 'to' | 'startsAt', string>>

export function errorsOf(values: AnnouncementValues, t: AnnouncementSettingsText): Errors {
  const errors: Errors = {}
  const max = limits.announcementText
  if (values.textEn.trim() === '' && values.textAr.trim() === '') errors.textEn = t('textMissing')
  if (values.textEn.trim().length > max) errors.textEn = t('textTooLong', { max })
  if (values.textAr.trim().length > max) errors.textAr = t('textTooLong', { max })
  const [from, to, startsAt] = [values.from, values.to, values.startsAt].map((time) =>
    Date.parse(time ?? ''),
  ) as [number, number, number]
  for (const field of ['from', 'to'] as const)
    if (values[field] === null || values[field] === INCOMPLETE) errors[field] = t('timeMissing')
  if (to <= from) errors.to = t('endBeforeStart')
  else if (to - from > limits.announcementDays * DAY_MS)
    errors.to = t('tooLong', { days: limits.announcementDays })
  if (values.importance === 'Maintenance') {
    if (Number.isNaN(startsAt)) errors.startsAt = t('timeMissing')
    else if (startsAt < from || startsAt >= to) errors.startsAt = t('startsAtOutside')
  }
  return errors
}

/** What is sent, once there are no errors. */
export const inputOf = (values: AnnouncementValues): AnnouncementInput => ({
  text: { en: values.textEn.trim(), ar: values.textAr.trim() },
  brandKey: values.brandKey,
  groupIds: values.groupIds,
  importance: values.importance,
  from: values.from ?? '',
  to: values.to ?? '',
  startsAt: values.importance === 'Maintenance' ? values.startsAt : null,
  visitors: showsVisitors(values),
})

/** Whether people who have read it can be asked again: the text of one that is shown was changed. */
export const mayReadAgain = (announcement: Announcement, values: AnnouncementValues): boolean =>
  announcement.state === 'Shown' &&
  (values.textEn.trim() !== announcement.text.en || values.textAr.trim() !== announcement.text.ar)
