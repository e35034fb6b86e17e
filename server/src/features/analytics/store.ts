import type { analytics } from '@parlance/contract/analytics'
import type { Answer } from '@parlance/contract/endpoint'
import { sql } from 'kysely'
import type { Database, Sql } from '../../platform/database/database.ts'
import { inSlices, removeAllRows } from '../../platform/database/slices.ts'
import { firstIdAt } from './firstIdAt.ts'
import type { Period } from './periodOf.ts'

type Counts = Answer<typeof analytics.getCounts>

const DAY_MS = 86_400_000

/**
 * Reads all counts in one statement. Library totals are stored with each library. Conversations and questions
 * are counted from the first ID of the last week, so older ones cost nothing.
 */
export async function readCounts(db: Sql, now: Date): Promise<Counts> {
  const week = new Date(now.getTime() - 7 * DAY_MS)
  const lastDay = firstIdAt(new Date(now.getTime() - DAY_MS))
  const lastWeek = firstIdAt(week)
  const found = await sql<Counts>`
    with libraries as (
      select count(*)::int as total, coalesce(sum(files), 0)::float8 as files,
        coalesce(sum(files_ready), 0)::float8 as ready, coalesce(sum(files_failed), 0)::float8 as failed,
        coalesce(sum(passages), 0)::float8 as passages
      from data_source where data_source_type = 'UploadedFiles'
    ), people as (
      select count(*)::int as total, count(*) filter (where last_seen_at >= ${week})::int as active
      from app_user where first_seen_at is not null
    ), conversations as (
      select count(*)::int as week, count(*) filter (where id >= ${lastDay}::uuid)::int as day
      from conversation where id >= ${lastWeek}::uuid and tested_state_id is null and imported_from is null
    ), questions as (
      select count(*)::int as week, count(*) filter (where id >= ${lastDay}::uuid)::int as day,
        count(*) filter (where status = 'Failed')::int as failed
      from conversation_segment t where id >= ${lastWeek}::uuid and not t.imported
        and exists (select from conversation c where c.id = t.conversation_id and c.tested_state_id is null)
    )
    select
      (select count(*)::int from gpt_system where deleted_at is null and published_state_id is not null)
        as "agentsPublished",
      (select jsonb_build_object('total', total, 'files', files, 'filesReady', ready, 'filesFailed', failed,
        'passages', passages) from libraries) as libraries,
      (select jsonb_build_object('total', total, 'activeLastWeek', active) from people) as people,
      (select jsonb_build_object('lastDay', day, 'lastWeek', week) from conversations) as conversations,
      (select jsonb_build_object('lastDay', day, 'lastWeek', week) from questions) as questions,
      (select failed from questions) as "answersFailedLastWeek"`.execute(db)
  return found.rows[0]!
}

type TokensRow = Answer<typeof analytics.getReport>['rows'][number]

/** Returns what each deployment used for each purpose: answers first, then the most expensive. */
export async function readTokens(
  db: Sql,
  { from, to }: Period,
  gptSystemId: string | null,
): Promise<TokensRow[]> {
  const found = await sql<TokensRow>`
    select u.language_engine as "languageEngine", u.deployment_name as "deploymentName", u.purpose,
      sum(u.calls)::float8 as calls, sum(u.input_tokens)::float8 as "inputTokens",
      sum(u.output_tokens)::float8 as "outputTokens",
      (ceil(round(sum(u.cost), 6)) / 1000000)::float8 as "costUsd"
    from model_usage u
    where u.day between ${from}::date and ${to}::date and (${gptSystemId}::uuid is null or u.gpt_system_id = (
      -- The usage of a personal agent would be that of its owner.
      select g.id from gpt_system g where g.id = ${gptSystemId}::uuid and g.gpt_system_type = 'System'))
    group by 1, 2, 3
    order by u.purpose = 'Answer' desc, sum(u.cost) desc nulls last, 1, 2, 3`.execute(db)
  return found.rows
}

const ADDED_UP_AT_ONCE = 2000
const today = sql`(now() at time zone 'UTC')::date`

/** Adds up the rows of past days, and deletes those that no report covers anymore. */
export async function addUpUsage(database: Database): Promise<void> {
  await inSlices(() => database.transaction(addUpSome))
  await removeAllRows(database, {
    table: 'model_usage',
    key: 'ctid',
    where: sql`r.day < ${today} - interval '13 months'`,
  })
}

/** Adds some rows to the sums of their day; answers how many. */
async function addUpSome(tx: Sql): Promise<number> {
  const key = sql`day, gpt_system_id, language_engine, deployment_name, purpose`
  const added = await sql<{ rows: number }>`with single as (
      delete from model_usage where ctid in (
        select ctid from model_usage where not added_up and day < ${today} limit ${ADDED_UP_AT_ONCE}) returning *),
    sums as (
      delete from model_usage where added_up and (${key}, cost is null) in (
        select ${key}, cost is null from single) returning *),
    stored as (
      insert into model_usage (${key}, calls, input_tokens, output_tokens, cost, added_up)
      select ${key}, sum(calls), sum(input_tokens), sum(output_tokens), sum(cost), true
      from (select * from single union all select * from sums) together group by ${key}, cost is null)
    select count(*)::int as rows from single`.execute(tx)
  return added.rows[0]?.rows ?? 0
}
