import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import { firstOf, removedAtOnce, removeRows } from '../../../platform/database/slices.ts'
import { type ErasedPerson, type Holding, ownRows } from '../../../platform/erasure/erasure.ts'

/**
 * What people have in agents. Their personal agents are deleted and emptied, shared ones too: an administrator had 30
 * days to transfer them. Their rows stay, because other people's conversations and publications name them.
 */
export const heldInAgents: Holding[] = [
  ownRows({ table: 'user_prompt', owner: 'user_id', key: 'id' }),
  ownRows({ table: 'pinned_gpt_system', owner: 'user_id', key: 'gpt_system_id' }),
  ownRows({ table: 'agent_share', owner: 'user_id', key: 'id' }),
  { columns: ['gpt_system.owner_user_id'], erase: deleteAgents },
  { columns: [], erase: removeOf('agent_share', 'gpt_system_id', ownAgents) },
  { columns: [], erase: removeOf('agent_prompt', 'gpt_system_id', ownAgents) },
  { columns: [], erase: removeOf('gpt_system_rag_data_source', 'state_id', ownStates) },
  { columns: [], erase: emptyStates },
]

function ownAgents({ userId }: ErasedPerson) {
  return sql`select g.id from gpt_system g where g.owner_user_id = ${userId}::uuid`
}

function ownStates(person: ErasedPerson) {
  return sql`select s.id from gpt_system_configuration_state s where s.gpt_system_id in (${ownAgents(person)})`
}

/** Removes the rows of a table that belong to a person's agents or to the states of these. */
function removeOf(table: string, column: string, owners: typeof ownAgents): Holding['erase'] {
  return (tx, person) =>
    removeRows(tx, { table, key: 'id', where: sql`r.${sql.ref(column)} in (${owners(person)})` })
}

async function deleteAgents(tx: Sql, person: ErasedPerson): Promise<number> {
  const deleted =
    await sql`update gpt_system set deleted_at = now(), updated_at = now(), version = version + 1
    where id in (${ownAgents(person)} and g.deleted_at is null limit ${removedAtOnce.rows})`.execute(tx)
  return Number(deleted.numAffectedRows ?? 0)
}

const noWebSearch = JSON.stringify({ allowedDomains: [], blockedDomains: [] })

/** SQL that is true for rows `s` of versions that aren’t emptied. */
export const hasContent = sql<boolean>`(s.avatar_blob_key is not null
  or (s.name, s.description, s.system_prompt, s.introduction) <> ('', '', '', '')
  or s.starter_questions <> '{}' or s.selectable_deployments <> '[]' or s.web_search <> ${noWebSearch}::jsonb)`

async function emptyStates(tx: Sql, person: ErasedPerson): Promise<number> {
  const sized = sql`select s.id, pg_column_size(s) as bytes from gpt_system_configuration_state s
    where s.id in (${ownStates(person)}) and ${hasContent} order by s.id`
  const emptied =
    await sql`update gpt_system_configuration_state set name = '', description = '', system_prompt = '',
      introduction = '', starter_questions = '{}', selectable_deployments = '[]', web_search = ${noWebSearch}::jsonb, avatar_file_name = null,
      avatar_size = null, avatar_blob_key = null, updated_at = now(), version = version + 1
    where id in (${firstOf(sized, sql`id`, removedAtOnce)})`.execute(tx)
  return Number(emptied.numAffectedRows ?? 0)
}
