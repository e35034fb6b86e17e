/**
 * Measures the dashboard with a generated year: how long each report takes over HTTP, all reports of its first tab at
 * once, and adding up a day.
 *   node bench/analytics.ts [--questions 1000000] [--people 500] [--agents 60] [--rounds 20] [--on postgres|embedded]
 * The baseline of a report is the same report read from the questions alone, without the sums of days.
 * Exits 1 if the p95 of the dashboard is above 300 ms, a day takes more than 10 s, or a report differs from its baseline.
 */
import { isDeepStrictEqual } from 'node:util'
import {
  type ReportingPeriod,
  type ReportName,
  reportingPeriods,
  reportNames,
} from '@parlance/contract/reports'
import { sql } from 'kysely'
import { addUpDay, addUpDays } from '../server/src/features/analytics/days/daysStore.ts'
import { publishAgent } from '../server/src/testing/agents.ts'
import { startTestApplication } from '../server/src/testing/application.ts'
import { call } from '../server/src/testing/client.ts'
import { option, quantile, say } from '../server/src/testing/statistics.ts'
import { startCluster } from './rig/postgres.ts'

const on = option('on', 'postgres')
const questions = Number(option('questions', on === 'postgres' ? '1000000' : '100000'))
const people = Number(option('people', '500'))
const agents = Number(option('agents', '60'))
const rounds = Number(option('rounds', '20'))
const BATCH = 50_000
const MOST_MS = 300
const MOST_DAY_MS = 10_000
/** What the dashboard loads at first. */
const dashboard: ReportName[] = [
  ...(['Overview', 'QuestionsPerDay', 'AnswerTimes', 'Agents', 'WhenPeopleAsk', 'Adoption'] as const),
  'PublicEndpoints',
]

const cluster = on === 'postgres' ? await startCluster() : null
const app = await startTestApplication({ databaseUrl: cluster ? await cluster.createDatabase() : null })
const { database } = app.platform
const { db } = database
const token = await app.token('admin')

say(`${questions} questions of ${people} people to ${agents} agents in a year, ${on}`)
const agentIds: string[] = []
for (let at = 0; at < agents; at += 1) agentIds.push(await publishAgent(app, `Agent ${at}`))
await sql`insert into app_user (id, tenant_id, object_id, name, user_name, group_ids, first_seen_at)
  select gen_random_uuid(), ${app.config.directory.tenantId}, 'asker ' || n, 'Person ' || n, 'person-' || n,
    array['group ' || n % 12, 'everyone'], now() from generate_series(1, ${people}::int) n`.execute(db)
// Most questions on weekdays from 8 to 18, each person with few agents, one question in ten by a visitor.
for (let from = 1; from <= questions; from += BATCH)
  await sql`with askers as (select array_agg(asker_id order by object_id) as ids from app_user where object_id like 'asker %')
    insert into asked_question (segment_id, asked_at, gpt_system_id, channel, asker_id, begins_conversation, status,
      is_unanswered, error_code, first_text_ms, total_ms, cited_files, rating, reason)
    select gen_random_uuid(), least(now(), (current_date - day)::timestamp + make_interval(secs => case
          when random() < 0.9 then 8 * 3600 + random() * 36000 else random() * 86399 end)),
      (${agentIds}::uuid[])[1 + (person * 7 + floor(${agents} * power(random(), 4))::int) % ${agents}],
      case when visitor then 'PublicChats' when random() < 0.03 then 'Tests' else 'Web' end,
      case when visitor then gen_random_uuid() else askers.ids[person] end, random() < 0.3,
      case when failed then 'Failed' else 'Completed' end, not failed and random() < 0.06,
      case when failed then 'engine.unavailable' end, case when not failed then (300 * exp(random() * 3))::int end,
      (800 * exp(random() * 4))::int, '{}', case when random() < 0.04 then 'Good' when random() < 0.01 then 'Bad' end, null
    from (select n, floor(365 * random())::int as day, 1 + floor(${people} * power(random(), 1.5))::int as person,
        random() < 0.1 as visitor, random() < 0.01 as failed
      from generate_series(${from}::int, ${Math.min(from + BATCH - 1, questions)}::int) n) given, askers
    where extract(isodow from current_date - day) < 6 or random() < 0.2`.execute(db)
