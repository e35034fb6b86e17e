import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Sql } from '../../platform/database/database.ts'

/** The one policy of a new installation: everyone who is signed in may use every system agent. */
export async function insertEveryone(tx: Sql): Promise<void> {
  const id = uuid()
  await sql`with policy as (
      insert into chat_access_policy (id, name, description, all_gpt_systems)
      values (${id}, 'Everyone', 'Everyone who is signed in may use every agent.', true))
    insert into chat_access_policy_subject (policy_id, kind) values (${id}, 'EveryoneSignedIn')`.execute(tx)
}
