import { AnnouncementInput } from '@parlance/contract/announcements'
import { validState } from '../../platform/audit/restorers.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Current } from './current.ts'
import * as service from './service.ts'
import { lockAnnouncement } from './store.ts'

/** Restores an announcement. No one is asked to read it again; a deleted one gets its receipts back. */
export function restoreAnnouncements({ clock, restorers }: Platform, current: Current): void {
  restorers.add({
    entityType: 'Announcement',
    fields: ['text', 'brandKey', 'groupIds', 'importance', 'from', 'to', 'startsAt', 'visitors'],
    rights: ['InstanceSettingsWrite'],
    async lock(tx, _actor, id) {
      const row = await lockAnnouncement(tx, id)
      return row && { ...service.recorded(row) }
    },
    async apply(tx, { entityId, state }, record) {
      const before = await lockAnnouncement(tx, entityId)
      if (!before) return
      const options = { now: clock.now(), readAgain: false }
      await service.write(tx, before, validState(AnnouncementInput, state), record, options)
      await current.announce(tx)
    },
    make: {
      rights: ['InstanceSettingsWrite'],
      async apply(tx, { entityId, state }, record) {
        const options = { now: clock.now(), announcementId: entityId }
        await service.insert(tx, validState(AnnouncementInput, state), record, options)
        await current.announce(tx)
      },
    },
    settled: () => current.changed(),
  })
}
