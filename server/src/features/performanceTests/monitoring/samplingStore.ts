import { limits } from '@parlance/contract/limits'
import { FEWEST_PEOPLE } from '@parlance/contract/reports'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Sql } from '../../../platform/database/database.ts'
import { removeAllRows } from '../../../platform/database/slices.ts'
import type { JudgeRow } from '../judging/judge.ts'

/** If too few people ask an agent on a day, so many days are sampled together at most. */
const MOST_DAYS = 7
/** Days that were missed because no process was running are made up for up to this number. */
const MADE_UP_DAYS = 3
/** The same as for the reports of analytics. */
const KEPT = sql`interval '25 months'`
/** The most characters of a question or an answer that a judge gets. */
const MOST_READ = 20_000

/** Returns the first day up to `day` that wasn’t sampled yet; null if there is none. */
export async function readUnsampled(db: Sql, day: string): Promise<string | null> {
  const found = await sql<{ day: string }>`select d.day::date::text as day
    from generate_series(${day}::date - ${MADE_UP_DAYS - 1}::int, ${day}::date, interval '1 day') d (day)
    where not exists (select from live_sampling l where l.day >= d.day::date) order by d.day limit 1`.execute(
    db,
  )
  return found.rows[0]?.day ?? null
}

/** Returns whether this process samples the day. Others wait until it has, and then don’t. */
export async function claimDay(tx: Sql, day: string): Promise<boolean> {
  const claimed = await sql`insert into live_sampling values (${day}::date) on conflict do nothing`.execute(
    tx,
  )
  return claimed.numAffectedRows === 1n
}

const startOf = (day: RawBuilder<unknown>) => sql`((${day})::timestamp at time zone 'UTC')`

/**
 * SQL for the sampled questions `q` of agents from their first day `from_day` to a day: at most so many of each agent, from
 * all over these days. The order is by chance, but always the same. Questions of chats that people deleted or that are
 * temporary aren’t sampled, and neither are tests and answers that someone stopped.
 */
const sampleOf = (
  agents: RawBuilder<unknown>,
  day: string,
) => sql`select q.*, t.citations, t.question, t.answer
  from (select q.*, a.from_day, row_number() over (partition by a.id order by md5(q.segment_id::text)) as place
    from (${agents}) a join asked_question q on q.gpt_system_id = a.id
      join conversation_segment t on t.id = q.segment_id join conversation c on c.id = t.conversation_id
    where q.asked_at >= ${startOf(sql`${day}::date - ${MOST_DAYS - 1}::int`)} and q.asked_at < ${startOf(sql`${day}::date + 1`)}
      and q.asked_at >= ${startOf(sql`a.from_day`)} and q.channel <> 'Tests' and q.status <> 'Aborted'
      and not t.imported and not c.is_temporary and c.deleted_at is null) q
    join conversation_segment t on t.id = q.segment_id
  where q.place <= ${limits.sampledAnswers}`

/**
 * Adds what samples of the published system agents came to on a day. Nothing is stored of an agent that too few people
 * asked since it was last sampled: these days are sampled together with the next one.
 */
export async function insertDay(tx: Sql, day: string): Promise<void> {
  const agents = sql`select g.id, greatest(${day}::date - ${MOST_DAYS - 1}::int, max(l.day) + 1) as from_day
    from gpt_system g left join live_answer_day l on l.gpt_system_id = g.id
    where g.gpt_system_type = 'System' and g.deleted_at is null and g.published_state_id is not null group by g.id`
  await sql`with sample as materialized (select gpt_system_id, from_day, asker_id, status, is_unanswered,
      citations <> '[]'::jsonb as is_cited, time_step(first_text_ms) as step from (${sampleOf(agents, day)}) s)
    insert into live_answer_day (gpt_system_id, day, from_day, sampled, failed, refused, cited, first_text)
    select s.gpt_system_id, ${day}::date, s.from_day, count(*), count(*) filter (where s.status <> 'Completed'),
      count(*) filter (where s.is_unanswered), count(*) filter (where s.status = 'Completed' and s.is_cited),
      coalesce((select jsonb_object_agg(f.step, f.answers) from (select o.step, count(*) as answers from sample o
        where o.gpt_system_id = s.gpt_system_id and o.status = 'Completed' and o.step is not null group by o.step) f), '{}')
    from sample s group by s.gpt_system_id, s.from_day
    having count(distinct s.asker_id) >= ${FEWEST_PEOPLE} and min(s.from_day) <= ${day}::date
    on conflict do nothing`.execute(tx)
}

