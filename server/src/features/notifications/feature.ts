import { limits } from '@parlance/contract/limits'
import { notifications as contract, notificationKinds } from '@parlance/contract/notifications'
import type { Actor } from '../../platform/access/actor.ts'
import { inSlices } from '../../platform/database/slices.ts'
import { ownRows } from '../../platform/erasure/erasure.ts'
import { createContinuation } from '../../platform/http/continuation.ts'
import { serve } from '../../platform/http/serve.ts'
import { usually } from '../../platform/notifications/notifications.ts'
import type { Platform } from '../../platform/platform.ts'
import { scheduleEmails } from './emails.ts'
import { ofNotifications } from './personalDataStore.ts'
import * as store from './store.ts'

const WORK_MS = 5 * 60_000

/** Users' notifications, and which of them they want. Features send them with `platform.notifications`. */
export default function notificationsFeature(platform: Platform): void {
  const { config, database, erasure, jobs, mail, personalData } = platform
  const continuation = createContinuation<store.Position>(config.secretKey, 'notifications')
  personalData.add(...ofNotifications)
  erasure.add(
    ownRows({ table: 'notification', owner: 'user_id', key: 'notification_id' }),
    ownRows({ table: 'notification', owner: 'about_user_id', key: 'notification_id' }),
    ownRows({ table: 'notification_preference', owner: 'user_id', key: 'ctid' }),
  )
  scheduleEmails(platform)
  jobs.schedule('notifications.remove', '29 3 * * *', async () => {
    await inSlices(() => database.transaction(store.removeOld), AbortSignal.timeout(WORK_MS))
  })

  async function preferences(actor: Actor) {
    const { items, language, email } = await store.findPreferences(database.db, actor)
    return {
      items: notificationKinds.map((kind) => ({
        kind,
        ...usually,
        ...items.find((chosen) => chosen.kind === kind),
      })),
      language,
      emailAddress: mail ? email : null,
    }
  }

  serve(platform, contract, {
    async listNotifications({ actor, input }) {
      const { continuationToken, pageSize = limits.pageSize } = input
      const after = continuation.read(continuationToken)
      const [found, unread] = await Promise.all([
        store.listNotifications(database.db, actor, { after, limit: pageSize + 1 }),
        store.findUnread(database.db, actor),
      ])
      const items = found.slice(0, pageSize)
      const last = items.at(-1)
      const more = found.length > pageSize && last
      return {
        items,
        continuationToken: more
          ? continuation.write({ createdAt: last.createdAt, id: last.notificationId })
          : null,
        unread,
      }
    },

    markRead: (call) =>
      call.change(async (tx) => {
        await store.markRead(tx, call.actor, call.input.notificationIds ?? null)
        return {}
      }),

    getPreferences: ({ actor }) => preferences(actor),

    async updatePreferences(call) {
      await call.change(async (tx) => {
        await store.updatePreferences(tx, call.actor, call.input)
        return {}
      })
      return preferences(call.actor)
    },
  })
}
