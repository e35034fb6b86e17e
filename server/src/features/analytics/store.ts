import type { analytics } from '@parlance/contract/analytics'
import type { Answer } from '@parlance/contract/endpoint'
import { sql } from 'kysely'
import type { Sql } from '../../platform/database/database.ts'
import { firstIdAt } from './firstIdAt.ts'

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