/** Deletes what no period covers anymore, and what is about agents that can’t be restored anymore. */
export async function removeOldDays(database: Pick<Database, 'transaction'>, now: Date): Promise<void> {
  const where = sql`r.day < ${now}::timestamptz - ${KEPT}`
  for (const table of ['live_answer_day', 'live_sampling'])
    await removeAllRows(database, { table, key: 'ctid', where })
  await removeAllRows(database, {
    table: 'live_answer_day',
    key: 'ctid',
    where: sql`exists (select from gpt_system g where g.id = r.gpt_system_id
      and g.deleted_at < ${now}::timestamptz - make_interval(days => ${limits.deletedAgentDays}))`,
  })
}

/** An agent whose sampled answers a judge rates. */
export interface JudgedAgent {
  gptSystemId: string
  /** The published version, as whose work the ratings count. */
  stateId: string
  judge: JudgeRow
}

const isOpen = sql<boolean>`(l.judged < ${limits.ratedAnswers}
  and l.judge_cost < ${limits.ratedAnswersUsd * 1_000_000}::float8)`

/** Returns the next agent, by ID, of whose sample of a day not all is rated. The judge of the gate’s test comes first. */
export async function readJudged(db: Sql, day: string, after: string | null): Promise<JudgedAgent | null> {
  const found =
    await sql<JudgedAgent>`select g.id as "gptSystemId", g.published_state_id as "stateId", j.judge
    from live_answer_day l join gpt_system g on g.id = l.gpt_system_id and g.deleted_at is null
      and g.published_state_id is not null
    cross join lateral (select t.judge from performance_test t
      left join publishing_gate e on e.gpt_system_id = g.id and e.performance_test_id = t.id
      where t.gpt_system_id = g.id and t.deleted_at is null and t.judge is not null
      order by e.performance_test_id is null, t.updated_at desc, t.id limit 1) j
    where l.day = ${day}::date and ${isOpen} and (${after}::uuid is null or g.id > ${after}::uuid)
    order by g.id limit 1`.execute(db)
  return found.rows[0] ?? null
}

/** Returns the sampled answers that a judge rates, in the same order each time: those that begin a chat and say something. */
export async function readRatable(db: Sql, gptSystemId: string, day: string): Promise<string[]> {
  const agent = sql`select l.gpt_system_id as id, l.from_day from live_answer_day l
    where l.gpt_system_id = ${gptSystemId}::uuid and l.day = ${day}::date`
  const found = await sql<{ id: string }>`select s.segment_id as id from (${sampleOf(agent, day)}) s
    where s.begins_conversation and s.status = 'Completed' and not s.is_unanswered
    order by s.place limit ${limits.ratedAnswers}`.execute(db)
  return found.rows.map(({ id }) => id)
}

interface OfDay {
  gptSystemId: string
  day: string
}

/** Returns the position of the next answer to rate. It counts as done, so that no other process asks about it. */
export async function claimRating(db: Sql, { gptSystemId, day }: OfDay): Promise<number | null> {
  const found = await sql<{ judged: number }>`update live_answer_day l set judged = l.judged + 1
    where l.gpt_system_id = ${gptSystemId}::uuid and l.day = ${day}::date and ${isOpen}
    returning l.judged`.execute(db)
  const [row] = found.rows
  return row ? row.judged - 1 : null
}

/** All answers that a judge could rate are done. */
export async function endRatings(db: Sql, { gptSystemId, day }: OfDay): Promise<void> {
  await sql`update live_answer_day set judged = ${limits.ratedAnswers}
    where gpt_system_id = ${gptSystemId}::uuid and day = ${day}::date`.execute(db)
}

/** Returns a sampled answer, unless it was deleted meanwhile. Personal data is still in it. */
export async function readAnswer(
  db: Sql,
  segmentId: string,
): Promise<{ question: string; answer: string } | null> {
  const found = await sql<{
    question: string
    answer: string
  }>`select left(t.question, ${MOST_READ}) as question,
      left(t.answer, ${MOST_READ}) as answer
    from conversation_segment t join conversation c on c.id = t.conversation_id
    where t.id = ${segmentId}::uuid and c.deleted_at is null`.execute(db)
  return found.rows[0] ?? null
}

/** Adds a rating to the sums of a day. `score` is null if the judge gave none. */
export async function addRating(
  db: Sql,
  { gptSystemId, day }: OfDay,
  { score, minimumScore, cost }: { score: number | null; minimumScore: number; cost: number | null },
): Promise<void> {
  await sql`update live_answer_day set judge_cost = judge_cost + ${cost ?? 0},
      ratings = ratings + ${score === null ? 0 : 1}, rating_sum = rating_sum + ${score ?? 0},
      low_ratings = low_ratings + ${score !== null && score < minimumScore ? 1 : 0}
    where gpt_system_id = ${gptSystemId}::uuid and day = ${day}::date`.execute(db)
}
