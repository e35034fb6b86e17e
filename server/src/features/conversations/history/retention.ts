import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'

const AT_ONCE = 20

/** Removes deleted conversations for good once they are brought back by nobody, and temporary chats that are over. */
export function scheduleRemoval({ database, jobs }: Pick<Platform, 'database' | 'jobs'>): void {
  jobs.schedule('conversations.removeForgotten', '11 * * * *', async () => {
    for (let removed = AT_ONCE; removed === AT_ONCE; ) removed = await removeForgotten(database.db, AT_ONCE)
  })
}

/**
 * With all that is theirs; what they brought as attachments is then nobody's, and goes with what was never sent. One that
 * is being answered waits for its end. A temporary chat can be brought back as long as a page offers it.
 */
async function removeForgotten(db: Sql, atOnce: number): Promise<number> {
  const { deletedConversationDays: days, temporaryChatHours: hours } = limits
  const removed = await sql`delete from conversation where id in (
    select c.id from conversation c
    where (c.deleted_at < now() - make_interval(days => ${days})
        or (c.is_temporary and (c.deleted_at < now() - interval '5 minutes'
          or c.last_activity_at < now() - make_interval(hours => ${hours}))))
      and not exists (select from conversation_segment t join run r on r.subject_id = t.id
        where t.conversation_id = c.id and r.phase <> 'Ended')
    limit ${atOnce} for update of c skip locked)`.execute(db)
  return Number(removed.numAffectedRows)
}
