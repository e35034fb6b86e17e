import { FEWEST_PEOPLE } from '@parlance/contract/reports'
import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import type { TimeSteps } from '../../../platform/database/timeSteps.ts'
import {
  answerTimeDays,
  askersByAgent,
  dollars,
  inDays,
  isAsked,
  namedAgents,
  nameOf,
  peopleIn,
  questionDays,
  questionHours,
  type Scope,
} from './scopeStore.ts'

/** Ratings, and by how many people. */
interface Ratings {
  good: number
  bad: number
  raters: number
}

export interface Overview extends Ratings {
  questions: number
  people: number
  conversations: number
  completed: number
  unanswered: number
  tokens: number
  costUsd: number | null
  firstText: TimeSteps[]
  total: TimeSteps[]
}

const ratings = sql`count(*) filter (where q.rating = 'Good')::int as good,
  count(*) filter (where q.rating = 'Bad')::int as bad, count(distinct q.asker_id)::int as raters`
const notTests = sql`channel <> 'Tests'`
/** SQL for the usage rows of an agent, or all. */
const usageIn = (scope: Scope) =>
  sql`${inDays(scope, sql`u.day`)}${
    scope.gptSystemId === null ? sql`` : sql` and u.gpt_system_id = ${scope.gptSystemId}::uuid`
  }`

export async function readOverview(db: Sql, scope: Scope): Promise<Overview> {
  const found = await sql<Overview>`
    with questions as (select coalesce(sum(questions), 0)::int as questions,
        coalesce(sum(conversations), 0)::int as conversations, coalesce(sum(completed), 0)::int as completed,
        coalesce(sum(unanswered), 0)::int as unanswered
      from (${questionDays(scope, 'Together')}) d where ${notTests}),
    people as (select ${peopleIn(scope)} as people),
    ratings as (select ${ratings} from asked_question q
      where ${isAsked(scope)} and q.rating is not null and q.${notTests}),
    usage as (select coalesce(sum(u.input_tokens + u.output_tokens), 0)::float8 as tokens,
        ${dollars(sql`sum(u.cost)`)} as "costUsd"
      from model_usage u where ${usageIn(scope)}),
    times as (select coalesce(jsonb_agg(first_text), '[]') as "firstText", coalesce(jsonb_agg(total), '[]') as total
      from (${answerTimeDays(scope)}) d)
    select * from questions, people, ratings, usage, times`.execute(db)
  return found.rows[0]!
}

export interface QuestionDay {
  day: string
  channel: 'Web' | 'PublicChats' | 'Tests'
  questions: number
  askers: number
}

export async function readQuestionDays(db: Sql, scope: Scope): Promise<QuestionDay[]> {
  const found = await sql<QuestionDay>`select day::text, channel, questions, askers
    from (${questionDays(scope, 'Together')}) d`.execute(db)
  return found.rows
}

/** Whether no channel was used by enough people on any day, so that all of them have to be counted. */
export async function hasFewEachDay(db: Sql, scope: Scope): Promise<boolean> {
  const found = await sql<{
    few: boolean
  }>`select not exists (select from (${questionDays(scope, 'Together')}) d
    where ${notTests} and askers >= ${FEWEST_PEOPLE}) as few`.execute(db)
  return found.rows[0]?.few ?? true
}

/** Returns the ratings of the questions of each day. */
export async function readRatingDays(db: Sql, scope: Scope): Promise<(Ratings & { day: string })[]> {
  const found = await sql<Ratings & { day: string }>`
    select (q.asked_at at time zone 'UTC')::date::text as day, ${ratings} from asked_question q
    where ${isAsked(scope)} and q.rating is not null and q.${notTests} group by 1`.execute(db)
  return found.rows
}

export interface HourOfWeek {
  weekday: number
  hour: number
  questions: number
  people: number
}

/** Returns the hours of the week in which someone asked. Five people or more are enough to count. */
export async function readHoursOfWeek(db: Sql, scope: Scope): Promise<HourOfWeek[]> {
  const found = await sql<HourOfWeek>`
    with hours as (select extract(isodow from day)::int as weekday, hour, questions, askers
      from (${questionHours(scope)}) d),
    people as (select weekday, hour, count(*)::int as people from (
        select distinct weekday, hour, asker from hours cross join lateral unnest(askers) as asker) p group by 1, 2)
    select h.weekday, h.hour, sum(h.questions)::int as questions, p.people
    from hours h join people p on p.weekday = h.weekday and p.hour = h.hour
    group by h.weekday, h.hour, p.people`.execute(db)
  return found.rows
}

