import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'

/**
 * Adds what a person ran to the code of an answer that has ended. Returns false if there is no room for it. The caller has
 * checked who asks.
 */
export async function appendCode(db: Sql, segmentId: string, text: string, most: number): Promise<boolean> {
  const updated = await sql`update conversation_segment
    set code_interpreter_response = code_interpreter_response || ${text}
    where id = ${segmentId}::uuid and status <> 'Pending'
      and length(code_interpreter_response) + ${text.length}::int <= ${most}::int`.execute(db)
  return (updated.numAffectedRows ?? 0n) > 0n
}
