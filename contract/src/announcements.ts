import { z } from 'zod'
import { BrandKey } from './brandKey.ts'
import { endpoint, id, listOf, nothing, page, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'
import { GroupId } from './userRoles.ts'

/** `Important` has to be confirmed, and `Maintenance` stays until it is over. */
export const Importance = z.enum(['Info', 'Important', 'Maintenance'])

/** Plain text in one language or both. Empty if it isn’t written in a language. */
const AnnouncementText = z
  .strictObject({
    en: text(0, limits.announcementText).default(''),
    ar: text(0, limits.announcementText).default(''),
  })
  .refine(({ en, ar }) => en !== '' || ar !== '', 'Enter the text in at least one language.')

const fields = {
  text: AnnouncementText,
  /** Only on pages of this brand. Null for all brands. */
  brandKey: BrandKey.nullable().default(null),
  /** Only for people in these directory groups. Empty for everyone. */
  groupIds: z.array(GroupId).max(limits.announcementGroups).default([]),
  importance: Importance,
  /** When it starts to appear. */
  from: timestamp,
  /** When it disappears, which is also when a maintenance ends. */
  to: timestamp,
  /** When a maintenance begins. Null for all others. */
  startsAt: timestamp.nullable().default(null),
  /** Whether people who aren’t signed in see it, too. `Info` and what is for groups is never shown to them. */
  visitors: z.boolean().default(true),
}

interface Times {
  importance: z.output<typeof Importance>
  from: string
  to: string
  startsAt: string | null
}

/** Finds what is wrong with the times of an announcement. */
function checkTimes({ importance, ...times }: Times, context: z.RefinementCtx): void {
  const [from, to, startsAt] = [times.from, times.to, times.startsAt ?? times.from].map(Date.parse) as [
    number,
    number,
    number,
  ]
  const add = (field: keyof Times, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (to <= from) add('to', 'The end must be after the start.')
  else if (to - from > limits.announcementDays * 86_400_000)
    add('to', `The end must be within ${limits.announcementDays} days of the start.`)
  if (importance !== 'Maintenance') {
    if (times.startsAt !== null) add('startsAt', 'Only a maintenance notice has this time.')
  } else if (times.startsAt === null) add('startsAt', 'Enter when the maintenance begins.')
  else if (startsAt < from || startsAt >= to)
    add('startsAt', 'The maintenance must begin while the notice is shown, before its end.')
}

/** What an announcement is made of, as it is created and restored. */
export const AnnouncementInput = z.strictObject(fields).superRefine(checkTimes)

export const Announcement = z.object({
  announcementId: id,
  text: z.object({ en: z.string(), ar: z.string() }),
  brandKey: z.string().nullable(),
  groupIds: z.array(z.string()),
  importance: Importance,
  from: timestamp,
  to: timestamp,
  startsAt: timestamp.nullable(),
  visitors: z.boolean(),
  state: z.enum(['Scheduled', 'Shown', 'Over']),
  /** Grows when people are asked to read it again. What they have read before no longer counts. */
  edition: z.number().int(),
  version: z.number().int(),
  createdAt: timestamp,
  updatedAt: timestamp,
})

const ShownToVisitor = z.object({
  announcementId: id,
  text: z.object({ en: z.string(), ar: z.string() }),
  importance: Importance,
  to: timestamp,
  startsAt: timestamp.nullable(),
  edition: z.number().int(),
})

const shown = <T extends z.ZodType>(item: T) =>
  z.object({
    /** The time of the server, for countdowns on devices whose clock is wrong. */
    now: timestamp,
    /** The most important first. */
    items: z.array(item).max(limits.announcements),
  })

export const AnnouncementReader = z.object({
  state: z.enum(['Read', 'Missing']),
  person: z.object({ userId: id, name: z.string(), email: z.string().nullable() }),
  readAt: timestamp.nullable(),
})

const base = '/api/internal/announcements' as const
const own = '/api/internal/currentUser/announcements' as const
const one = z.strictObject({ announcementId: id })
const writers = ['InstanceSettingsWrite'] as const
const pageOfBrand = {
  /** The brand of the page that shows them. */
  brandKey: BrandKey,
}

/** Changes require the flag ShowInstanceSettingsPage, like those of the other instance settings. */
export const announcements = {
  listAnnouncements: endpoint({
    method: 'GET',
    path: base,
    access: ['InstanceSettingsRead'],
    rate: 'read',
    audit: 'none',
    input: z.strictObject(page),
    response: listOf(Announcement),
    purpose: `Lists announcements, those that end last first. They are deleted ${limits.announcementMonths} months after their end.`,
  }),
  createAnnouncement: endpoint({
    method: 'POST',
    path: base,
    access: writers,
    rate: 'write',
    audit: 'announcement.create',
    idempotency: 'optional',
    input: AnnouncementInput,
    response: Announcement,
    purpose: `Creates an announcement. Up to ${limits.announcements} can be shown or scheduled.`,
  }),
  updateAnnouncement: endpoint({
    method: 'PUT',
    path: `${base}/{announcementId}`,
    access: writers,
    rate: 'write',
    audit: 'announcement.update',
    params: one,
    input: z
      .strictObject({
        ...fields,
        /** Whether people who have read it are asked to read it again. */
        readAgain: z.boolean().default(false),
      })
      .superRefine(checkTimes),
    response: Announcement,
    etag: 'required',
    purpose: 'Changes an announcement. Open pages show the change within a minute.',
  }),
  removeAnnouncement: endpoint({
    method: 'DELETE',
    path: `${base}/{announcementId}`,
    access: writers,
    rate: 'write',
    audit: 'announcement.remove',
    params: one,
    response: nothing,
    purpose: 'Deletes an announcement. Who has read it is deleted 30 days later.',
  }),
  getReach: endpoint({
    method: 'GET',
    path: `${base}/{announcementId}/reach`,
    access: ['InstanceSettingsRead'],
    rate: 'read',
    audit: 'none',
    params: one,
    response: z.object({
      /** Enabled people in its groups, whichever brand their pages have. */
      people: z.number().int().max(limits.countedPeople),
      /** Those of them who have read it. */
      read: z.number().int().max(limits.countedPeople),
    }),
    purpose: `Returns how many people an announcement is for, and how many have read it, each up to ${limits.countedPeople}.`,
  }),
  listReaders: endpoint({
    method: 'GET',
    path: `${base}/{announcementId}/readers`,
    access: writers,
    rate: 'read',
    audit: 'none',
    params: one,
    input: z.strictObject({
      ...page,
      search: text(0, 200).optional(),
      state: z.enum(['Read', 'Missing']).default('Read'),
    }),
    response: listOf(AnnouncementReader),
    purpose: 'Lists who has read an announcement, or who hasn’t. Also requires UserRead.',
  }),
  exportReaders: endpoint({
    kind: 'file',
    method: 'GET',
    path: `${base}/{announcementId}/readers/export`,
    access: writers,
    rate: 'read',
    audit: 'announcement.export',
    params: one,
    response: nothing,
    purpose:
      'Exports who has read an announcement and who hasn’t as CSV, without formulas. Also requires UserRead.',
  }),
  listShown: endpoint({
    method: 'GET',
    path: own,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    input: z.strictObject(pageOfBrand),
    response: shown(
      ShownToVisitor.extend({
        /** When you folded a maintenance notice, which stays. Others are left out once you have read them. */
        readAt: timestamp.nullable(),
      }),
    ),
    purpose:
      'Lists the announcements for you on pages of a brand that you haven’t read, and maintenance notices.',
  }),
  markRead: endpoint({
    method: 'POST',
    path: `${own}/{announcementId}/read`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    params: one,
    input: z.strictObject({
      /** The edition that you have read. */
      edition: z.number().int().min(1).max(1_000_000),
    }),
    response: z.object({ readAt: timestamp }),
    purpose: 'Records that you have read an announcement, once. Repeating it returns the first time.',
  }),
  listForVisitors: endpoint({
    method: 'GET',
    path: `${base}/visitors`,
    access: 'anyone',
    rate: 'read',
    audit: 'none',
    input: z.strictObject({
      ...pageOfBrand,
      /** The page before sign-in shows maintenance notices only. */
      page: z.enum(['PublicChat', 'SignIn']),
    }),
    response: shown(ShownToVisitor),
    purpose:
      'Lists what pages of a brand show to people who aren’t signed in: important announcements and maintenance notices that aren’t for groups.',
  }),
}
