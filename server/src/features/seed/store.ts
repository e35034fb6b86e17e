import { sql } from 'kysely'
import type { Sql } from '../../platform/database/database.ts'

/** Claims a part of the first start's content; false where it was put in before. */
export async function claim(tx: Sql, name: string): Promise<boolean> {
  const claimed =
    await sql`insert into seed (name) values (${name}) on conflict do nothing returning name`.execute(tx)
  return claimed.rows.length > 0
}
