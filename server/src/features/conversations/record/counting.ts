import { inSlices } from '../../../platform/database/slices.ts'
import type { Platform } from '../../../platform/platform.ts'
import { insertOlderAsked } from './askedStore.ts'

/** Counts the questions that were asked before there was analytics. Afterwards, there is nothing left to do. */
export function scheduleCounting({ database, jobs }: Pick<Platform, 'database' | 'jobs'>): void {
  jobs.schedule('conversations.countOlder', '47 * * * *', async () => {
    await inSlices(() => database.transaction(insertOlderAsked))
  })
}
