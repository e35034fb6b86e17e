import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'

/**
 * Adds what a person ran to the code of an answer that has ended. `textAfter` gets what is there by then, because people
 * run code in several windows. Returns whether it was added, there is no room for it, or the answer is gone. The caller has
 * checked who asks.
 */
export async function appendCode(
  tx: Sql,
  segmentId: string,
  textAfter: (before: string) => string,
  most: number,
): Promise<'Added' | 'Full' | 'Gone'> {
  const found = await sql<{
    before: string
  }>`select code_interpreter_response as before from conversation_segment
    where id = ${segmentId}::uuid and status <> 'Pending' for update`.execute(tx)
  const [row] = found.rows
  if (!row) return 'Gone'
  const text = textAfter(row.before)
  if (row.before.length + text.length > most) return 'Full'
  await sql`update conversation_segment set code_interpreter_response = code_interpreter_response || ${text}
    where id = ${segmentId}::uuid`.execute(tx)
  return 'Added'
}
