import type { Announcement, announcements } from '@parlance/contract/announcements'
import { limits } from '@parlance/contract/limits'
import type { z } from 'zod'
import type { RecordChange } from '../../platform/audit/audit.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import { createContinuation } from '../../platform/http/continuation.ts'
import type { Platform } from '../../platform/platform.ts'
import { changing } from '../instanceSettings/index.ts'
import { type Current, isShown } from './current.ts'
import * as store from './store.ts'

type Group = typeof announcements
type ShownAnnouncement = z.output<typeof Announcement>

const NAME_LENGTH = 60

function shownAt(row: store.AnnouncementRow, now: Date): ShownAnnouncement {
  if (isShown(row, now)) return { ...row, state: 'Shown' }
  return { ...row, state: Date.parse(row.to) <= now.getTime() ? 'Over' : 'Scheduled' }
}

/** What the audit log has of an announcement: what someone set. */
export function recorded(row: store.AnnouncementRow): store.Fields {
  const { text, brandKey, groupIds, importance, from, to, startsAt, visitors } = row
  return { text, brandKey, groupIds, importance, from, to, startsAt, visitors }
}

/** The start of its text stands for a name. */
export const nameOf = ({ text }: Pick<store.AnnouncementRow, 'text'>): string => {
  const [line = ''] = (text.en || text.ar).split('\n')
  return line.length > NAME_LENGTH ? `${line.slice(0, NAME_LENGTH).toWellFormed().trimEnd()}…` : line
}

const entityOf = (row: store.AnnouncementRow) => ({
  entityType: 'Announcement',
  entityId: row.announcementId,
  entityName: nameOf(row),
})

async function demandBrand(tx: Sql, brandKey: string | null): Promise<void> {
  if (brandKey === null || (await store.hasBrand(tx, brandKey))) return
  throw new AppError('request.invalid', {
    fields: [{ field: 'brandKey', message: 'This brand doesn’t exist.' }],
  })
}

/** Throws if there is no room for one more announcement that isn’t over. */
async function demandRoom(tx: Sql, to: string, now: Date, exceptId: string | null): Promise<void> {
  if (Date.parse(to) <= now.getTime()) return
  if ((await store.lockCurrentCount(tx, now, exceptId)) >= limits.announcements)
    throw new AppError('announcement.limit')
}

export async function insert(
  tx: Sql,
  fields: store.Fields,
  record: RecordChange,
  { now, announcementId }: { now: Date; announcementId?: string },
): Promise<store.AnnouncementRow> {
  await demandRoom(tx, fields.to, now, announcementId ?? null)
  await demandBrand(tx, fields.brandKey)
  const row = await store.insertAnnouncement(tx, fields, announcementId)
  record({ ...entityOf(row), before: null, after: recorded(row) })
  return row
}

export async function write(
  tx: Sql,
  before: store.AnnouncementRow,
  fields: store.Fields,
  record: RecordChange,
  { now, readAgain }: { now: Date; readAgain: boolean },
): Promise<store.AnnouncementRow> {
  await demandRoom(tx, fields.to, now, before.announcementId)
  // One whose brand was deleted meanwhile can still be changed.
  if (fields.brandKey !== before.brandKey) await demandBrand(tx, fields.brandKey)
  const row = await store.updateAnnouncement(tx, before.announcementId, fields, readAgain)
  record({ ...entityOf(row), before: recorded(before), after: recorded(row) })
  return row
}

export function createService({ clock, config, database }: Platform, current: Current) {
  const pages = createContinuation<store.Position>(config.secretKey, 'announcements')
  const { db } = database

  return {
    async listAnnouncements({ input }: Call<Group['listAnnouncements']>) {
      const { continuationToken, pageSize = limits.pageSize } = input
      const found = await store.readPage(db, pages.read(continuationToken), pageSize + 1)
      const items = found.slice(0, pageSize)
      const last = items.at(-1)
      const now = clock.now()
      return {
        items: items.map((row) => shownAt(row, now)),
        continuationToken:
          found.length > pageSize && last ? pages.write({ to: last.to, id: last.announcementId }) : null,
      }
    },
    async getReach({ params }: Call<Group['getReach']>) {
      if (!(await store.readAnnouncement(db, params.announcementId)))
        throw new AppError('announcement.notFound')
      return store.readReach(db, params.announcementId)
    },
    createAnnouncement: (call: Call<Group['createAnnouncement']>) =>
      changing(current, call, async (tx, record) => {
        const now = clock.now()
        return shownAt(await insert(tx, call.input, record, { now }), now)
      }),
    updateAnnouncement: (call: Call<Group['updateAnnouncement']>) =>
      changing(current, call, async (tx, record) => {
        const { readAgain, ...fields } = call.input
        const now = clock.now()
        const before = await store.lockAnnouncement(tx, call.params.announcementId)
        if (!before) throw new AppError('announcement.notFound')
        if (before.version !== call.ifMatch)
          throw new AppError('request.stale', { current: shownAt(before, now) })
        return shownAt(await write(tx, before, fields, record, { now, readAgain }), now)
      }),
    removeAnnouncement: (call: Call<Group['removeAnnouncement']>) =>
      changing(current, call, async (tx, record) => {
        const row = await store.lockAnnouncement(tx, call.params.announcementId)
        if (!row) throw new AppError('announcement.notFound')
        await store.removeAnnouncement(tx, row.announcementId)
        record({ ...entityOf(row), before: recorded(row), after: null })
        return {}
      }),
  }
}
