import { limits } from '@parlance/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'
import { demandNotHeld } from '../../../platform/erasure/legalHolds.ts'
import { withdrawNotices } from '../../../platform/notifications/notifications.ts'
import type { Limit } from '../../usage/index.ts'
import { configurationReadBy, listedFor, publishableBy, restorableBy, writableBy } from '../policy.ts'
import { type ChatLook, shownState } from '../store.ts'
import { sharedTopic, transferredTopic } from '../topics.ts'

export interface ListedAgent {
  gptSystemId: string
  name: string
  description: string
  brandKey: string | null
  published: boolean
  draft: boolean
  mayOpen: boolean
  mayChange: boolean
  updatedAt: string
  restorableUntil: string | null
}

export interface ManagedList {
  search: string
  /** Only deleted agents, or only the others. */
  deleted: boolean
  published: boolean | null
  sort: { by: 'name' | 'updatedAt'; descending: boolean }
  after: { value: string; id: string } | null
  limit: number
}

export const sortValue = (row: ListedAgent, { by }: ManagedList['sort']): string =>
  by === 'name' ? row.name : row.updatedAt

/** Lists the system agents that the user can manage, inspect, or chat with. */
export async function listManaged(db: Sql, actor: Actor, list: ManagedList): Promise<ListedAgent[]> {
  const { search, deleted, published, sort, after, limit } = list
  const byTime = sort.by === 'updatedAt'
  const column = byTime ? sql`changed` : sql`lower(name)`
  const value = byTime ? sql`${after?.value ?? null}::timestamptz` : sql`lower(${after?.value ?? null}::text)`
  const order = sql.raw(sort.descending ? 'desc' : 'asc')
  const beyond = sql.raw(sort.descending ? '<' : '>')
  const found =
    await sql<ListedAgent>`select "gptSystemId", name, description, "brandKey", published, draft, "mayOpen", "mayChange",
      ${isoTime('changed')} as "updatedAt", ${isoTime('"restorableUntil"')} as "restorableUntil" from (
      select g.id as "gptSystemId", s.name, s.description,
        g.brand_key as "brandKey", g.published_state_id is not null as published,
        ${configurationReadBy(actor)} as "mayOpen", ${writableBy(actor)} as "mayChange",
        g.deleted_at + make_interval(days => ${sql.lit(limits.deletedAgentDays)}) as "restorableUntil", ${configurationReadBy(actor)} and exists (
          select from gpt_system_configuration_state d where d.gpt_system_id = g.id and d.status = 'Draft') as draft,
        -- Times are compared as the list shows them: a position holds no more than milliseconds.
        -- When a draft was worked on is told to those alone who may see it.
        date_trunc('milliseconds', case when ${configurationReadBy(actor)} then greatest(g.updated_at,
            (select max(c.updated_at) from gpt_system_configuration_state c where c.gpt_system_id = g.id))
          else s.updated_at end) as changed
      from gpt_system g join lateral ${shownState} s on true
      where ${deleted ? restorableBy(actor) : listedFor(actor)}) listed
    where (${search} = '' or position(lower(${search}) in lower(name)) > 0
        or position(lower(${search}) in lower(description)) > 0)
      and (${published}::boolean is null or published = ${published})
      and (${after === null} or (${column}, "gptSystemId") ${beyond} (${value}, ${after?.id ?? null}::uuid))
    order by ${column} ${order}, "gptSystemId" ${order} limit ${limit}`.execute(db)
  return found.rows
}

export interface ManagedAgent {
  gptSystemId: string
  name: string
  description: string
  gptSystemType: 'System'
  brandKey: string | null
  categories: string[]
  listedInDirectory: boolean
  limits: Limit[]
  ux: ChatLook
  draftStateId: string | null
  publishedStateId: string | null
  shownStateId: string
  states: number
  mayChange: boolean
  mayPublish: boolean
  createdAt: string
  updatedAt: string
  version: number
}

