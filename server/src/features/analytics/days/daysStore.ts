import { type RawBuilder, sql } from 'kysely'
import type { Database, Sql } from '../../../platform/database/database.ts'
import { inSlices, removeAllRows } from '../../../platform/database/slices.ts'
import { askerSums, citationSums, questionSums, questionsOf, timeSums } from './countingStore.ts'

/** Two years for a comparison of twelve months with those before, and the month that isn't over. */
const KEPT = sql`interval '25 months'`

/**
 * Stores the sums of all past days that lack a question, in one transaction each, and deletes what no report covers
 * anymore. A day of 100,000 questions takes seconds.
 */
export async function addUpDays(database: Database, now: Date): Promise<void> {
  await inSlices(async () => {
    const day = await findDayToAddUp(database.db, now)
    if (day === null) return 0
    await database.transaction((tx) => addUpDay(tx, day))
    return 1
  })
  const old = (column: RawBuilder<unknown>) => sql`${column} < ${now}::timestamptz - ${KEPT}`
  await removeAllRows(database, { table: 'asked_question', key: 'segment_id', where: old(sql`r.asked_at`) })
  for (const table of ['question_day', 'answer_time_day', 'asker_day', 'cited_file_day'])
    await removeAllRows(database, { table, key: 'ctid', where: old(sql`r.day`) })
}

/** Returns the oldest day before today with a question that its sums don’t include. */
async function findDayToAddUp(db: Sql, now: Date): Promise<string | null> {
  const found = await sql<{
    day: string
  }>`select (asked_at at time zone 'UTC')::date::text as day from asked_question
    where not added_up and asked_at < date_trunc('day', ${now}::timestamptz at time zone 'UTC') at time zone 'UTC'
    order by asked_at limit 1`.execute(db)
  return found.rows[0]?.day ?? null
}

/**
 * Calculates the sums of a day from its questions, also if they were calculated before. Marks the questions first: one
 * that is stored meanwhile isn't marked, so that the day is read from its questions and added up again.
 */
export async function addUpDay(tx: Sql, day: string): Promise<void> {
  const questions = questionsOf(sql`select ${day}::date as day`, null)
  await sql`update asked_question q set added_up = true
    from (${questions}) d where q.segment_id = d.segment_id and not q.added_up`.execute(tx)
  for (const table of ['question_day', 'answer_time_day', 'asker_day', 'cited_file_day'])
    await sql`delete from ${sql.table(table)} where day = ${day}::date`.execute(tx)
  await sql`insert into question_day (day, gpt_system_id, channel, questions, askers, conversations, completed,
      unanswered, hours) ${questionSums(questions, 'Both')}`.execute(tx)
  await sql`insert into answer_time_day (day, gpt_system_id, first_text, total)
    ${timeSums(questions, 'Both')}`.execute(tx)
  await sql`insert into asker_day (day, gpt_system_id, channel, asker_id, hours, questions)
    ${askerSums(questions, 'Both')}`.execute(tx)
  await sql`insert into cited_file_day (day, gpt_system_id, file_id, citations, last_cited_at, askers)
    ${citationSums(questions)}`.execute(tx)
}
