import { announcements as contract } from '@parlance/contract/announcements'
import { inSlices } from '../../platform/database/slices.ts'
import { ownRows } from '../../platform/erasure/erasure.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { behindFlag, type CurrentInstance } from '../instanceSettings/index.ts'
import { createCurrent } from './current.ts'
import { ofReceipts } from './personalDataStore.ts'
import { createReaders } from './readers.ts'
import { restoreAnnouncements } from './restoring.ts'
import { createService } from './service.ts'
import { createShown } from './shown.ts'
import { removeOld } from './store.ts'

export interface Announcements {
  start(): void
  stop(): void
}

/** What administrators tell everyone, groups, or visitors for some time, and who has read it. */
export function announcementsFeature(platform: Platform, instance: CurrentInstance): Announcements {
  const { database, erasure, jobs, personalData } = platform
  const current = createCurrent(platform)
  restoreAnnouncements(platform, current)
  personalData.add(ofReceipts)
  erasure.add(ownRows({ table: 'announcement_receipt', owner: 'user_id', key: 'ctid' }))
  jobs.schedule('announcements.remove', '43 3 * * *', async () => {
    await inSlices(() => database.transaction(removeOld))
  })
  serve(platform, contract, {
    ...behindFlag(instance, { ...createService(platform, current), ...createReaders(platform) }),
    // For everyone, also while the settings are turned off.
    ...createShown(platform, current),
  })
  return { start: () => current.start(), stop: () => current.stop() }
}
