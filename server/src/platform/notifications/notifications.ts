import type { NotificationKind, NotificationParams } from '@parlance/contract/notifications'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Sql } from '../database/database.ts'
import { type Feeds, feedOfUser } from '../feeds/feeds.ts'

/** An event that a user is notified of. */
export type Notice = {
  [Kind in NotificationKind]: {
    kind: Kind
    userId: string
    /** The other person whose action it reports. The notification is deleted together with their data. */
    about?: string
    params: NotificationParams[Kind]
    /** The page that shows more, on this site. */
    path: string
    /**
     * Reports of one topic are combined while they are unread: the newest takes the place of the one before, and the
     * number in the parameter `counted` is added to its number. `withdrawNotices` deletes them by their topic.
     */
    topic?: { name: string; counted?: keyof NotificationParams[Kind] & string }
  }
}[NotificationKind]

/**
 * Notifies users of what others or background jobs did: on their pages, and by email if they choose that.
 * Call `store` in the transaction of what is reported, and what it returns once that is committed.
 */
export interface Notifications {
  store(tx: Sql, notices: readonly Notice[]): Promise<Tell>
}

/** Tells the users' open pages. Harmless if it isn't called: pages also ask by themselves. */
export type Tell = () => void

/** An email waits, so that what is read in the product meanwhile isn't sent, and reports of a topic are combined. */
const EMAIL_AFTER_MINUTES = 5

/** What a kind does for those who never chose. */
export const usually = { listed: true, emailed: false }

/** `sendsEmail`: whether the instance has a mail server. */
export function createNotifications(feeds: Feeds, { sendsEmail }: { sendsEmail: boolean }): Notifications {
  return {
    async store(tx, notices) {
      const stored = new Map<string, string[]>()
      for (const notice of notices) {
        const { kind, userId, about = null, params, path, topic } = notice
        const added = topic?.counted
          ? sql`jsonb_set(excluded.params, array[${topic.counted}], to_jsonb(
              (notification.params ->> ${topic.counted})::int + (excluded.params ->> ${topic.counted})::int))`
          : sql`excluded.params`
        const found = await sql<{ notificationId: string }>`
          insert into notification (notification_id, user_id, about_user_id, kind, params, path, topic, listed, email_after)
          select ${uuid()}, u.id, ${about}, ${kind}, ${JSON.stringify(params)}::jsonb, ${path}, ${topic?.name ?? null},
            coalesce(p.listed, ${usually.listed}), case when ${sendsEmail}
              and coalesce(p.emailed, ${usually.emailed}) and u.email is not null
              then now() + make_interval(mins => ${EMAIL_AFTER_MINUTES}) end
          from app_user u left join notification_preference p on p.user_id = u.id and p.kind = ${kind}
          where u.id = ${userId} and not u.disabled and u.removed_at is null
            and (coalesce(p.listed, ${usually.listed}) or coalesce(p.emailed, ${usually.emailed}))
          on conflict (user_id, topic) where read_at is null and (listed or email_after is not null)
            do update set about_user_id = excluded.about_user_id, params = ${added}, path = excluded.path,
              listed = excluded.listed, created_at = now()
          returning notification_id as "notificationId"`.execute(tx)
        for (const { notificationId } of found.rows)
          stored.set(userId, [...(stored.get(userId) ?? []), notificationId])
      }
      return () => {
        for (const [userId, notificationIds] of stored)
          feeds.tell(feedOfUser(userId), { event: 'notified', data: { notificationIds } })
      }
    },
  }
}

/**
 * Deletes the notifications of a topic, also those that wait to be sent by email: all, or those of the given users.
 * Call it in the transaction that ends what they report, so that they don't name or link what people can't see any more.
 */
export async function withdrawNotices(tx: Sql, topic: string, userIds?: readonly string[]): Promise<void> {
  await sql`delete from notification where topic = ${topic}
    and ${userIds ? sql`user_id = any(${[...userIds]}::uuid[])` : sql`true`}`.execute(tx)
}
