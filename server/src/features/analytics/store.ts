import type { analytics } from '@parlance/contract/analytics'
import type { Answer } from '@parlance/contract/endpoint'
import { sql } from 'kysely'
import type { Database, Sql } from '../../platform/database/database.ts'
import { inSlices, removeAllRows } from '../../platform/database/slices.ts'

type Counts = Answer<typeof analytics.getCounts>

/** Reads all counts in one statement. Library totals are stored with each library. */
export async function readCounts(db: Sql): Promise<Counts> {
  const found = await sql<Counts>`
    with libraries as (
      select count(*)::int as total, coalesce(sum(files), 0)::float8 as files,
        coalesce(sum(files_ready), 0)::float8 as ready, coalesce(sum(files_failed), 0)::float8 as failed,
        coalesce(sum(passages), 0)::float8 as passages
      from data_source where data_source_type = 'UploadedFiles'
    )
    select
      (select count(*)::int from gpt_system where deleted_at is null and published_state_id is not null)
        as "agentsPublished",
      (select jsonb_build_object('total', total, 'files', files, 'filesReady', ready, 'filesFailed', failed,
        'passages', passages) from libraries) as libraries,
      (select count(*)::int from app_user where first_seen_at is not null) as people`.execute(db)
  return found.rows[0]!
}

const ADDED_UP_AT_ONCE = 2000
const today = sql`(now() at time zone 'UTC')::date`

/** Adds up the rows of past days, and deletes those that no report covers anymore. */
export async function addUpUsage(database: Database): Promise<void> {
  await inSlices(() => database.transaction(addUpSome))
  await removeAllRows(database, {
    table: 'model_usage',
    key: 'ctid',
    where: sql`r.day < ${today} - interval '25 months'`,
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
