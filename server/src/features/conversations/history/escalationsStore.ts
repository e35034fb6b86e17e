import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'
import { type Reader, readableBy } from '../readers/policy.ts'

/** When a conversation was sent to the team behind a public page, and the address for the reply. */
export interface SentToTeam {
  replyTo: string
  createdAt: string
  /** Null while it waits, or if it couldn't be sent. */
  sentAt: string | null
}

/** Returns when a conversation was sent to the team behind a public page, in order. */
export async function listSentToTeam(db: Sql, reader: Reader, conversationId: string): Promise<SentToTeam[]> {
  const found =
    await sql<SentToTeam>`select e.reply_to as "replyTo", ${isoTime('e.created_at')} as "createdAt",
      ${isoTime('e.sent_at')} as "sentAt"
    from escalation e join conversation c on c.id = e.conversation_id
    where c.id = ${conversationId} and ${readableBy(reader)} order by e.created_at limit 1000`.execute(db)
  return found.rows
}
