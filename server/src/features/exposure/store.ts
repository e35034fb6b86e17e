import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/access/actor.ts'
import { believedGroups, believedGroupsOf } from '../../platform/access/heldRoles.ts'
import type { Sql } from '../../platform/database/database.ts'
import { linkGivesSome, publishableBy, type Share, usableByMany, writableBy } from '../agents/index.ts'
import { namesAgent, type PolicyAccess, policyHolds } from '../chatAccessPolicies/index.ts'

/** The maximum number of people and libraries that are named. */
const NAMED = 50

/** The change to preview. Null properties stay unchanged. */
export interface Asked {
  /** The agent, or the policy with its agents, whose users before and after are compared. */
  about: { gptSystemId: string } | { policyId: string }
  published: { gptSystemId: string; stateId: string | null } | null
  /** Replaces the policy with this ID; `as` is null if it is deleted. */
  policy: { id: string; as: PolicyAccess | null } | null
  shares: { gptSystemId: string; shares: readonly Share[] } | null
}

/** The requester and the people they can see: all, those in their groups, or none. */
export interface Reader {
  actor: Actor
  people: 'all' | 'ofOwnGroups' | 'none'
}

export interface ExposureRow {
  people: { after: number; new: number; lost: number }
  everybody: boolean
  groupsUnknown: number
  libraries: {
    count: number
    files: number
    shown: { dataSourceId: string; name: string; files: number }[]
  }
  names: Record<'new' | 'lost', { userId: string; name: string }[]>
}

/** Returns what is published of an agent that the actor can publish, and whether it has this version. */
export async function findPublishing(db: Sql, actor: Actor, gptSystemId: string, stateId: string | null) {
  const found = await sql<{ publishedStateId: string | null; hasState: boolean }>`
    select g.published_state_id as "publishedStateId", exists (select from gpt_system_configuration_state s
      where s.id = ${stateId}::uuid and s.gpt_system_id = g.id) as "hasState"
    from gpt_system g where g.id = ${gptSystemId} and ${publishableBy(actor)}`.execute(db)
  return found.rows[0] ?? null
}

/** Whether this is a system agent that the actor can change and delete. */
export async function findWritable(db: Sql, actor: Actor, gptSystemId: string): Promise<boolean> {
  const found = await sql`select g.id from gpt_system g
    where g.id = ${gptSystemId} and ${writableBy(actor)}`.execute(db)
  return found.rows.length > 0
}

/**
 * Runs a query on the tables as they would be after the change. The CTEs shadow the tables by name, so the
 * access conditions are reused unchanged.
 */
function asAsked({ policy, published, shares }: Asked, query: RawBuilder<unknown>): RawBuilder<unknown> {
  const tables = [
    ...(policy ? policyTables(policy) : []),
    ...(published ? [publishedTable(published)] : []),
    ...(shares ? [sharesTable(shares)] : []),
  ]
  return sql`(with ${sql.join(tables)} ${query})`
}

function policyTables({ id, as }: NonNullable<Asked['policy']>) {
  const subjects = as?.subjects ?? []
  return [
    sql`chat_access_policy as not materialized (
      select id, enabled, all_gpt_systems, brand_key, valid_from, valid_to from chat_access_policy where id <> ${id}::uuid
      union all select ${id}::uuid, ${as?.enabled ?? false}::boolean, ${as?.gptSystemIds === null}::boolean,
        ${as?.brandKey ?? null}::text, ${as?.validFrom ?? null}::timestamptz, ${as?.validTo ?? null}::timestamptz
      where ${as !== null}::boolean)`,
    sql`chat_access_policy_subject as not materialized (
      select policy_id, kind, subject_id from chat_access_policy_subject where policy_id <> ${id}::uuid
      union all select ${id}::uuid, kind, subject_id from unnest(${subjects.map(({ kind }) => kind)}::text[],
        ${subjects.map((subject) => subject.id ?? '')}::text[]) as asked (kind, subject_id))`,
    sql`chat_access_policy_gpt_system as not materialized (
      select policy_id, gpt_system_id from chat_access_policy_gpt_system where policy_id <> ${id}::uuid
      union all select ${id}::uuid, asked from unnest(${[...(as?.gptSystemIds ?? [])]}::uuid[]) as asked)`,
  ]
}

const publishedTable = ({ gptSystemId, stateId }: NonNullable<Asked['published']>) => sql`
  gpt_system as not materialized (
    select id, gpt_system_type, owner_user_id, brand_key, deleted_at,
      case when id = ${gptSystemId}::uuid then ${stateId}::uuid else published_state_id end as published_state_id
    from gpt_system)`

const sharesTable = ({ gptSystemId, shares }: NonNullable<Asked['shares']>) => sql`
  agent_share as not materialized (
    select gpt_system_id, user_id, group_id, share_right from agent_share where gpt_system_id <> ${gptSystemId}::uuid
    union all select ${gptSystemId}::uuid, user_id, group_id, share_right
      from unnest(${shares.map(({ userId }) => userId)}::uuid[], ${shares.map(({ groupId }) => groupId)}::text[],
        ${shares.map(({ right }) => right)}::text[]) as asked (user_id, group_id, share_right))`

