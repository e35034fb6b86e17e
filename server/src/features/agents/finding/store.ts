import type { Directory } from '@parlance/contract/currentUser'
import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { foundIn, usableBy } from '../policy.ts'
import { type Card, type CardPage, cardColumns, listCards } from '../store.ts'

/** The number of a user's latest conversations that are searched for agents. */
const LOOKED_THROUGH = 500

/** Returns the agents of the user's latest conversations that they can still use and have not pinned. */
export async function listRecent(db: Sql, actor: Actor): Promise<(Card & { lastUsedAt: string })[]> {
  const found = await sql<Card & { lastUsedAt: string }>`
    select ${cardColumns(actor)}, to_jsonb(used.at) as "lastUsedAt"
    from (select latest.gpt_system_id, max(latest.last_activity_at) as at
        from (select c.gpt_system_id, c.last_activity_at from conversation c
          where c.owner_user_id = ${actor.userId}::uuid and c.deleted_at is null and c.tested_state_id is null
            and not c.is_temporary
            and not exists (select from pinned_gpt_system p
              where p.user_id = ${actor.userId}::uuid and p.gpt_system_id = c.gpt_system_id)
          order by c.last_activity_at desc, c.id desc limit ${LOOKED_THROUGH}) latest
        group by latest.gpt_system_id) used
      join gpt_system g on g.id = used.gpt_system_id
      join gpt_system_configuration_state s on s.id = g.published_state_id
    where ${usableBy(actor)}
    order by used.at desc, g.id limit ${limits.recentAgents}`.execute(db)
  return found.rows.map((row) => ({ ...row, lastUsedAt: new Date(row.lastUsedAt).toISOString() }))
}

/** Returns the user's pinned agents that they can use now, in order. */
export async function listPinned(db: Sql, actor: Actor): Promise<Card[]> {
  const found = await sql<Card>`select ${cardColumns(actor)}
    from pinned_gpt_system p join gpt_system g on g.id = p.gpt_system_id
      join gpt_system_configuration_state s on s.id = g.published_state_id
    where p.user_id = ${actor.userId}::uuid and ${usableBy(actor)} order by p.position, p.gpt_system_id`.execute(
    db,
  )
  return found.rows
}

/** Returns others' agents shared with the user, by name. */
export const listShared = (db: Sql, actor: Actor, page: CardPage): Promise<Card[]> =>
  listCards(db, actor, page, foundIn('shared', actor))

export interface DirectoryPage extends CardPage {
  directory: Directory
  /** Null: any category. */
  category: string | null
}

/** Returns the agents of a directory by name, each with its categories. */
export async function listDirectory(
  db: Sql,
  actor: Actor,
  { directory, category, search, after, limit }: DirectoryPage,
): Promise<(Card & { categories: string[] })[]> {
  const found = await sql<Card & { categories: string[] }>`select ${cardColumns(actor)}, g.categories
    from gpt_system g join gpt_system_configuration_state s on s.id = g.published_state_id
    where ${foundIn(directory, actor)}
      and (${category}::text is null or ${category}::text = any(g.categories))
      and (${search} = '' or position(lower(${search}) in lower(s.name)) > 0
        or position(lower(${search}) in lower(s.description)) > 0)
      and (${after?.id ?? null}::uuid is null or (lower(s.name), g.id) > (lower(${after?.name ?? ''}), ${after?.id ?? null}::uuid))
    order by lower(s.name), g.id limit ${limit}`.execute(db)
  return found.rows
}

/** Counts a directory's agents for a user, ignoring the search text. */
export async function countDirectory(
  db: Sql,
  actor: Actor,
  directory: Directory,
): Promise<{ total: number; categories: { category: string; count: number }[] }> {
  const found = await sql<{ total: number; categories: { category: string; count: number }[] }>`
    with there as materialized (select g.categories from gpt_system g where ${foundIn(directory, actor)})
    select (select count(*)::int from there) as total,
      coalesce((select jsonb_agg(jsonb_build_object('category', category, 'count', count) order by lower(category), category)
        from (select category, count(*)::int as count from there, unnest(there.categories) as category
          group by category) counted), '[]'::jsonb) as categories`.execute(db)
  return found.rows[0] ?? { total: 0, categories: [] }
}

/** Locks the user's pins until the transaction ends. */
async function lockPins(tx: Sql, { userId }: Actor): Promise<void> {
  await sql`select from app_user where id = ${userId}::uuid for no key update`.execute(tx)
}

/** Returns false if the limit is reached. An already pinned agent keeps its position. */
export async function pin(tx: Sql, actor: Actor, gptSystemId: string): Promise<boolean> {
  await lockPins(tx, actor)
  const pinned = await sql`with mine as (
      select gpt_system_id, position from pinned_gpt_system where user_id = ${actor.userId}::uuid),
    added as (
      insert into pinned_gpt_system (user_id, gpt_system_id, position)
      select ${actor.userId}::uuid, ${gptSystemId}::uuid, coalesce(max(position), 0) + 1 from mine
      having count(*) < ${limits.pinnedAgents}
      on conflict do nothing returning 1)
    select from added union all select from mine where gpt_system_id = ${gptSystemId}::uuid`.execute(tx)
  return pinned.rows.length > 0
}

export async function unpin(db: Sql, { userId }: Actor, gptSystemId: string): Promise<void> {
  await sql`delete from pinned_gpt_system
    where user_id = ${userId}::uuid and gpt_system_id = ${gptSystemId}::uuid`.execute(db)
}

/** Swaps the named agents into each other's positions in the given order. The others stay where they are. */
export async function orderPins(tx: Sql, actor: Actor, gptSystemIds: readonly string[]): Promise<void> {
  await lockPins(tx, actor)
  await sql`with mine as (
      select gpt_system_id as id, row_number() over (order by position, gpt_system_id) as slot
      from pinned_gpt_system where user_id = ${actor.userId}::uuid),
    named as (
      select mine.id, mine.slot, min(given.place) as place from mine
        join unnest(${[...gptSystemIds]}::uuid[]) with ordinality as given (id, place) on given.id = mine.id
      group by mine.id, mine.slot),
    moved as (
      select to_go.id, slots.slot from (select id, row_number() over (order by place) as nth from named) to_go
        join (select slot, row_number() over (order by slot) as nth from named) slots using (nth))
    update pinned_gpt_system p set position = coalesce(moved.slot, mine.slot)
    from mine left join moved on moved.id = mine.id
    where p.user_id = ${actor.userId}::uuid and p.gpt_system_id = mine.id`.execute(tx)
}
