import type { Sql } from '../../../platform/database/database.ts'
import { inSlices } from '../../../platform/database/slices.ts'
import { type Tell, withdrawNotices } from '../../../platform/notifications/notifications.ts'
import type { Platform } from '../../../platform/platform.ts'
import { takeReminders } from './store.ts'

const JOB = 'guidelines.sendReminders'
const AT_ONCE = 100

/** Reminders of one document are combined while they are unread. */
const topicOf = (guidelinesDocumentId: string) => `guidelines ${guidelinesDocumentId}`

/** Withdraws the reminders of a document: all, or those of the given users. */
export const withdrawReminders = (
  tx: Sql,
  guidelinesDocumentId: string,
  userIds?: readonly string[],
): Promise<void> => withdrawNotices(tx, topicOf(guidelinesDocumentId), userIds)

/**
 * Sends the reminders that were stored, in slices. A request stores those of everyone at once, and notifying a whole
 * company takes longer than a request can. Returns a function that starts it.
 */
export function sendReminders({
  database,
  jobs,
  notifications,
}: Pick<Platform, 'database' | 'jobs' | 'notifications'>): () => Promise<void> {
  async function slice(): Promise<number> {
    let tell: Tell = () => {}
    const taken = await database.transaction(async (tx) => {
      const reminders = await takeReminders(tx, AT_ONCE)
      tell = await notifications.store(
        tx,
        reminders.flatMap(({ guidelinesDocumentId, userId, gptSystemId, title }) =>
          title === null
            ? []
            : [
                {
                  kind: 'GuidelinesReminder' as const,
                  userId,
                  params: { title },
                  path: `/chat/${gptSystemId}`,
                  topic: { name: topicOf(guidelinesDocumentId) },
                },
              ],
        ),
      )
      return reminders.length
    })
    tell()
    return taken
  }
  jobs.schedule(JOB, '*/10 * * * *', async () => void (await inSlices(slice)))
  return () => jobs.send(JOB, {})
}