await sql`insert into model_usage (day, gpt_system_id, language_engine, deployment_name, purpose, calls, input_tokens,
    output_tokens, cost, added_up)
  select (asked_at at time zone 'UTC')::date, gpt_system_id, 'OpenAI', d.name, d.purpose, count(*), count(*) * 2000,
    count(*) * 300, count(*) * 900, true
  from asked_question, (values ('large', 'Answer'), ('small', 'Question'), ('small', 'Title')) as d (name, purpose)
  group by 1, 2, 4, 5`.execute(db)
await sql`analyze`.execute(db)
const stored = (await sql<{ rows: number }>`select count(*)::int as rows from asked_question`.execute(db))
  .rows[0]!
say(`${stored.rows} questions stored`)

async function read(name: ReportName, period: ReportingPeriod, agent: string | null = null) {
  const path = `/api/internal/analytics/reports/${name}?reportingPeriod=${period}`
  const { status, body } = await call(app, `${path}${agent ? `&gptSystemId=${agent}` : ''}`, { token })
  if (status !== 200) throw new Error(`${name}: ${status}`)
  return body
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const began = performance.now()
  const result = await work()
  return { ms: performance.now() - began, result }
}

const baseline = new Map<ReportName, { ms: number; result: unknown }>()
for (const name of reportNames) baseline.set(name, await timed(() => read(name, 'Last12Months')))
const addingUp = await timed(() => addUpDays(database, new Date()))
const busiest = (
  await sql<{
    day: string
    questions: number
  }>`select day::text, sum(questions)::int as questions from question_day
    where gpt_system_id is null group by day order by 2 desc limit 1`.execute(db)
).rows[0]!
const day = await timed(() => database.transaction((tx) => addUpDay(tx, busiest.day)))
say(
  `adding up: the year in ${Math.round(addingUp.ms / 1000)} s, its busiest day (${busiest.questions} questions) in ${Math.round(day.ms)} ms`,
)
await sql`vacuum analyze asked_question, question_day, asker_month, answer_time_day, question_hour, last_asked, model_usage`.execute(
  db,
)

let differ = 0
say('Last12Months: p50 and p95 in ms, and how many times faster than from the questions')
for (const name of reportNames) {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { ms, result } = await timed(() => read(name, 'Last12Months'))
    times.push(ms)
    if (!isDeepStrictEqual(result, baseline.get(name)?.result)) differ += 1
  }
  const p50 = quantile(times, 0.5)
  say(
    `  ${name}: ${Math.round(p50)}, ${Math.round(quantile(times, 0.95))}, ${((baseline.get(name)?.ms ?? 0) / p50).toFixed(1)}`,
  )
}
let worst = 0
for (const period of reportingPeriods)
  for (const agent of [null, agentIds[0]!]) {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1)
      times.push((await timed(() => Promise.all(dashboard.map((name) => read(name, period, agent))))).ms)
    const p95 = quantile(times, 0.95)
    worst = Math.max(worst, p95)
    say(
      `the dashboard, ${period}, ${agent ? 'one agent' : 'all agents'}: p50 ${Math.round(quantile(times, 0.5))} ms, p95 ${Math.round(p95)} ms`,
    )
  }
await app.remove()
await cluster?.stop()
if (differ > 0) say(`${differ} reports differ from those read from the questions`)
const isMet = worst <= MOST_MS && day.ms <= MOST_DAY_MS && differ === 0
say(isMet ? 'all targets met' : 'A TARGET WAS MISSED')
process.exit(isMet ? 0 : 1)