const managedColumns = (actor: Actor) => sql`g.id as "gptSystemId",
  s.name, s.description, g.gpt_system_type as "gptSystemType",
  g.brand_key as "brandKey", g.categories, g.listed_in_directory as "listedInDirectory", g.limits, g.ux,
  (select d.id from gpt_system_configuration_state d where d.gpt_system_id = g.id and d.status = 'Draft') as "draftStateId",
  g.published_state_id as "publishedStateId", s.id as "shownStateId",
  (select count(*)::int from gpt_system_configuration_state o where o.gpt_system_id = g.id) as states,
  ${writableBy(actor)} as "mayChange", ${publishableBy(actor)} as "mayPublish",
  ${isoTime('g.created_at')} as "createdAt", ${isoTime('g.updated_at')} as "updatedAt", g.version`

export async function findManaged(db: Sql, actor: Actor, gptSystemId: string): Promise<ManagedAgent | null> {
  const found = await sql<ManagedAgent>`select ${managedColumns(actor)}
    from gpt_system g join lateral ${shownState} s on true
    where g.id = ${gptSystemId} and ${configurationReadBy(actor)}`.execute(db)
  return found.rows[0] ?? null
}

/** Returns an agent that the user can change, locked until the transaction ends. */
export async function lockManaged(tx: Sql, actor: Actor, gptSystemId: string): Promise<ManagedAgent | null> {
  const found = await sql`select from gpt_system g where g.id = ${gptSystemId} and ${writableBy(actor)}
    for update of g`.execute(tx)
  return found.rows.length > 0 ? findManaged(tx, actor, gptSystemId) : null
}

export async function updateBrandKey(tx: Sql, gptSystemId: string, brandKey: string | null): Promise<void> {
  await sql`update gpt_system set brand_key = ${brandKey}, updated_at = now(), version = version + 1
    where id = ${gptSystemId}`.execute(tx)
}

export async function updateUx(tx: Sql, gptSystemId: string, ux: ChatLook): Promise<void> {
  await sql`update gpt_system set ux = ${JSON.stringify(ux)}::jsonb, updated_at = now(), version = version + 1
    where id = ${gptSystemId}`.execute(tx)
}

export async function updateLimits(tx: Sql, gptSystemId: string, limits: readonly Limit[]): Promise<void> {
  await sql`update gpt_system set limits = ${JSON.stringify(limits)}::jsonb, updated_at = now(), version = version + 1
    where id = ${gptSystemId}`.execute(tx)
}

/**
 * Hides an agent everywhere, and deletes notifications about it. Its states stay for existing conversations. Throws if it's
 * under legal hold.
 */
export async function removeAgent(tx: Sql, gptSystemId: string): Promise<void> {
  await demandNotHeld(tx, { gptSystemId })
  await sql`update gpt_system set deleted_at = now(), updated_at = now(), version = version + 1
    where id = ${gptSystemId}`.execute(tx)
  for (const topic of [sharedTopic, transferredTopic]) await withdrawNotices(tx, topic(gptSystemId))
}

/** Restores a deleted agent that the condition allows, and returns whether it did. */
export async function restoreAgent(
  tx: Sql,
  gptSystemId: string,
  allowed: RawBuilder<boolean>,
): Promise<boolean> {
  const restored =
    await sql`update gpt_system g set deleted_at = null, updated_at = now(), version = version + 1
    where g.id = ${gptSystemId} and ${allowed} returning g.id`.execute(tx)
  return restored.rows.length > 0
}

/** Returns some agents that can no longer be restored but still have a policy of their own. */
export async function readForgotten(tx: Sql, limit: number): Promise<string[]> {
  const found = await sql<{ id: string }>`select g.id from gpt_system g
    join chat_access_policy p on p.made_for_gpt_system_id = g.id
    where g.deleted_at <= now() - make_interval(days => ${sql.lit(limits.deletedAgentDays)})
    order by g.id limit ${limit}`.execute(tx)
  return found.rows.map(({ id }) => id)
}
