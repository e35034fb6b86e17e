import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Sql } from '../../platform/database/database.ts'
import { isoTime } from '../../platform/database/isoTime.ts'
import { namesAgent, namesPerson, policyHolds } from './policy.ts'

/** Adds the only policy of a new installation: everyone signed in can use every system agent. */
export async function insertEveryone(tx: Sql): Promise<void> {
  const id = uuid()
  await sql`with policy as (
      insert into chat_access_policy (id, name, description, all_gpt_systems)
      values (${id}, 'Everyone', 'Everyone who is signed in can use every agent.', true))
    insert into chat_access_policy_subject (policy_id, kind) values (${id}, 'EveryoneSignedIn')`.execute(tx)
}

export type SubjectKind = 'EveryoneSignedIn' | 'User' | 'Group' | 'PublicEndpoint'

interface Limit {
  kind: 'Messages' | 'Tokens' | 'Money'
  per: 'Day' | 'Month'
  counted: 'EachPerson' | 'Pool'
  amount: number
}

interface Fields {
  chatAccessPolicyId: string
  name: string
  description: string
  enabled: boolean
  brandKey: string | null
  limits: Limit[]
  validFrom: string | null
  validTo: string | null
  version: number
  createdAt: string
  updatedAt: string
}

export interface PolicyRow extends Fields {
  subjects: { kind: SubjectKind; id?: string; name?: string }[]
  allGptSystems: boolean
  gptSystems: { gptSystemId: string; name: string }[]
}

export interface ListedPolicy extends Fields {
  everyone: boolean
  users: number
  groups: number
  publicEndpoints: number
  allGptSystems: boolean
  gptSystems: number
}

const fieldColumns = sql`p.id as "chatAccessPolicyId", p.name, p.description, p.enabled, p.brand_key as "brandKey",
  ${isoTime('p.valid_from')} as "validFrom", ${isoTime('p.valid_to')} as "validTo", p.version,
  p.all_gpt_systems as "allGptSystems", ${isoTime('p.created_at')} as "createdAt",
  ${isoTime('p.updated_at')} as "updatedAt",
  coalesce((select jsonb_agg(jsonb_build_object('kind', l.kind, 'per', l.per, 'counted', l.counted, 'amount', l.amount)
      order by l.kind, l.per, l.counted)
    from chat_access_policy_limit l where l.policy_id = p.id), '[]'::jsonb) as limits`

const agentName = sql`coalesce((select s.name from gpt_system_configuration_state s
  where s.gpt_system_id = g.id order by s.id = g.published_state_id desc nulls last, s.number desc limit 1), '')`

const policyColumns = sql`${fieldColumns},
  (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('kind', s.kind, 'id', nullif(s.subject_id, ''),
      'name', u.name)) order by s.kind, u.name, s.subject_id), '[]'::jsonb)
    from chat_access_policy_subject s
    left join app_user u on s.kind = 'User' and u.id::text = s.subject_id where s.policy_id = p.id) as subjects,
  (select coalesce(jsonb_agg(jsonb_build_object('gptSystemId', g.id, 'name', ${agentName}) order by ${agentName}, g.id),
      '[]'::jsonb) from chat_access_policy_gpt_system a join gpt_system g on g.id = a.gpt_system_id
    where a.policy_id = p.id and g.deleted_at is null) as "gptSystems"`

const countOf = (kind: SubjectKind) =>
  sql`(select count(*)::int from chat_access_policy_subject s where s.policy_id = p.id and s.kind = ${sql.lit(kind)})`

// Anyone who can read one policy can read all of them, so nothing here checks the reader.

export interface PolicyList {
  search: string
  gptSystemId: string | null
  sort: { by: 'name' | 'updatedAt'; descending: boolean }
  after: { value: string; id: string } | null
  limit: number
}

export const sortValue = (row: ListedPolicy, { by }: PolicyList['sort']): string =>
  by === 'name' ? row.name : row.updatedAt