/** SQL for the agents in question; for a policy, those that it names before and after the change. */
function concerned(asked: Asked): RawBuilder<unknown> {
  if ('gptSystemId' in asked.about) return sql`select ${asked.about.gptSystemId}::uuid as id`
  const named = sql`select g.id from gpt_system g where g.deleted_at is null and g.published_state_id is not null
    and g.gpt_system_type = 'System' and exists (select from chat_access_policy p where p.id = ${asked.about.policyId}::uuid and ${namesAgent})`
  return sql`${named} union ${asAsked(asked, named)}`
}

/**
 * SQL for who can chat with which of them. The owner of a personal agent is excluded because they always have
 * it.
 */
const usable = sql`select usable.* from (${usableByMany(
  sql`select u.id from app_user u where not u.disabled and u.removed_at is null`,
  sql`select id from concerned`,
)}) usable join gpt_system g on g.id = usable.agent_id where usable.user_id is distinct from g.owner_user_id`

/** SQL for whether everyone is granted one of them, and whether groups are involved. */
const given = sql`select exists (select from chat_access_policy p join chat_access_policy_subject s on s.policy_id = p.id
      join gpt_system g on g.id in (select id from concerned) and g.deleted_at is null and g.published_state_id is not null
    where s.kind = 'EveryoneSignedIn' and ${policyHolds} and ${namesAgent}) as everybody,
  exists (select from gpt_system g where g.id in (select id from concerned) and g.deleted_at is null
    and g.published_state_id is not null and (
      exists (select from chat_access_policy p join chat_access_policy_subject s on s.policy_id = p.id
        where s.kind = 'Group' and ${policyHolds} and ${namesAgent})
      or exists (select from agent_share h where h.gpt_system_id = g.id and h.group_id is not null))) as by_groups`

/** SQL for the libraries that at least one of those people would get answers from. */
const libraries = sql`select d.data_source_id, d.name, d.files from data_source d where exists (
  select from gpt_system g join gpt_system_rag_data_source r on r.state_id = g.published_state_id
  where r.data_source_id = d.data_source_id and g.id in (select agent_id from after_saving)
    and ${linkGivesSome(sql`select user_id from after_saving where agent_id = g.id`)})`

/** Who can be named to the requester, in the row `u`. */
function seenBy({ actor, people }: Reader): RawBuilder<boolean> {
  if (people !== 'ofOwnGroups') return sql<boolean>`${people === 'all'}::boolean`
  return sql<boolean>`${believedGroupsOf('u')} && ${believedGroups(actor.userId)}`
}

/** The libraries, in the row `l`, whose names the requester can see. */
function toldTo({ actions, specific }: Actor): RawBuilder<boolean> {
  const all = actions.has('DataSourcesRead') || actions.has('DataSourcesWrite')
  const held = specific
    .filter(({ action }) => action.startsWith('DataSources'))
    .map(({ entityId }) => entityId)
  return sql<boolean>`(${all}::boolean or l.data_source_id = any(${held}::uuid[]))`
}

/**
 * Returns the effect of saving: who gains and loses access, and what everyone with access then gets answers
 * from.
 */
export async function findExposure(db: Sql, reader: Reader, asked: Asked): Promise<ExposureRow> {
  const names = (of: RawBuilder<unknown>) => sql`(select coalesce(jsonb_agg(jsonb_build_object('userId', n.id,
    'name', n.name) order by lower(n.name), n.id), '[]'::jsonb) from (select u.id, u.name from app_user u
      where u.id in (select user_id from ${of}) and ${seenBy(reader)} order by lower(u.name), u.id limit ${NAMED}) n)`
  const found = await sql<ExposureRow>`with concerned as materialized (${concerned(asked)}),
    before_saving as materialized (${usable}),
    after_saving as materialized (select * from ${asAsked(asked, usable)} now_usable),
    given_then as materialized (select * from ${asAsked(asked, given)} now_given),
    libraries as materialized (select * from ${asAsked(asked, libraries)} now_linked),
    gained as materialized (select distinct user_id from (
      select user_id, agent_id from after_saving except select user_id, agent_id from before_saving) pairs),
    lost as materialized (select distinct user_id from (
      select user_id, agent_id from before_saving except select user_id, agent_id from after_saving) pairs)
    select jsonb_build_object('after', (select count(distinct user_id) from after_saving),
        'new', (select count(*) from gained), 'lost', (select count(*) from lost)) as people,
      given_then.everybody,
      case when given_then.by_groups and ${reader.people !== 'ofOwnGroups'}::boolean then (select count(*)::int from app_user u where not u.disabled
        and u.removed_at is null and ${believedGroupsOf('u')} is null
        and u.id not in (select user_id from after_saving)) else 0 end as "groupsUnknown",
      jsonb_build_object('count', (select count(*) from libraries),
        'files', (select coalesce(sum(files), 0) from libraries),
        'shown', (select coalesce(jsonb_agg(jsonb_build_object('dataSourceId', l.data_source_id, 'name', l.name,
            'files', l.files) order by l.files desc, l.name), '[]'::jsonb)
          from (select * from libraries l where ${toldTo(reader.actor)} order by l.files desc, l.name limit ${NAMED}) l)
      ) as libraries,
      jsonb_build_object('new', ${names(sql`gained`)}, 'lost', ${names(sql`lost`)}) as names
    from given_then`.execute(db)
  const [row] = found.rows
  if (!row) throw new Error('The database returned nothing for an exposure.')
  return row
}
