import { sql } from 'kysely'
import type { Sql } from '../database/database.ts'

/**
 * Every change of roles or role assignments starts with this lock and waits until an earlier one has committed.
 * Otherwise, two transactions that lock the same rows in a different order would deadlock.
 */
export async function lockRoles(tx: Sql): Promise<void> {
  await sql`select from roles_mark for update`.execute(tx)
}
