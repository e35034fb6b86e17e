import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'
import {
  askers,
  askersByAgent,
  citationDays,
  distinctAskers,
  dollars,
  inDays,
  isAsked,
  namedAgents,
  nameOf,
  questionDays,
  type Scope,
} from './scopeStore.ts'

/** The most rows that a report of anything has. */
const MOST_ROWS = 10_000
const MOST_FILES = 1000

export interface ErrorRow {
  code: string
  count: number
  lastAt: string
  people: number
}

/** Returns why answers failed, the most frequent first. */
export async function readErrors(db: Sql, scope: Scope): Promise<ErrorRow[]> {
  const found = await sql<ErrorRow>`select error_code as code, count(*)::int as count,
      ${isoTime('max(q.asked_at)')} as "lastAt", count(distinct asker_id)::int as people
    from asked_question q where ${isAsked(scope)} and q.error_code is not null and q.channel <> 'Tests'
    group by 1 order by 2 desc, 1 limit ${MOST_ROWS}`.execute(db)
  return found.rows
}

export interface FeedbackRow {
  gptSystemId: string | null
  name: string | null
  good: number
  bad: number
  /** Who rated the agent's answers. */
  raters: number
  reason: string | null
  count: number
  /** Who gave this reason. */
  people: number
}

/** Returns each agent with each reason for bad ratings, and with none if there is no bad rating. */
export async function readFeedback(db: Sql, scope: Scope): Promise<FeedbackRow[]> {
  const found = await sql<FeedbackRow>`
    with agents as (${namedAgents}),
    rated as (select named, q.rating, q.reason, q.asker_id from asked_question q join agents on agent = q.gpt_system_id
      where ${isAsked(scope)} and q.rating is not null and q.channel <> 'Tests'),
    by_agent as (select named, count(*) filter (where rating = 'Good')::int as good,
        count(*) filter (where rating = 'Bad')::int as bad, count(distinct asker_id)::int as raters
      from rated group by named),
    by_reason as (select named, reason, count(*)::int as count, count(distinct asker_id)::int as people
      from rated where rating = 'Bad' group by named, reason)
    select a.named as "gptSystemId", ${nameOf(sql`a.named`)} as name, a.good, a.bad, a.raters, r.reason,
      coalesce(r.count, 0) as count, coalesce(r.people, 0) as people
    from by_agent a left join by_reason r on r.named is not distinct from a.named
    order by a.bad desc, a.good desc, 2, 1, r.count desc, r.reason limit ${MOST_ROWS}`.execute(db)
  return found.rows
}

export interface TokensRow {
  languageEngine: string
  deploymentName: string
  purpose: string
  calls: number
  inputTokens: number
  outputTokens: number
  costUsd: number | null
}

/** Returns what each deployment used for each purpose: answers first, then the most expensive. */
export async function readTokens(db: Sql, scope: Scope): Promise<TokensRow[]> {
  const found = await sql<TokensRow>`
    select u.language_engine as "languageEngine", u.deployment_name as "deploymentName", u.purpose,
      sum(u.calls)::float8 as calls, sum(u.input_tokens)::float8 as "inputTokens",
      sum(u.output_tokens)::float8 as "outputTokens", ${dollars(sql`sum(u.cost)`)} as "costUsd"
    from model_usage u
    where ${inDays(scope, sql`u.day`)}
      and (${scope.gptSystemId}::uuid is null or u.gpt_system_id = ${scope.gptSystemId}::uuid)
    group by 1, 2, 3
    order by u.purpose = 'Answer' desc, sum(u.cost) desc nulls last, 1, 2, 3 limit ${MOST_ROWS}`.execute(db)
  return found.rows
}

export interface CostRow {
  gptSystemId: string | null
  name: string | null
  languageEngine: string
  deploymentName: string
  inputTokens: number
  outputTokens: number
  costUsd: number | null
  /** Who used or tested the agent. */
  people: number
}

/** Returns what each agent used and cost with each deployment, the most expensive first. */
export async function readCosts(db: Sql, scope: Scope): Promise<CostRow[]> {
  const found = await sql<CostRow>`
    with agents as (${namedAgents}),
    askers as (${askersByAgent(scope)}),
    usage as (select named, u.language_engine, u.deployment_name, sum(u.input_tokens)::float8 as input,
        sum(u.output_tokens)::float8 as output, sum(u.cost) as cost
      from model_usage u join agents on agent = u.gpt_system_id
      where ${inDays(scope, sql`u.day`)}
        and (${scope.gptSystemId}::uuid is null or u.gpt_system_id = ${scope.gptSystemId}::uuid)
      group by 1, 2, 3)
    select u.named as "gptSystemId", ${nameOf(sql`u.named`)} as name, u.language_engine as "languageEngine",
      u.deployment_name as "deploymentName", u.input as "inputTokens", u.output as "outputTokens",
      ${dollars(sql`u.cost`)} as "costUsd", coalesce(a.askers, 0) as people
    from usage u left join askers a on a.named is not distinct from u.named
    order by u.cost desc nulls last, u.input + u.output desc, 2, 3, 4 limit ${MOST_ROWS}`.execute(db)
  return found.rows
}

