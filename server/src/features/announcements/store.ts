import type { Announcement, AnnouncementInput, AnnouncementReader } from '@parlance/contract/announcements'
import { limits } from '@parlance/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Actor } from '../../platform/access/actor.ts'
import type { Sql } from '../../platform/database/database.ts'
import { isoTime } from '../../platform/database/isoTime.ts'
import { removeRows } from '../../platform/database/slices.ts'
import { isForActor, isForPerson, isShownAt } from './policy.ts'

export type Fields = z.output<typeof AnnouncementInput>
/** An announcement as it is stored. Its state depends on the time. */
export type AnnouncementRow = Omit<z.output<typeof Announcement>, 'state'>
/** An announcement for someone, who has read it then or not yet. */
export type OwnRow = Pick<
  AnnouncementRow,
  'announcementId' | 'text' | 'importance' | 'to' | 'startsAt' | 'edition'
> & {
  readAt: string | null
}

/** How long a deleted announcement can be restored with its receipts. */
const DELETED_DAYS = 30

const shownColumns = sql`a.id as "announcementId", jsonb_build_object('en', a.text_en, 'ar', a.text_ar) as text,
  a.importance, ${isoTime('a.shown_to')} as "to", ${isoTime('a.starts_at')} as "startsAt", a.edition`

const columns = sql`${shownColumns}, a.brand_key as "brandKey", a.group_ids as "groupIds",
  ${isoTime('a.shown_from')} as "from", a.for_visitors as visitors, a.version,
  ${isoTime('a.created_at')} as "createdAt", ${isoTime('a.updated_at')} as "updatedAt"`

/** The most important first: the next maintenance, then what has to be confirmed, then the newest of the rest. */
const byImportance = sql`array_position(array['Maintenance', 'Important', 'Info'], a.importance), a.starts_at,
  a.shown_from desc, a.id`

// Announcements belong to the instance; the endpoints check who can read all of them.

/** Returns the announcements that aren’t over, the most important first. */
export async function readCurrent(db: Sql, now: Date): Promise<AnnouncementRow[]> {
  const found = await sql<AnnouncementRow>`select ${columns} from announcement a
    where a.deleted_at is null and a.shown_to > ${now} order by ${byImportance} limit ${limits.announcements}`.execute(
    db,
  )
  return found.rows
}

/** Where the list continues. */
export interface Position {
  to: string
  id: string
}

