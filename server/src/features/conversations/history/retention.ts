import type { Platform } from '../../../platform/platform.ts'
import { removeForgotten } from './store.ts'

const AT_ONCE = 20

/** Permanently deletes conversations whose restore period has ended, and expired temporary chats. */
export function scheduleRemoval({ database, jobs }: Pick<Platform, 'database' | 'jobs'>): void {
  jobs.schedule('conversations.removeForgotten', '11 * * * *', async () => {
    for (let removed = AT_ONCE; removed === AT_ONCE; ) removed = await removeForgotten(database.db, AT_ONCE)
  })
}
