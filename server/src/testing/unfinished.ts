import { sql } from 'kysely'
import { jobsSchema } from '../platform/jobs/jobs.ts'
import type { TestApplication } from './application.ts'

/** Names what accepted calls have started and isn't finished: files, answers, runs of tests, exports, and jobs, with their numbers. */
export async function findUnfinished({ platform }: TestApplication): Promise<string[]> {
  const { rows } = await sql<{ name: string; n: number }>`
    select 'files' as name, count(*)::int as n from file left join data_source d using (data_source_id)
      where file.clearing or file.removed_at is not null
        or (file.state not in ('Ready', 'Failed') and d.indexing_paused is not true)
    union all select 'runs', count(*)::int from run where phase <> 'Ended'
    union all select 'archives', count(*)::int from library_archive where finished_at is null
    union all select 'imports', count(*)::int from conversation_import where finished_at is null
    union all select 'data exports', count(*)::int from data_export where finished_at is null
    union all select 'erasures', count(*)::int from erasure where finished_at is null
    union all select 'runs of tests', count(*)::int from performance_run where phase in ('Queued', 'Running')
    union all select 'graph tasks', count(*)::int from graph_task
    union all select 'jobs ' || name, count(*)::int from ${sql.table(`${jobsSchema}.job`)}
      where state < 'completed' and start_after <= now() and name not like '\\_\\_%' group by name`.execute(
    platform.database.db,
  )
  return rows.filter(({ n }) => n > 0).map(({ name, n }) => `${n} ${name}`)
}

/** Ends the schedules, whose jobs write at any minute, which looks as if the call that is just made had done it. */
export async function endSchedules({ platform }: TestApplication): Promise<void> {
  const { db } = platform.database
  // Schedules are stored at the start.
  await platform.jobs.start()
  await sql`delete from ${sql.table(`${jobsSchema}.job`)}
    where name in (select name from ${sql.table(`${jobsSchema}.schedule`)}) or name = '__pgboss__send-it'`.execute(
    db,
  )
  await sql`delete from ${sql.table(`${jobsSchema}.schedule`)}`.execute(db)
}