/** Returns announcements from a position on, those that end last first. */
export async function readPage(db: Sql, after: Position | null, limit: number): Promise<AnnouncementRow[]> {
  const found = await sql<AnnouncementRow>`select ${columns} from announcement a where a.deleted_at is null
      and ${after ? sql`(a.shown_to, a.id) < (${after.to}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by a.shown_to desc, a.id desc limit ${limit}`.execute(db)
  return found.rows
}

export async function readAnnouncement(db: Sql, announcementId: string): Promise<AnnouncementRow | null> {
  const found = await sql<AnnouncementRow>`select ${columns} from announcement a
    where a.id = ${announcementId} and a.deleted_at is null`.execute(db)
  return found.rows[0] ?? null
}

async function mustRead(tx: Sql, announcementId: string): Promise<AnnouncementRow> {
  const row = await readAnnouncement(tx, announcementId)
  if (!row) throw new Error('The stored announcement is missing.')
  return row
}

/** Returns an announcement, locked until the transaction ends. */
export async function lockAnnouncement(tx: Sql, announcementId: string): Promise<AnnouncementRow | null> {
  await sql`select from announcement where id = ${announcementId} for update`.execute(tx)
  return readAnnouncement(tx, announcementId)
}

/** Returns how many others aren’t over. Until the transaction ends, no more are added. */
export async function lockCurrentCount(tx: Sql, now: Date, exceptId: string | null): Promise<number> {
  await sql`lock table announcement in share row exclusive mode`.execute(tx)
  const found = await sql<{ n: number }>`select count(*)::int as n from announcement a
    where a.deleted_at is null and a.shown_to > ${now} and a.id is distinct from ${exceptId}::uuid`.execute(
    tx,
  )
  return found.rows[0]?.n ?? 0
}

export async function hasBrand(tx: Sql, brandKey: string): Promise<boolean> {
  const found = await sql`select from brand where brand_key = ${brandKey}`.execute(tx)
  return found.rows.length > 0
}

/** Stores a new announcement, or one that was deleted, which gets its receipts back. */
export async function insertAnnouncement(
  tx: Sql,
  { text, brandKey, groupIds, importance, from, to, startsAt, visitors }: Fields,
  announcementId = uuid(),
): Promise<AnnouncementRow> {
  await sql`insert into announcement (id, text_en, text_ar, brand_key, group_ids, importance, for_visitors, shown_from,
      shown_to, starts_at)
    values (${announcementId}, ${text.en}, ${text.ar}, ${brandKey}, ${groupIds}::text[], ${importance}, ${visitors},
      ${from}, ${to}, ${startsAt})
    on conflict (id) do update set text_en = excluded.text_en, text_ar = excluded.text_ar,
      brand_key = excluded.brand_key, group_ids = excluded.group_ids, importance = excluded.importance,
      for_visitors = excluded.for_visitors, shown_from = excluded.shown_from, shown_to = excluded.shown_to,
      starts_at = excluded.starts_at, version = announcement.version + 1, updated_at = now(), deleted_at = null
    where announcement.deleted_at is not null`.execute(tx)
  return mustRead(tx, announcementId)
}

export async function updateAnnouncement(
  tx: Sql,
  announcementId: string,
  { text, brandKey, groupIds, importance, from, to, startsAt, visitors }: Fields,
  readAgain: boolean,
): Promise<AnnouncementRow> {
  await sql`update announcement set text_en = ${text.en}, text_ar = ${text.ar}, brand_key = ${brandKey},
      group_ids = ${groupIds}::text[], importance = ${importance}, for_visitors = ${visitors}, shown_from = ${from},
      shown_to = ${to}, starts_at = ${startsAt}, edition = edition + ${readAgain ? 1 : 0}::int, version = version + 1,
      updated_at = now()
    where id = ${announcementId}`.execute(tx)
  return mustRead(tx, announcementId)
}

export async function removeAnnouncement(tx: Sql, announcementId: string): Promise<void> {
  await sql`update announcement set deleted_at = now(), version = version + 1 where id = ${announcementId}`.execute(
    tx,
  )
}

/** Returns those of some announcements that are for a user now and that they haven’t read, and maintenance notices. */
export async function listShown(
  db: Sql,
  actor: Pick<Actor, 'userId'>,
  ids: readonly string[],
  now: Date,
): Promise<OwnRow[]> {
  const found = await sql<OwnRow>`select ${shownColumns}, ${isoTime('r.read_at')} as "readAt"
    from announcement a left join announcement_receipt r
      on r.announcement_id = a.id and r.edition = a.edition and r.user_id = ${actor.userId}
    where a.id = any(${[...ids]}::uuid[]) and ${isShownAt(now)} and ${isForActor(actor)}
      and (r.read_at is null or a.importance = 'Maintenance')
    order by ${byImportance} limit ${limits.announcements}`.execute(db)
  return found.rows
}

/** Returns the edition of an announcement that is for the user now; null if there is no such announcement. */
export async function findEdition(
  db: Sql,
  actor: Pick<Actor, 'userId'>,
  announcementId: string,
  now: Date,
): Promise<number | null> {
  const found = await sql<{ edition: number }>`select a.edition from announcement a
    where a.id = ${announcementId} and ${isShownAt(now)} and ${isForActor(actor)}`.execute(db)
  return found.rows[0]?.edition ?? null
}

/** Records that a user has read an edition, unless they have already. Returns when they did first. */
export async function insertReceipt(
  tx: Sql,
  { userId }: Pick<Actor, 'userId'>,
  announcementId: string,
  edition: number,
  now: Date,
): Promise<string> {
  await sql`insert into announcement_receipt (announcement_id, edition, user_id, read_at)
    values (${announcementId}, ${edition}, ${userId}, ${now}) on conflict do nothing`.execute(tx)
  const found = await sql<{ at: string }>`select ${isoTime('read_at')} as at from announcement_receipt
    where announcement_id = ${announcementId} and edition = ${edition} and user_id = ${userId}`.execute(tx)
  const at = found.rows[0]?.at
  if (!at) throw new Error('The stored receipt is missing.')
  return at
}

export interface Reach {
  people: number
  read: number
}

/** Returns how many enabled people an announcement is for, and how many of them have read it, up to a limit. */
export async function readReach(db: Sql, announcementId: string): Promise<Reach> {
  const found = await sql<Reach>`select
      (select count(*)::int from (select from app_user u where ${isForPerson} limit ${limits.countedPeople}) people)
        as people,
      (select count(*)::int from (select from announcement_receipt r join app_user u on u.id = r.user_id
        where r.announcement_id = a.id and r.edition = a.edition and ${isForPerson} limit ${limits.countedPeople}) read)
        as read
    from announcement a where a.id = ${announcementId}`.execute(db)
  return found.rows[0] ?? { people: 0, read: 0 }
}

export type ReaderRow = z.output<typeof AnnouncementReader>
export interface PlacedReader extends ReaderRow {
  /** Its place in the list: the time or the name, and an ID. */
  place: { value: string; id: string }
}
export interface ReadersPage {
  search: string
  after: PlacedReader['place'] | null
  limit: number
}

const matches = (search: string): RawBuilder<boolean> =>
  search === ''
    ? sql<boolean>`true`
    : sql<boolean>`(strpos(lower(u.name), lower(${search})) > 0 or strpos(lower(u.email), lower(${search})) > 0)`

const person = sql`jsonb_build_object('userId', u.id, 'name', u.name, 'email', u.email) as person`

/** Returns who has read the current edition, the latest first. */
export async function readReaders(
  db: Sql,
  announcementId: string,
  { search, after, limit }: ReadersPage,
): Promise<PlacedReader[]> {
  const place = after
    ? sql`(r.read_at, r.user_id) < (${after.value}::timestamptz, ${after.id}::uuid)`
    : sql`true`
  const found =
    await sql<PlacedReader>`select 'Read' as state, ${person}, ${isoTime('r.read_at')} as "readAt",
      jsonb_build_object('value', ${isoTime('r.read_at')}, 'id', u.id) as place
    from announcement_receipt r join app_user u on u.id = r.user_id
    where r.announcement_id = ${announcementId}
      and r.edition = (select a.edition from announcement a where a.id = ${announcementId})
      and ${place} and ${matches(search)}
    order by r.read_at desc, r.user_id desc limit ${limit}`.execute(db)
  return found.rows
}

/** Returns the enabled people who haven’t read the current edition, by name. */
export async function readMissing(
  db: Sql,
  announcementId: string,
  { search, after, limit }: ReadersPage,
): Promise<PlacedReader[]> {
  const place = after ? sql`(lower(u.name), u.id) > (lower(${after.value}), ${after.id}::uuid)` : sql`true`
  const found = await sql<PlacedReader>`select 'Missing' as state, ${person}, null as "readAt",
      jsonb_build_object('value', u.name, 'id', u.id) as place
    from announcement a cross join app_user u
    where a.id = ${announcementId} and ${isForPerson} and ${place} and ${matches(search)}
      and not exists (select from announcement_receipt r
        where r.announcement_id = a.id and r.edition = a.edition and r.user_id = u.id)
    order by lower(u.name), u.id limit ${limit}`.execute(db)
  return found.rows
}

const isOld = sql`(o.shown_to < now() - make_interval(months => ${limits.announcementMonths}::int)
  or o.deleted_at < now() - make_interval(days => ${DELETED_DAYS}::int))`

/** Deletes some receipts of announcements that aren’t stored any longer, then those announcements; answers how many. */
export async function removeOld(tx: Sql): Promise<number> {
  const receipts = await removeRows(tx, {
    table: 'announcement_receipt',
    key: 'ctid',
    where: sql`r.announcement_id in (select o.id from announcement o where ${isOld})`,
  })
  if (receipts > 0) return receipts
  return removeRows(tx, {
    table: 'announcement',
    key: 'id',
    where: sql`exists (select from announcement o where o.id = r.id and ${isOld})`,
  })
}