export interface AgentRow extends Ratings {
  gptSystemId: string | null
  name: string | null
  questions: number
  completed: number
  unanswered: number
  people: number
  /** Those who tested are among them. */
  askers: number
  tokens: number
  costUsd: number | null
}

/**
 * Returns the usage of each system agent, and of all personal ones together. The most used come first. Days are added
 * up before they are joined with the agents, which takes half the time.
 */
export async function readAgents(db: Sql, scope: Scope): Promise<AgentRow[]> {
  const found = await sql<AgentRow>`
    with agents as (${namedAgents}),
    questions as (select named, sum(d.questions)::int as questions, sum(d.completed)::int as completed,
        sum(d.unanswered)::int as unanswered
      from (select gpt_system_id, sum(questions) as questions, sum(completed) as completed, sum(unanswered) as unanswered
        from (${questionDays(scope, 'Agents')}) d where ${notTests} group by gpt_system_id) d
      join agents on agent = d.gpt_system_id group by named),
    askers as (${askersByAgent(scope)}),
    ratings as (select named, ${ratings} from asked_question q join agents on agent = q.gpt_system_id
      where ${isAsked(scope)} and q.rating is not null and q.${notTests} group by named),
    usage as (select named, sum(u.tokens)::float8 as tokens, ${dollars(sql`sum(u.cost)`)} as cost
      from (select u.gpt_system_id, sum(u.input_tokens + u.output_tokens) as tokens, sum(u.cost) as cost
        from model_usage u where ${usageIn(scope)} group by u.gpt_system_id) u
      join agents on agent = u.gpt_system_id group by named),
    listed as (select named from askers union select named from usage)
    select l.named as "gptSystemId", ${nameOf(sql`l.named`)} as name, coalesce(q.questions, 0) as questions,
      coalesce(q.completed, 0) as completed, coalesce(q.unanswered, 0) as unanswered,
      coalesce(a.people, 0) as people, coalesce(a.askers, 0) as askers, coalesce(r.good, 0) as good,
      coalesce(r.bad, 0) as bad, coalesce(r.raters, 0) as raters, coalesce(u.tokens, 0) as tokens, u.cost as "costUsd"
    from listed l left join questions q on q.named is not distinct from l.named
      left join askers a on a.named is not distinct from l.named
      left join ratings r on r.named is not distinct from l.named
      left join usage u on u.named is not distinct from l.named
    order by 3 desc, tokens desc, 2, 1`.execute(db)
  return found.rows.filter(
    ({ gptSystemId }) => scope.gptSystemId === null || scope.gptSystemId === gptSystemId,
  )
}

export interface AnswerTimeDay {
  day: string
  firstText: TimeSteps
  total: TimeSteps
  /** Who got an answer. */
  people: number
}

export async function readAnswerTimes(db: Sql, scope: Scope): Promise<AnswerTimeDay[]> {
  const found = await sql<AnswerTimeDay>`
    with askers as (select day, sum(answered)::int as people
      from (${questionDays(scope, 'Together')}) d where ${notTests} group by day)
    select t.day::text, t.first_text as "firstText", t.total, a.people
    from (${answerTimeDays(scope)}) t join askers a on a.day = t.day`.execute(db)
  return found.rows
}

export interface AgentAskers {
  gptSystemId: string | null
  people: number
  /** Those who tested are among them. */
  askers: number
}

/** Returns how many people asked each agent, in a fixed order. */
export async function readAskers(db: Sql, scope: Scope): Promise<AgentAskers[]> {
  const found = await sql<AgentAskers>`with agents as (${namedAgents})
    select named as "gptSystemId", askers, people from (${askersByAgent(scope)}) a order by named`.execute(db)
  return found.rows
}

/** Returns how many people asked. */
export async function countPeople(db: Sql, scope: Scope): Promise<number> {
  const found = await sql<{ people: number }>`select ${peopleIn(scope)} as people`.execute(db)
  return found.rows[0]?.people ?? 0
}