export async function readPage(db: Sql, list: PolicyList): Promise<ListedPolicy[]> {
  const { search, gptSystemId, sort, after, limit } = list
  const byTime = sort.by === 'updatedAt'
  // Times are compared as in the list: a position has only milliseconds.
  const column = byTime ? sql`date_trunc('milliseconds', p.updated_at)` : sql`lower(p.name)`
  const value = byTime ? sql`${after?.value ?? null}::timestamptz` : sql`lower(${after?.value ?? null}::text)`
  const order = sql.raw(sort.descending ? 'desc' : 'asc')
  const beyond = sql.raw(sort.descending ? '<' : '>')
  const found =
    await sql<ListedPolicy>`select ${fieldColumns}, ${countOf('EveryoneSignedIn')} > 0 as everyone,
      ${countOf('User')} as users, ${countOf('Group')} as groups, ${countOf('PublicEndpoint')} as "publicEndpoints",
      (select count(*)::int from chat_access_policy_gpt_system a join gpt_system g on g.id = a.gpt_system_id
        where a.policy_id = p.id and g.deleted_at is null) as "gptSystems"
    from chat_access_policy p
    where (${search} = '' or strpos(lower(p.name), lower(${search})) > 0
        or strpos(lower(p.description), lower(${search})) > 0)
      and (${gptSystemId === null} or exists (select from gpt_system g
        where g.id = ${gptSystemId}::uuid and ${namesAgent}))
      -- The own policy of a deleted agent waits for the agent to be restored.
      and not exists (select from gpt_system g where g.id = p.made_for_gpt_system_id and g.deleted_at is not null)
      and (${after === null} or (${column}, p.id) ${beyond} (${value}, ${after?.id ?? null}::uuid))
    order by ${column} ${order}, p.id ${order} limit ${limit}`.execute(db)
  return found.rows
}

