import { limits } from '@parlance/contract/limits'
import type { Notification, NotificationKind } from '@parlance/contract/notifications'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../platform/access/actor.ts'
import type { Sql } from '../../platform/database/database.ts'
import { isoTime } from '../../platform/database/isoTime.ts'
import { removeRows } from '../../platform/database/slices.ts'

type NotificationRow = z.output<typeof Notification>

/** Where the list continues. */
export interface Position {
  createdAt: string
  id: string
}

/** The newest notifications of a user, from a position on. */
export async function listNotifications(
  db: Sql,
  { userId }: Actor,
  { after, limit }: { after: Position | null; limit: number },
): Promise<NotificationRow[]> {
  const found = await sql<NotificationRow>`select notification_id as "notificationId", kind, params, path,
      ${isoTime('created_at')} as "createdAt", ${isoTime('read_at')} as "readAt"
    from notification where user_id = ${userId} and listed
      and ${after ? sql`(created_at, notification_id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by created_at desc, notification_id desc limit ${limit}`.execute(db)
  return found.rows
}

/** How many notifications a user hasn't read, up to a limit. */
export async function findUnread(db: Sql, { userId }: Actor): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from (select from notification
    where user_id = ${userId} and listed and read_at is null limit ${limits.unreadNotifications}) unread`.execute(
    db,
  )
  return found.rows[0]?.n ?? 0
}

/** Marks a user's listed notifications as read: those given, or all. Read ones aren't sent by email any more. */
export async function markRead(db: Sql, { userId }: Actor, ids: readonly string[] | null): Promise<void> {
  await sql`update notification set read_at = now(), email_after = null where user_id = ${userId} and listed and read_at is null
    and ${ids ? sql`notification_id = any(${[...ids]}::uuid[])` : sql`true`}`.execute(db)
}

interface Preference {
  kind: NotificationKind
  listed: boolean
  emailed: boolean
}

export interface Preferences {
  items: Preference[]
  language: 'en' | 'ar'
  email: string | null
}

/** What a user chose. Kinds without a choice are left out. */
export async function findPreferences(db: Sql, { userId }: Actor): Promise<Preferences> {
  const found = await sql<Preferences>`select u.email_language as language, u.email,
      coalesce((select jsonb_agg(jsonb_build_object('kind', kind, 'listed', listed, 'emailed', emailed))
        from notification_preference where user_id = u.id), '[]') as items
    from app_user u where u.id = ${userId}`.execute(db)
  const [row] = found.rows
  if (!row) throw new Error('The user who is signed in is missing.')
  return row
}

export async function updatePreferences(
  tx: Sql,
  { userId }: Actor,
  { items, language }: Pick<Preferences, 'items' | 'language'>,
): Promise<void> {
  await sql`update app_user set email_language = ${language} where id = ${userId}`.execute(tx)
  await sql`insert into notification_preference (user_id, kind, listed, emailed)
    select ${userId}, p.kind, p.listed, p.emailed
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as p (kind text, listed boolean, emailed boolean)
    on conflict (user_id, kind) do update set listed = excluded.listed, emailed = excluded.emailed`.execute(
    tx,
  )
}

/** The notifications to send to one user. */
export interface DueEmail {
  /** Null if the account has no address any more, or can't sign in. Nothing is sent, and nothing waits any more. */
  email: string | null
  language: 'en' | 'ar'
  ids: string[]
  /** 1 for the first attempt. */
  attempt: number
  items: Pick<NotificationRow, 'kind' | 'params' | 'path'>[]
}

/** The notifications in one email. The rest is sent in the next. */
const MOST_IN_EMAIL = 50

/**
 * Claims the due notifications of the user who has waited longest. They are due again after the wait of their attempt,
 * unless they are sent meanwhile, and no more after the last one. Returns null if none are due.
 */
export async function claimEmail(db: Sql, retryMinutes: readonly number[]): Promise<DueEmail | null> {
  const found =
    await sql<DueEmail>`with first as (select n.user_id, n.email_attempts, u.email_language as language,
        case when not u.disabled and u.removed_at is null then u.email end as email
      from notification n join app_user u on u.id = n.user_id
      where n.email_after <= now() order by n.email_after limit 1),
    due as (select n.notification_id, first.email, first.language
      from notification n join first using (user_id, email_attempts)
      where n.email_after <= now() order by n.created_at limit ${MOST_IN_EMAIL} for update of n skip locked),
    claimed as (update notification n set email_attempts = n.email_attempts + 1,
        email_after = case when due.email is not null
          then now() + make_interval(mins => (${[...retryMinutes]}::int[])[n.email_attempts + 1]) end
      from due where n.notification_id = due.notification_id
      returning n.notification_id, n.kind, n.params, n.path, n.created_at, n.email_attempts, due.email, due.language)
    select email, language, array_agg(notification_id order by created_at) as ids, max(email_attempts) as attempt,
      jsonb_agg(jsonb_build_object('kind', kind, 'params', params, 'path', path) order by created_at) as items
    from claimed group by email, language`.execute(db)
  return found.rows[0] ?? null
}

export async function noteEmailed(db: Sql, ids: readonly string[]): Promise<void> {
  await sql`update notification set email_after = null where notification_id = any(${[...ids]}::uuid[])`.execute(
    db,
  )
}

/** Deletes some of the notifications whose time is over; answers how many. */
export const removeOld = (tx: Sql): Promise<number> =>
  removeRows(tx, {
    table: 'notification',
    key: 'notification_id',
    where: sql`r.created_at < now() - make_interval(days => ${limits.notificationDays})`,
  })
