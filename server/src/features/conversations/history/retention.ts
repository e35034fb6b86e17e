import { inSlices } from '../../../platform/database/slices.ts'
import type { Platform } from '../../../platform/platform.ts'
import { removeForgotten } from '../erasure/store.ts'

/** Permanently deletes conversations whose restore period has ended, and expired temporary chats. */
export function scheduleRemoval({
  database,
  erasure,
  jobs,
}: Pick<Platform, 'database' | 'erasure' | 'jobs'>): void {
  jobs.schedule('conversations.removeForgotten', '11 * * * *', async () => {
    const slice = () => database.transaction((tx) => removeForgotten(tx, erasure))
    await inSlices(slice)
  })
}
