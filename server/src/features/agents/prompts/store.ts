import { variablesOf } from '@parlance/contract/promptVariables'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'
import { usableBy } from '../policy.ts'

interface Row {
  promptId: string
  title: string
  text: string
  order: number
  version: number
  createdAt: string
  updatedAt: string
}
export interface PromptRow extends Row {
  variables: string[]
}

export interface PromptPage {
  after: { order: number; id: string } | null
  limit: number
}

const columns = sql`p.id as "promptId", p.title, p.text, p.position as "order", p.version,
  ${isoTime('p.created_at')} as "createdAt", ${isoTime('p.updated_at')} as "updatedAt"`
const withVariables = (row: Row): PromptRow => ({ ...row, variables: variablesOf(row.text) })

/** The owner of prompts: an agent or a user. The caller has checked access. */
export interface PromptOwner {
  prompts: RawBuilder<unknown>
  column: RawBuilder<unknown>
  owners: RawBuilder<unknown>
  id: string
}
export const ofAgent = (id: string): PromptOwner => ({
  prompts: sql`agent_prompt`,
  column: sql`gpt_system_id`,
  owners: sql`gpt_system`,
  id,
})
export const ofPerson = ({ userId }: Actor): PromptOwner => ({
  prompts: sql`user_prompt`,
  column: sql`user_id`,
  owners: sql`app_user`,
  id: userId,
})

/** Returns a page of an owner's prompts. */
export async function readPrompts(
  db: Sql,
  { prompts, column, id }: PromptOwner,
  { after, limit }: PromptPage,
): Promise<PromptRow[]> {
  const found = await sql<Row>`select ${columns} from ${prompts} p where p.${column} = ${id}
      and (${after?.id ?? null}::uuid is null or (p.position, p.id) > (${after?.order ?? 0}::int, ${after?.id ?? null}::uuid))
    order by p.position, p.id limit ${limit}`.execute(db)
  return found.rows.map(withVariables)
}

/** Returns whether the user can chat with an agent. */
export async function findUsableAgent(db: Sql, actor: Actor, gptSystemId: string): Promise<boolean> {
  const found =
    await sql`select from gpt_system g where g.id = ${gptSystemId} and ${usableBy(actor)}`.execute(db)
  return found.rows.length > 0
}

/** Returns whether a prompt is the user's own or an agent's. The caller has checked access to the agent. */
export async function findOffered(
  db: Sql,
  { userId }: Actor,
  gptSystemId: string,
  promptId: string,
): Promise<boolean> {
  const found = await sql`select from user_prompt where id = ${promptId} and user_id = ${userId}
    union all select from agent_prompt where id = ${promptId} and gpt_system_id = ${gptSystemId}`.execute(db)
  return found.rows.length > 0
}

/** Returns one prompt of an owner. */
export async function readPrompt(
  db: Sql,
  { prompts, column, id }: PromptOwner,
  promptId: string,
): Promise<PromptRow | null> {
  const found = await sql<Row>`select ${columns} from ${prompts} p
    where p.id = ${promptId} and p.${column} = ${id}`.execute(db)
  return found.rows[0] ? withVariables(found.rows[0]) : null
}

/** The same, locked until the transaction ends. */
export async function lockPrompt(
  tx: Sql,
  { prompts, column, id }: PromptOwner,
  promptId: string,
): Promise<PromptRow | null> {
  const found = await sql<Row>`select ${columns} from ${prompts} p
    where p.id = ${promptId} and p.${column} = ${id} for update`.execute(tx)
  return found.rows[0] ? withVariables(found.rows[0]) : null
}

/**
 * Returns the number of prompts of an owner and the position after the last. Prevents adding more until the
 * transaction ends.
 */
export async function readEnd(
  tx: Sql,
  { prompts, column, owners, id }: PromptOwner,
): Promise<{ count: number; next: number }> {
  await sql`select from ${owners} where id = ${id} for no key update`.execute(tx)
  const found = await sql<{ count: number; next: number }>`select count(*)::int as count,
      coalesce(max(position) + 1, 0) as next from ${prompts} where ${column} = ${id}`.execute(tx)
  return found.rows[0] ?? { count: 0, next: 0 }
}

interface Written {
  title: string
  text: string
  order: number
}

export async function insertPrompt(
  tx: Sql,
  { prompts, column, id: ownerId }: PromptOwner,
  { title, text, order }: Written,
): Promise<string> {
  const id = uuid()
  await sql`insert into ${prompts} (id, ${column}, title, text, position)
    values (${id}, ${ownerId}, ${title}, ${text}, ${order})`.execute(tx)
  return id
}

export async function updatePrompt(
  tx: Sql,
  { prompts, column, id }: PromptOwner,
  promptId: string,
  { title, text, order }: Written,
): Promise<void> {
  await sql`update ${prompts} set title = ${title}, text = ${text}, position = ${order},
      updated_at = now(), version = version + 1 where id = ${promptId} and ${column} = ${id}`.execute(tx)
}

/** Returns the prompts of a locked owner in order. */
export async function readOrder(tx: Sql, { prompts, column, id }: PromptOwner): Promise<string[]> {
  const found = await sql<{ id: string }>`select p.id from ${prompts} p where p.${column} = ${id}
    order by p.position, p.id`.execute(tx)
  return found.rows.map((row) => row.id)
}

/**
 * Rewrites the positions of all prompts of an owner, since some can be equal. Only the moved ones count as
 * changed, so edits to the others don't become stale.
 */
export async function updateOrder(
  tx: Sql,
  { prompts, column, id }: PromptOwner,
  ids: readonly string[],
  movedId: string,
): Promise<void> {
  await sql`update ${prompts} p set position = ordered.place - 1,
      updated_at = case when p.id = ${movedId} then now() else p.updated_at end,
      version = p.version + case when p.id = ${movedId} then 1 else 0 end
    from unnest(${[...ids]}::uuid[]) with ordinality as ordered (id, place)
    where p.id = ordered.id and p.${column} = ${id}`.execute(tx)
}

export async function removePrompt(
  tx: Sql,
  { prompts, column, id }: PromptOwner,
  promptId: string,
): Promise<void> {
  await sql`delete from ${prompts} where id = ${promptId} and ${column} = ${id}`.execute(tx)
}
