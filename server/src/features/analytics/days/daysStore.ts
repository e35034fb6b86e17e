import { type RawBuilder, sql } from 'kysely'
import type { Database, Sql } from '../../../platform/database/database.ts'
import { inSlices, removeAllRows } from '../../../platform/database/slices.ts'
import { askerSums, citationSums, hourSums, questionSums, questionsOf, timeSums } from './countingStore.ts'

/** Two years for a comparison of twelve months with those before, and the month that isn't over. */
const KEPT = sql`interval '25 months'`

const dayTables = ['question_day', 'answer_time_day', 'question_hour', 'cited_file_day']

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
  for (const table of [...dayTables, 'last_asked'])
    await removeAllRows(database, { table, key: 'ctid', where: old(sql`r.day`) })
  await removeAllRows(database, {
    table: 'asker_month',
    key: 'ctid',
    where: old(sql`r.month + interval '1 month'`),
  })
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
  const questions = questionsOf([day], null)
  await sql`update asked_question q set added_up = true
    from (${questions}) d where q.segment_id = d.segment_id and not q.added_up`.execute(tx)
  for (const table of dayTables)
    await sql`delete from ${sql.table(table)} where day = ${day}::date`.execute(tx)
  await sql`insert into question_day (day, gpt_system_id, channel, questions, askers, answered, conversations, completed,
      unanswered) ${questionSums(questions, 'Both')}`.execute(tx)
  await sql`insert into answer_time_day (day, gpt_system_id, first_text, total)
    ${timeSums(questions, 'Both')}`.execute(tx)
  await sql`insert into question_hour (day, gpt_system_id, hour, questions, askers)
    ${hourSums(questions, 'Both')}`.execute(tx)
  await sql`insert into cited_file_day (day, gpt_system_id, file_id, citations, last_cited_at, askers)
    ${citationSums(questions)}`.execute(tx)
  const month = sql`date_trunc('month', ${day}::date)::date`
  const bit = sql`(1 << (extract(day from ${day}::date)::int - 1))`
  await sql`delete from asker_month where month = ${month} and days = ${bit}`.execute(tx)
  await sql`update asker_month set days = days & ~${bit} where month = ${month} and days & ${bit} <> 0`.execute(
    tx,
  )
  await sql`insert into asker_month as m (month, gpt_system_id, channel, asker_id, days)
    ${askerSums(questions, 'Both')}
    on conflict (gpt_system_id, month, channel, asker_id) do update set days = m.days | excluded.days`.execute(
    tx,
  )
  await sql`insert into last_asked as l (gpt_system_id, channel, asker_id, day)
    select gpt_system_id, channel, asker_id, ${day}::date from (${askerSums(questions, 'Agents')}) counted
    on conflict (gpt_system_id, channel, asker_id) do update set day = greatest(l.day, excluded.day)`.execute(
    tx,
  )
}
