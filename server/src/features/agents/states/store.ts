import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'
import { demandNoHold, demandNotHeld } from '../../../platform/erasure/legalHolds.ts'
import { configurationReadBy } from '../policy.ts'
import { type ConfigurationRow, type Link, lockState, readConfiguration } from '../store.ts'

export interface StateRow {
  configStateId: string
  gptSystemConfigurationStateId: string
  number: number
  status: 'Draft' | 'InReview' | 'Published' | 'Past'
  gptSystemName: string
  createdBy: string | null
  createdAt: string
  updatedAt: string
  publishedAt: string | null
  note: string
}

export const findReadableState = (db: Sql, actor: Actor, stateId: string): Promise<ConfigurationRow | null> =>
  readConfiguration(db, sql<boolean>`s.id = ${stateId} and ${configurationReadBy(actor)}`)

/** Returns whether the user can see the configurations of an agent. */
export async function findReadable(db: Sql, actor: Actor, gptSystemId: string): Promise<boolean> {
  const found = await sql`select from gpt_system g
    where g.id = ${gptSystemId} and ${configurationReadBy(actor)}`.execute(db)
  return found.rows.length > 0
}

/** Returns the states of an agent below a number, newest first. The caller has checked access. */
export async function readStates(
  db: Sql,
  gptSystemId: string,
  { below, limit }: { below: number | null; limit: number },
): Promise<StateRow[]> {
  const found =
    await sql<StateRow>`select s.id as "configStateId", s.id as "gptSystemConfigurationStateId", s.number,
      s.status, s.name as "gptSystemName", u.name as "createdBy", ${isoTime('s.created_at')} as "createdAt",
      ${isoTime('s.updated_at')} as "updatedAt", ${isoTime('last.at')} as "publishedAt", coalesce(last.note, '') as note
    from gpt_system_configuration_state s left join app_user u on u.id = s.created_by
      left join lateral (select p.at, p.note from publication p where p.state_id = s.id
        order by p.at desc, p.id desc limit 1) last on true
    where s.gpt_system_id = ${gptSystemId} and (${below}::int is null or s.number < ${below})
    order by s.number desc limit ${limit}`.execute(db)
  return found.rows
}

/** Returns the state that a new draft copies: the named one, else the published one, else the newest. */
export async function readSource(
  tx: Sql,
  gptSystemId: string,
  fromStateId: string | null,
): Promise<string | null> {
  const found = await sql<{ id: string }>`select s.id
    from gpt_system_configuration_state s join gpt_system g on g.id = s.gpt_system_id
    where g.id = ${gptSystemId} and (${fromStateId}::uuid is null or s.id = ${fromStateId}::uuid)
    order by s.id = g.published_state_id desc nulls last, s.number desc limit 1`.execute(tx)
  return found.rows[0]?.id ?? null
}

/**
 * Creates a draft from another state of the same agent, with its libraries and the same avatar bytes. Links
 * keep their creator, whose permissions decide what they provide, no matter who copies them.
 */
export async function copyAsDraft(tx: Sql, sourceId: string, actorId: string): Promise<ConfigurationRow> {
  const id = uuid()
  await sql`insert into gpt_system_configuration_state (id, gpt_system_id, number, status, name, description,
      system_prompt, introduction, top_p, frequency_penalty, temperature, max_tokens, whole_document_limit, reasoning_effort,
      deployment_name, language_engine, selectable_deployments, helper_deployment_name, capability_types, web_search, restrict_answer,
      allows_research, uses_custom_instructions, starter_questions, avatar_file_name, avatar_size, avatar_blob_key, created_by)
    select ${id}, s.gpt_system_id,
      (select max(number) + 1 from gpt_system_configuration_state o where o.gpt_system_id = s.gpt_system_id), 'Draft',
      s.name, s.description, s.system_prompt, s.introduction, s.top_p, s.frequency_penalty, s.temperature,
      s.max_tokens, s.whole_document_limit, s.reasoning_effort, s.deployment_name, s.language_engine, s.selectable_deployments, s.helper_deployment_name,
      s.capability_types, s.web_search, s.restrict_answer,
      s.allows_research, s.uses_custom_instructions, s.starter_questions, s.avatar_file_name, s.avatar_size, s.avatar_blob_key, ${actorId}
    from gpt_system_configuration_state s where s.id = ${sourceId}`.execute(tx)
  await sql`insert into gpt_system_rag_data_source (id, state_id, data_source_id, top_k, use_graph, read_mode, folders,
      linked_by, created_at)
    select gen_random_uuid(), ${id}::uuid, l.data_source_id, l.top_k, l.use_graph, l.read_mode, l.folders, l.linked_by, l.created_at
    from gpt_system_rag_data_source l join data_source d on d.data_source_id = l.data_source_id
    where l.state_id = ${sourceId} and d.data_source_type = 'UploadedFiles' for key share of d`.execute(tx)
  const created = await lockState(tx, sql<boolean>`s.id = ${id}`)
  if (!created) throw new Error('The created draft is missing.')
  return created
}

/** Marks a draft as changed, so a stale review can't be published. */
export async function touchDraft(tx: Sql, stateId: string): Promise<void> {
  await sql`update gpt_system_configuration_state set updated_at = now(), version = version + 1
    where id = ${stateId}`.execute(tx)
}

export async function countLinks(tx: Sql, stateId: string): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count from gpt_system_rag_data_source
    where state_id = ${stateId}`.execute(tx)
  return found.rows[0]?.count ?? 0
}

export async function countStates(tx: Sql, gptSystemId: string): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count
    from gpt_system_configuration_state where gpt_system_id = ${gptSystemId}`.execute(tx)
  return found.rows[0]?.count ?? 0
}

/** Returns whether a test chat with a state has a running answer. Reservations are settled when it ends. */
export async function isAnswering(tx: Sql, stateId: string): Promise<boolean> {
  const found = await sql`select from conversation c join conversation_segment t on t.conversation_id = c.id
    where c.tested_state_id = ${stateId} and t.status = 'Pending' limit 1`.execute(tx)
  return found.rows.length > 0
}

/** Deletes a version with its test chats. Throws if the agent or any of these is under legal hold. */
export async function removeState(
  tx: Sql,
  { gptSystemId, configStateId }: { gptSystemId: string; configStateId: string },
): Promise<void> {
  await demandNotHeld(tx, { gptSystemId })
  await demandNoHold(tx, sql<boolean>`c.tested_state_id = ${configStateId}::uuid`)
  await sql`delete from gpt_system_configuration_state where id = ${configStateId}`.execute(tx)
}

export async function updateLink(tx: Sql, link: Link): Promise<void> {
  const { gptSystemRagDataSourceId, topK, useGraph, readMode, folders } = link
  await sql`update gpt_system_rag_data_source set top_k = ${topK}, use_graph = ${useGraph}, read_mode = ${readMode},
      folders = ${folders}::text[]
    where id = ${gptSystemRagDataSourceId}`.execute(tx)
}

export async function removeLink(tx: Sql, gptSystemRagDataSourceId: string): Promise<void> {
  await sql`delete from gpt_system_rag_data_source where id = ${gptSystemRagDataSourceId}`.execute(tx)
}
