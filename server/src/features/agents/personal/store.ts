import { sql } from 'kysely'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'
import { editableBy, editedBy, ownedBy, ownRestorableBy } from '../policy.ts'
import {
  type CardPage,
  type ConfigurationRow,
  lockState,
  makerFor,
  readConfiguration,
  shownState,
} from '../store.ts'

export interface PersonalAgent {
  gptSystemId: string
  name: string
  description: string
  gptSystemType: 'User'
  avatarFileName: string | null
  draftStateId: string | null
  publishedStateId: string | null
  shares: number
  madeBy: string | null
  createdAt: string
  updatedAt: string
  version: number
}

const columnsFor = (actor: Actor) => sql`g.id as "gptSystemId", s.name, s.description,
  g.gpt_system_type as "gptSystemType", s.avatar_file_name as "avatarFileName", g.published_state_id as "publishedStateId",
  (select d.id from gpt_system_configuration_state d where d.gpt_system_id = g.id and d.status = 'Draft') as "draftStateId",
  (select count(*)::int from agent_share h where h.gpt_system_id = g.id) as shares,
  ${isoTime('g.created_at')} as "createdAt", ${isoTime('g.updated_at')} as "updatedAt", g.version,
  ${makerFor(actor)}`

const listed = { Own: ownedBy, Edited: editedBy, Deleted: ownRestorableBy }

/**
 * Lists the user's own agents by name, those they deleted, or others' that they can edit. Excludes agents that were
 * never named.
 */
export async function listOwn(
  db: Sql,
  actor: Actor,
  { search, after, limit, whose }: CardPage & { whose: keyof typeof listed },
): Promise<PersonalAgent[]> {
  const found = await sql<PersonalAgent>`select ${columnsFor(actor)}
    from gpt_system g join lateral ${shownState} s on true
    where ${listed[whose](actor)} and s.name <> ''
      and (${search} = '' or position(lower(${search}) in lower(s.name)) > 0)
      and (${after?.id ?? null}::uuid is null or (lower(s.name), g.id) > (lower(${after?.name ?? ''}), ${after?.id ?? null}::uuid))
    order by lower(s.name), g.id limit ${limit}`.execute(db)
  return found.rows
}

export async function findOwn(db: Sql, actor: Actor, gptSystemId: string): Promise<PersonalAgent | null> {
  const found = await sql<PersonalAgent>`select ${columnsFor(actor)}
    from gpt_system g join lateral ${shownState} s on true
    where g.id = ${gptSystemId} and ${ownedBy(actor)}`.execute(db)
  return found.rows[0] ?? null
}

/** Returns the user's own agent, locked until the transaction ends. */
export async function lockOwn(tx: Sql, actor: Actor, gptSystemId: string): Promise<PersonalAgent | null> {
  const found = await sql`select from gpt_system g where g.id = ${gptSystemId} and ${ownedBy(actor)}
    for update of g`.execute(tx)
  return found.rows.length > 0 ? findOwn(tx, actor, gptSystemId) : null
}

/** Returns whether the user can change drafts of an agent. `lock` optionally locks it against other writers. */
export async function findEditable(
  db: Sql,
  actor: Actor,
  gptSystemId: string,
  lock = sql``,
): Promise<boolean> {
  const found =
    await sql`select from gpt_system g where g.id = ${gptSystemId} and ${editableBy(actor)} ${lock}`.execute(
      db,
    )
  return found.rows.length > 0
}

/** Returns a configuration of an agent that the user owns or can edit. */
export const findSeenState = (db: Sql, actor: Actor, stateId: string): Promise<ConfigurationRow | null> =>
  readConfiguration(db, sql<boolean>`s.id = ${stateId} and ${editableBy(actor)}`)

/** Returns the draft of the user's own agent, locked against other writers. */
export const findOwnDraft = (tx: Sql, actor: Actor, gptSystemId: string): Promise<ConfigurationRow | null> =>
  lockState(tx, sql<boolean>`g.id = ${gptSystemId} and s.status = 'Draft' and ${ownedBy(actor)}`)

/** The same, with the agent locked until the transaction ends. */
export const lockEditable = (tx: Sql, actor: Actor, gptSystemId: string): Promise<boolean> =>
  findEditable(tx, actor, gptSystemId, sql`for update of g`)

/** Marks an agent as changed. */
export async function touch(tx: Sql, gptSystemId: string): Promise<void> {
  await sql`update gpt_system set updated_at = now(), version = version + 1 where id = ${gptSystemId}`.execute(
    tx,
  )
}
