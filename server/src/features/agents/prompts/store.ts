import { variablesOf } from '@parlance/contract/promptVariables'
import { sql } from 'kysely'
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

/** The prompts of an agent that somebody has found. */
export async function readPrompts(
  db: Sql,
  gptSystemId: string,
  { after, limit }: PromptPage,
): Promise<PromptRow[]> {
  const found = await sql<Row>`select ${columns} from agent_prompt p where p.gpt_system_id = ${gptSystemId}
      and (${after?.id ?? null}::uuid is null or (p.position, p.id) > (${after?.order ?? 0}::int, ${after?.id ?? null}::uuid))
    order by p.position, p.id limit ${limit}`.execute(db)
  return found.rows.map(withVariables)
}

/** Whether this person may chat with an agent. */
export async function findUsableAgent(db: Sql, actor: Actor, gptSystemId: string): Promise<boolean> {
  const found =
    await sql`select from gpt_system g where g.id = ${gptSystemId} and ${usableBy(actor)}`.execute(db)
  return found.rows.length > 0
}

/** A prompt of an agent that somebody has found, locked until the transaction's end. */
export async function readPrompt(tx: Sql, gptSystemId: string, promptId: string): Promise<PromptRow | null> {
  const found = await sql<Row>`select ${columns} from agent_prompt p
    where p.id = ${promptId} and p.gpt_system_id = ${gptSystemId} for update`.execute(tx)
  return found.rows[0] ? withVariables(found.rows[0]) : null
}

/** How many prompts an agent has, and the place after the last; nobody can add another until the transaction's end. */
export async function readEnd(tx: Sql, gptSystemId: string): Promise<{ count: number; next: number }> {
  await sql`select from gpt_system where id = ${gptSystemId} for update`.execute(tx)
  const found = await sql<{ count: number; next: number }>`select count(*)::int as count,
      coalesce(max(position) + 1, 0) as next from agent_prompt where gpt_system_id = ${gptSystemId}`.execute(
    tx,
  )
  return found.rows[0] ?? { count: 0, next: 0 }
}

export async function insertPrompt(
  tx: Sql,
  gptSystemId: string,
  prompt: { title: string; text: string; order: number },
): Promise<string> {
  const id = uuid()
  await sql`insert into agent_prompt (id, gpt_system_id, title, text, position)
    values (${id}, ${gptSystemId}, ${prompt.title}, ${prompt.text}, ${prompt.order})`.execute(tx)
  return id
}

export async function updatePrompt(
  tx: Sql,
  promptId: string,
  prompt: { title: string; text: string; order: number },
): Promise<void> {
  await sql`update agent_prompt set title = ${prompt.title}, text = ${prompt.text}, position = ${prompt.order},
      updated_at = now(), version = version + 1 where id = ${promptId}`.execute(tx)
}

/** The prompts of an agent that is locked, in their order. */
export async function readOrder(tx: Sql, gptSystemId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`select id from agent_prompt where gpt_system_id = ${gptSystemId}
    order by position, id`.execute(tx)
  return found.rows.map(({ id }) => id)
}

/**
 * Gives all prompts of an agent their places: they may have had the same before. Only what was moved counts as changed, so
 * that whoever writes in another one goes on.
 */
export async function updateOrder(
  tx: Sql,
  gptSystemId: string,
  ids: readonly string[],
  movedId: string,
): Promise<void> {
  await sql`update agent_prompt p set position = ordered.place - 1,
      updated_at = case when p.id = ${movedId} then now() else p.updated_at end,
      version = p.version + case when p.id = ${movedId} then 1 else 0 end
    from unnest(${[...ids]}::uuid[]) with ordinality as ordered (id, place)
    where p.id = ordered.id and p.gpt_system_id = ${gptSystemId}`.execute(tx)
}

export async function removePrompt(tx: Sql, promptId: string): Promise<void> {
  await sql`delete from agent_prompt where id = ${promptId}`.execute(tx)
}
