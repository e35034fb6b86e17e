import { sql } from 'kysely'
import type { Sql } from '../database/database.ts'

/**
 * Whoever changes roles, or what decides who holds them, begins with this and waits for whoever does so already, until
 * the transaction's end: two that lock the same rows in another order would wait for each other.
 */
export async function lockRoles(tx: Sql): Promise<void> {
  await sql`select from roles_mark for update`.execute(tx)
}
