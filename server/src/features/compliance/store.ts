import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../platform/database/database.ts'
import { isHeldConversation } from '../../platform/erasure/legalHolds.ts'

// The endpoints check who can read what is counted of the whole instance.

/** Beyond this, a number says no more, and counting takes long. */
export const MOST_COUNTED = 1_000_000

interface Ages {
  retentionDays: number | null
  deletedRetentionDays: number
}

interface Counted {
  expired: number
  unrestorable: number
  held: number
  oldestActivityAt: string | null
}

/** SQL that is true for rows `c` of conversations that would be deleted because of their age. */
const isOlder = (days: number | null): RawBuilder<boolean> =>
  days === null
    ? sql`false`
    : sql`(c.last_activity_at < now() - make_interval(days => ${days})
    and (c.imported_at is null or c.imported_at < now() - make_interval(days => ${days})))`

const countOf = (where: RawBuilder<unknown>) =>
  sql`(select count(*)::int from (select from conversation c where ${where} limit ${MOST_COUNTED}) counted)`

/** Counts the conversations that would be deleted, and those of them that stay because of a legal hold. */
export async function countDeletions(
  db: Sql,
  { retentionDays, deletedRetentionDays }: Ages,
): Promise<Counted> {
  const expired = isOlder(retentionDays)
  const deleted = sql<boolean>`(not c.is_temporary
    and c.deleted_at < now() - make_interval(days => ${deletedRetentionDays}))`
  const found = await sql<Omit<Counted, 'oldestActivityAt'> & { oldest: Date | null }>`select
    ${countOf(sql`${expired} and not ${isHeldConversation}`)} as expired,
    ${countOf(sql`${deleted} and not ${expired} and not ${isHeldConversation}`)} as unrestorable,
    ${countOf(sql`exists (select from legal_hold where released_at is null)
      and (${expired} or ${deleted}) and ${isHeldConversation}`)} as held,
    (select min(c.last_activity_at) from conversation c where ${expired}) as oldest`.execute(db)
  const { oldest, ...counts } = found.rows[0]!
  return { ...counts, oldestActivityAt: oldest?.toISOString() ?? null }
}

const published = sql`gpt_system g join gpt_system_configuration_state s on s.id = g.published_state_id
  where g.deleted_at is null`

const MOST_LISTED = 100

/** Deployments that agents answer with, offer, or use as helpers, and those of the instance, which have no agent. */
const usedDeployments = sql`(
  select g.id as agent, s.language_engine as engine, s.deployment_name as name from ${published}
  union select g.id, s.language_engine, s.helper_deployment_name from ${published}
  union select g.id, o ->> 'languageEngine', o ->> 'deploymentName'
    from (select g.id, s.selectable_deployments as offered from ${published}) g, jsonb_array_elements(g.offered) o
  union select null, helper_language_engine, helper_deployment_name from instance_settings
  union select null, embedding_language_engine, embedding_deployment_name from instance_settings
  union select null, image_language_engine, image_deployment_name from instance_settings
  union select null, transcription_language_engine, transcription_deployment_name from instance_settings
  union select null, speech_language_engine, speech_deployment_name from instance_settings)`

/** Lists the deployments in use that aren’t approved, those of most agents first. */
export async function readUnapprovedDeployments(
  db: Sql,
): Promise<{ deploymentName: string; agents: number }[]> {
  const found = await sql<{ deploymentName: string; agents: number }>`
    select u.name as "deploymentName", count(u.agent)::int as agents from ${usedDeployments} u
    where u.engine <> 'BuiltIn' and u.name is not null
      and not exists (select from deployment d where d.approved
        and (d.language_engine, d.deployment_name) = (u.engine, u.name))
    group by u.engine, u.name order by agents desc, u.name limit ${MOST_LISTED}`.execute(db)
  return found.rows
}

/** Lists the tools that published agents use and that aren't approved, those of most agents first. */
export async function readUnapprovedTools(db: Sql): Promise<{ tool: string; agents: number }[]> {
  const found = await sql<{ tool: string; agents: number }>`
    select used.tool, count(*)::int as agents from (
      select unnest(s.capability_types) as tool from ${published}) used
    where not exists (select from tool t where t.approved and t.name = used.tool)
    group by used.tool order by agents desc, used.tool`.execute(db)
  return found.rows
}
