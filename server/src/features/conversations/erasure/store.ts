import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import { firstOf, removedAtOnce } from '../../../platform/database/slices.ts'
import { type ErasedPerson, type Holding, ownRows, removeRows } from '../../../platform/erasure/erasure.ts'

/** What people have in conversations. Imports come first, because one under way would bring more. */
export const heldInConversations: Holding[] = [
  ownRows({ table: 'conversation_import', owner: 'owner_user_id', key: 'import_id' }),
  { columns: [], erase: removeSnapshots },
  ownRows({ table: 'vision_image', owner: 'owner_user_id', key: 'vision_image_id' }),
  { columns: ['conversation_segment.owner_user_id', 'run.owner_id'], erase: removeSegments },
  ownRows({ table: 'conversation', owner: 'owner_user_id', key: 'id' }),
  { columns: [], erase: forgetInstructions },
]

function removeSnapshots(tx: Sql, { userId }: ErasedPerson): Promise<number> {
  const where = sql`r.conversation_id in (select c.id from conversation c where c.owner_user_id = ${userId}::uuid)`
  return removeRows(tx, { table: 'conversation_snapshot', key: 'snapshot_id', where })
}

/**
 * Removes questions with their answers, the newest first, so that what refers to a question goes before it. How an answer
 * came about, its run, its rating and its summary go with it.
 */
async function removeSegments(tx: Sql, { userId }: ErasedPerson): Promise<number> {
  const sized = sql`select t.id, pg_column_size(t.question) + pg_column_size(t.answer) + pg_column_size(t.thinking)
      + pg_column_size(t.citations) + pg_column_size(t.steps) + coalesce(pg_column_size(e.details)
      + pg_column_size(e.trace), 0) + coalesce(pg_column_size(e.prompt), 0) as bytes
    from conversation_segment t left join segment_execution e on e.segment_id = t.id
    where t.owner_user_id = ${userId}::uuid order by t.id desc`
  const found = await sql<{ id: string }>`${firstOf(sized, sql`id desc`, removedAtOnce)}`.execute(tx)
  const ids = found.rows.map(({ id }) => id)
  await sql`update conversation set selected_leaf_segment_id = null
    where id in (select conversation_id from conversation_segment where id = any(${ids}::uuid[]))
      and selected_leaf_segment_id = any(${ids}::uuid[])`.execute(tx)
  // IDs grow with time, also from parent to child, unless the clocks of two processes differ.
  await sql`update conversation_segment set parent_segment_id = null
    where parent_segment_id = any(${ids}::uuid[]) and id <> all(${ids}::uuid[])`.execute(tx)
  await sql`delete from conversation_segment where id = any(${ids}::uuid[])`.execute(tx)
  return ids.length
}

/** Other people's answers keep the prompt that led to them, and with it the instructions of the agent. */
async function forgetInstructions(tx: Sql, { userId }: ErasedPerson): Promise<number> {
  const sized = sql`select e.segment_id as id, pg_column_size(e.prompt) as bytes
    from gpt_system g join gpt_system_configuration_state s on s.gpt_system_id = g.id
      join conversation_segment t on t.state_id = s.id join segment_execution e on e.segment_id = t.id
    where g.owner_user_id = ${userId}::uuid and e.prompt is not null order by e.segment_id`
  const forgotten = await sql`update segment_execution set prompt = null
    where segment_id in (${firstOf(sized, sql`id`, removedAtOnce)})`.execute(tx)
  return Number(forgotten.numAffectedRows ?? 0)
}
