import type { announcements } from '@parlance/contract/announcements'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Current } from './current.ts'
import * as store from './store.ts'

type Group = typeof announcements

/** What pages show: to people who are signed in, and to those who aren’t. */
export function createShown({ clock, database }: Platform, current: Current) {
  return {
    async listShown({ actor, input }: Call<Group['listShown']>) {
      const ids = (await current.shownOn(input.brandKey)).map(({ announcementId }) => announcementId)
      const now = clock.now()
      // A replica can be behind the change that made the page ask.
      const items =
        ids.length > 0 ? await database.primary(() => store.listShown(database.db, actor, ids, now)) : []
      return { now: now.toISOString(), items }
    },
    markRead: (call: Call<Group['markRead']>) =>
      call.change(async (tx) => {
        const { announcementId } = call.params
        const now = clock.now()
        const edition = await store.findEdition(tx, call.actor, announcementId, now)
        if (edition === null) throw new AppError('announcement.notFound')
        if (edition !== call.input.edition) throw new AppError('announcement.otherEdition')
        return { readAt: await store.insertReceipt(tx, call.actor, announcementId, edition, now) }
      }),
    /** Answered from memory, because anyone can ask. */
    async listForVisitors({ input }: Call<Group['listForVisitors']>) {
      const rows = (await current.shownOn(input.brandKey)).filter(
        ({ importance, groupIds, visitors }) =>
          visitors &&
          groupIds.length === 0 &&
          (importance === 'Maintenance' || (importance === 'Important' && input.page === 'PublicChat')),
      )
      return {
        now: clock.now().toISOString(),
        items: rows.map(({ announcementId, text, importance, to, startsAt, edition }) => ({
          announcementId,
          text,
          importance,
          to,
          startsAt,
          edition,
        })),
      }
    },
  }
}