/** Returns what each day of the scope has cost, if anything had a price. */
export async function readCostDays(
  db: Sql,
  scope: Pick<Scope, 'from' | 'to'>,
): Promise<{ day: string; costUsd: number }[]> {
  const found = await sql<{
    day: string
    costUsd: number
  }>`select u.day::text, (sum(u.cost) / 1000000)::float8 as "costUsd"
    from model_usage u where ${inDays(scope, sql`u.day`)} and u.cost is not null group by 1`.execute(db)
  return found.rows
}

/** Returns what everyone together can spend in a month, by the limits of the instance. Null without such a limit. */
export async function readMonthlyLimit(db: Sql): Promise<number | null> {
  const found = await sql<{ amount: number | null }>`select (select min((l ->> 'amount')::float8)
      from jsonb_array_elements(limits) l
      where l ->> 'kind' = 'Money' and l ->> 'per' = 'Month' and l ->> 'counted' = 'Pool') as amount
    from instance_settings`.execute(db)
  return found.rows[0]?.amount ?? null
}

export interface GroupRow {
  groupId: string
  name: string | null
  members: number
  people: number
}

/** Returns how many members of each group asked. Groups are known from sign-ins; visitors are in none. */
export async function readAdoption(db: Sql, scope: Scope): Promise<GroupRow[]> {
  const found = await sql<GroupRow>`
    with members as (select u.asker_id, g.group_id from app_user u cross join lateral unnest(u.group_ids) as g (group_id)
      where not u.disabled and u.first_seen_at is not null),
    asked as (select distinct asker_id from (${askers({ ...scope, gptSystemId: null }, 'Together')}) d
      where channel = 'Web')
    select m.group_id as "groupId",
      (select d.display_name from directory_group d where d.object_id::text = m.group_id) as name,
      count(*)::int as members, count(a.asker_id)::int as people
    from members m left join asked a on a.asker_id = m.asker_id
    group by 1 order by 4 desc, 3 desc, 2, 1 limit ${MOST_ROWS}`.execute(db)
  return found.rows
}

export interface PublicPageRow {
  gptPublicEndpoint: string | null
  gptSystemId: string
  name: string | null
  visitors: number
  questions: number
  refusedByBudget: number
  claimed: number
  /** How many people asked the agent in the web. */
  webAskers: number
}

export async function readPublicPages(db: Sql, scope: Scope): Promise<PublicPageRow[]> {
  const found = await sql<PublicPageRow>`
    with questions as (select gpt_system_id, sum(questions)::int as questions
      from (${questionDays(scope, 'Agents')}) d where channel = 'PublicChats' group by 1),
    asked as (select gpt_system_id, (count(*) filter (where channel = 'PublicChats'))::int as visitors,
        (count(*) filter (where channel = 'Web'))::int as web_askers
      from (${distinctAskers(scope)}) d group by 1),
    counted as (select gpt_system_id, sum(refused)::float8 as refused, sum(claimed)::float8 as claimed
      from public_endpoint_day d where ${inDays(scope, sql`d.day`)} group by 1),
    listed as (select gpt_system_id from questions union select gpt_system_id from counted
      union select gpt_system_id from public_endpoint where enabled)
    select e.gpt_public_endpoint as "gptPublicEndpoint", l.gpt_system_id as "gptSystemId",
      ${nameOf(sql`l.gpt_system_id`)} as name, coalesce(a.visitors, 0) as visitors, coalesce(q.questions, 0) as questions,
      coalesce(c.refused, 0) as "refusedByBudget", coalesce(c.claimed, 0) as claimed,
      coalesce(a.web_askers, 0) as "webAskers"
    from listed l left join public_endpoint e on e.gpt_system_id = l.gpt_system_id
      left join questions q on q.gpt_system_id = l.gpt_system_id
      left join asked a on a.gpt_system_id = l.gpt_system_id
      left join counted c on c.gpt_system_id = l.gpt_system_id
    where ${scope.gptSystemId}::uuid is null or l.gpt_system_id = ${scope.gptSystemId}::uuid
    order by questions desc, 1, 2 limit ${MOST_ROWS}`.execute(db)
  return found.rows
}

export interface CitedFileRow {
  dataSourceId: string
  fileId: string
  name: string
  citations: number
  lastCitedAt: string
  people: number
}

/** Returns the most cited files that still exist, without attachments. */
export async function readCitedFiles(db: Sql, scope: Scope): Promise<CitedFileRow[]> {
  const found = await sql<CitedFileRow>`
    with cited as materialized (${citationDays(scope)}),
    top as (select c.file_id, sum(c.citations)::int as citations, max(c.last_cited_at) as last_cited_at,
        f.name, f.data_source_id
      from cited c join file f on f.file_id = c.file_id and f.removed_at is null
        join data_source s on s.data_source_id = f.data_source_id and s.data_source_type = 'UploadedFiles'
      group by c.file_id, f.name, f.data_source_id order by 2 desc, 3 desc, 1 limit ${MOST_FILES}),
    people as (select c.file_id, count(distinct asker)::int as people
      from top join cited c on c.file_id = top.file_id cross join lateral unnest(c.askers) as asker group by 1)
    select top.data_source_id as "dataSourceId", top.file_id as "fileId", top.name, top.citations,
      ${isoTime('top.last_cited_at')} as "lastCitedAt", people.people
    from top join people on people.file_id = top.file_id
    order by top.citations desc, top.last_cited_at desc, top.file_id`.execute(db)
  return found.rows
}