export async function readPolicy(db: Sql, id: string): Promise<PolicyRow | null> {
  const found =
    await sql<PolicyRow>`select ${policyColumns} from chat_access_policy p where p.id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

/** Returns an agent's own policy, or null if it has none. */
export async function readOwnPolicy(db: Sql, gptSystemId: string): Promise<PolicyRow | null> {
  const found = await sql<PolicyRow>`select ${policyColumns} from chat_access_policy p
    where p.made_for_gpt_system_id = ${gptSystemId}`.execute(db)
  return found.rows[0] ?? null
}

/** Like `readOwnPolicy`, locked until the transaction ends. */
export async function lockOwnPolicy(tx: Sql, gptSystemId: string): Promise<PolicyRow | null> {
  await sql`select from chat_access_policy where made_for_gpt_system_id = ${gptSystemId} for update`.execute(
    tx,
  )
  return readOwnPolicy(tx, gptSystemId)
}

export async function makeOwn(tx: Sql, id: string, gptSystemId: string): Promise<void> {
  await sql`update chat_access_policy set made_for_gpt_system_id = ${gptSystemId} where id = ${id}`.execute(
    tx,
  )
}

/** Returns this name, with a number appended if another policy has it. */
export async function readFreeName(tx: Sql, wanted: string): Promise<string> {
  const found = await sql<{ name: string }>`select name from generate_series(1, 10000) n, lateral (
      select case when n = 1 then left(${wanted}, 100) else left(${wanted}, 90) || ' (' || n || ')' end as name) one
    where not exists (select from chat_access_policy p where lower(p.name) = lower(one.name))
    order by n limit 1`.execute(tx)
  return found.rows[0]?.name ?? wanted
}

/** Returns the other active policies that name an agent, sorted by name. */
export async function readOthersNaming(db: Sql, gptSystemId: string) {
  const found = await sql<{ chatAccessPolicyId: string; name: string; everyone: boolean }>`
    select p.id as "chatAccessPolicyId", p.name, ${countOf('EveryoneSignedIn')} > 0 as everyone
    from chat_access_policy p join gpt_system g on g.id = ${gptSystemId}
    where ${policyHolds} and ${namesAgent} and p.made_for_gpt_system_id is distinct from g.id
    order by lower(p.name), p.id limit 200`.execute(db)
  return found.rows
}

/** Returns the policy, locked until the transaction ends. */
export async function lockPolicy(tx: Sql, id: string): Promise<PolicyRow | null> {
  await sql`select from chat_access_policy where id = ${id} for update`.execute(tx)
  return readPolicy(tx, id)
}

type Written = Omit<Fields, 'chatAccessPolicyId' | 'version' | 'createdAt' | 'updatedAt'>
export interface NewPolicy extends Written {
  subjects: readonly { kind: SubjectKind; id?: string | undefined }[]
  /** Null means every system agent. */
  gptSystemIds: readonly string[] | null
}
/** The part of a policy that decides who can use which agents. */
export type PolicyAccess = Pick<
  NewPolicy,
  'enabled' | 'subjects' | 'gptSystemIds' | 'brandKey' | 'validFrom' | 'validTo'
>

export async function insertPolicy(tx: Sql, policy: NewPolicy, id: string = uuid()): Promise<string> {
  const { name, description, enabled, gptSystemIds, brandKey, validFrom, validTo } = policy
  await sql`insert into chat_access_policy (id, name, description, enabled, all_gpt_systems, brand_key, valid_from, valid_to)
    values (${id}, ${name}, ${description}, ${enabled}, ${gptSystemIds === null}, ${brandKey}, ${validFrom}, ${validTo})`.execute(
    tx,
  )
  await insertParts(tx, id, policy)
  return id
}

export async function updatePolicy(tx: Sql, id: string, policy: NewPolicy): Promise<void> {
  const { name, description, enabled, gptSystemIds, brandKey, validFrom, validTo } = policy
  await sql`update chat_access_policy set name = ${name}, description = ${description}, enabled = ${enabled},
      all_gpt_systems = ${gptSystemIds === null}, brand_key = ${brandKey}, valid_from = ${validFrom},
      valid_to = ${validTo}, updated_at = now(), version = version + 1,
      -- One that is for other agents as well is no agent's own any more.
      made_for_gpt_system_id = case when ${gptSystemIds?.length === 1}
        and made_for_gpt_system_id = ${gptSystemIds?.[0] ?? null}::uuid then made_for_gpt_system_id end
    where id = ${id}`.execute(tx)
  await sql`delete from chat_access_policy_subject where policy_id = ${id}`.execute(tx)
  await sql`delete from chat_access_policy_gpt_system where policy_id = ${id}`.execute(tx)
  await sql`delete from chat_access_policy_limit where policy_id = ${id}`.execute(tx)
  await insertParts(tx, id, policy)
}

async function insertParts(tx: Sql, id: string, policy: NewPolicy): Promise<void> {
  const { subjects, gptSystemIds, limits } = policy
  await sql`insert into chat_access_policy_subject (policy_id, kind, subject_id)
    select ${id}::uuid, kind, subject_id from unnest(${subjects.map(({ kind }) => kind)}::text[],
      ${subjects.map((subject) => subject.id ?? '')}::text[]) as given (kind, subject_id)
    on conflict do nothing`.execute(tx)
  await sql`insert into chat_access_policy_gpt_system (policy_id, gpt_system_id)
    select distinct ${id}::uuid, given from unnest(${[...(gptSystemIds ?? [])]}::uuid[]) as given`.execute(tx)
  for (const { kind, per, counted, amount } of limits)
    await sql`insert into chat_access_policy_limit (policy_id, kind, per, counted, amount)
      values (${id}, ${kind}, ${per}, ${counted}, ${amount})`.execute(tx)
}

export async function removePolicy(tx: Sql, id: string): Promise<void> {
  await sql`delete from chat_access_policy where id = ${id}`.execute(tx)
}

/** Returns which of these exist: people, system agents, and the brand that a policy can name. */
export async function readPresent(
  tx: Sql,
  {
    userIds,
    gptSystemIds,
    brandKey,
  }: { userIds: readonly string[]; gptSystemIds: readonly string[]; brandKey: string | null },
): Promise<ReadonlySet<string>> {
  const found = await sql<{ id: string }>`
    select id::text from app_user where id = any(${[...userIds]}::uuid[]) and removed_at is null
    union all select id::text from gpt_system
      where id = any(${[...gptSystemIds]}::uuid[]) and gpt_system_type = 'System' and deleted_at is null
    union all select brand_key from brand where brand_key = ${brandKey}`.execute(tx)
  return new Set(found.rows.map((row) => row.id))
}

export interface Naming {
  chatAccessPolicyId: string
  name: string
  by: 'EveryoneSignedIn' | 'User' | 'Group'
  groupId: string | null
}

/** How the policy in the row `p` names a person; the most specific subject comes first. */
const namingOf = (userId: string): RawBuilder<unknown> => sql`(
  select jsonb_build_object('by', s.kind, 'groupId', case when s.kind = 'Group' then s.subject_id end)
  from chat_access_policy_subject s where s.policy_id = p.id and (s.kind = 'EveryoneSignedIn'
    or (s.kind = 'User' and s.subject_id = ${userId}::text)
    or (s.kind = 'Group' and s.subject_id = any(coalesce((select group_ids from app_user where id = ${userId}::uuid), '{}'))))
  order by s.kind = 'User' desc, s.kind = 'Group' desc limit 1)`

/** Returns the active policies that name a person, sorted by name. */
export async function readNaming(db: Sql, userId: string): Promise<Naming[]> {
  const found = await sql<Omit<Naming, 'by' | 'groupId'> & { naming: Pick<Naming, 'by' | 'groupId'> }>`
    select p.id as "chatAccessPolicyId", p.name, ${namingOf(userId)} as naming from chat_access_policy p
    where ${policyHolds} and ${namesPerson(userId)} order by lower(p.name), p.id limit 200`.execute(db)
  return found.rows.map(({ naming, ...policy }) => ({ ...policy, ...naming }))
}

/** What a policy that names an agent or a person means for the two. */
export interface PolicyVerdict {
  chatAccessPolicyId: string
  name: string
  enabled: boolean
  started: boolean
  ended: boolean
  /** Whether it names the agent, regardless of the brand. */
  forAgent: boolean
  brandFits: boolean
  /** As decided by the access query. */
  namesPerson: boolean
  /** The subject that names the person, assuming the groups are current. */
  naming: Pick<Naming, 'by' | 'groupId'> | null
  hasGroups: boolean
  gives: boolean
}

export async function readVerdicts(db: Sql, userId: string, gptSystemId: string): Promise<PolicyVerdict[]> {
  const found = await sql<PolicyVerdict>`select p.id as "chatAccessPolicyId", p.name, p.enabled,
      p.valid_from is null or p.valid_from <= now() as started,
      p.valid_to is not null and p.valid_to <= now() as ended,
      (p.all_gpt_systems and g.gpt_system_type = 'System') or exists (select from chat_access_policy_gpt_system a
        where a.policy_id = p.id and a.gpt_system_id = g.id) as "forAgent",
      coalesce(p.brand_key is null or p.brand_key = g.brand_key, false) as "brandFits",
      ${namesPerson(userId)} as "namesPerson", ${namingOf(userId)} as naming,
      exists (select from chat_access_policy_subject s where s.policy_id = p.id and s.kind = 'Group') as "hasGroups",
      coalesce(${policyHolds} and ${namesAgent} and ${namesPerson(userId)}, false) as gives
    from chat_access_policy p cross join gpt_system g
    where g.id = ${gptSystemId} and (p.all_gpt_systems or ${namesPerson(userId)}
      or exists (select from chat_access_policy_gpt_system a where a.policy_id = p.id and a.gpt_system_id = g.id))
    order by lower(p.name), p.id limit 500`.execute(db)
  return found.rows
}
