import { PERSONAL_AGENTS } from '@parlance/contract/reports'
import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import {
  askerSums,
  citationSums,
  hourSums,
  questionSums,
  questionsOf,
  timeSums,
} from '../days/countingStore.ts'
import { daysBetween } from './forecast.ts'

/** What a report is about: days in UTC as `YYYY-MM-DD`, and one agent or all of them. */
export interface Scope {
  from: string
  to: string
  gptSystemId: string | null
  today: string
  /**
   * The days that are read from their questions, because their sums lack one: today, and others until the next time that
   * days are added up. Reports are therefore always complete.
   */
  live: readonly string[]
}

/** SQL that is true for a day of the scope. */
export const inDays = (
  { from, to }: Pick<Scope, 'from' | 'to'>,
  day: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`${day} between ${from}::date and ${to}::date`

const askedIn = ({
  from,
  to,
}: Pick<Scope, 'from' | 'to'>) => sql`q.asked_at >= ${from}::timestamp at time zone 'UTC'
  and q.asked_at < (${to}::date + 1)::timestamp at time zone 'UTC'`

/** SQL that is true for a row `q` of `asked_question` of the scope. */
export const isAsked = (scope: Pick<Scope, 'from' | 'to' | 'gptSystemId'>): RawBuilder<boolean> =>
  sql<boolean>`${askedIn(scope)}${
    scope.gptSystemId === null ? sql`` : sql` and q.gpt_system_id = ${scope.gptSystemId}::uuid`
  }`

/** Returns the days of a period with questions that their sums don’t include. */
export async function readLiveDays(db: Sql, period: Pick<Scope, 'from' | 'to'>): Promise<string[]> {
  const found = await sql<{ day: string }>`
    select distinct (q.asked_at at time zone 'UTC')::date::text as day from asked_question q
    where not q.added_up and ${askedIn(period)} order by 1`.execute(db)
  return found.rows.map(({ day }) => day)
}

const liveIn = ({ from, to, live }: Scope) => live.filter((day) => day >= from && day <= to)

type Groups = 'Agents' | 'Together'

const ofGroup = ({ gptSystemId }: Scope, groups: Groups): RawBuilder<boolean> => {
  if (gptSystemId !== null) return sql<boolean>`gpt_system_id = ${gptSystemId}::uuid`
  return groups === 'Agents' ? sql<boolean>`gpt_system_id is not null` : sql<boolean>`gpt_system_id is null`
}

const columnsOf = {
  question_day: sql`channel, questions, askers, answered, conversations, completed, unanswered`,
  answer_time_day: sql`first_text, total`,
  question_hour: sql`hour, questions, askers`,
  cited_file_day: sql`file_id, citations, last_cited_at, askers`,
}

/** The sums of a table of days, and of the days that are read from their questions. */
function sums(
  scope: Scope,
  groups: Groups,
  table: keyof typeof columnsOf,
  counted: (questions: RawBuilder<unknown>, groups: Groups) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const columns = columnsOf[table]
  const live = liveIn(scope)
  const stored = sql`select day, gpt_system_id, ${columns} from ${sql.table(table)}
    where ${ofGroup(scope, groups)} and ${inDays(scope, sql`day`)}`
  if (live.length === 0) return stored
  return sql`${stored} and day <> all(${live}::date[])
    union all select day, gpt_system_id, ${columns}
      from (${counted(questionsOf(live, scope.gptSystemId), groups)}) counted`
}

/** Selects rows like those of `question_day`: of each agent, or of the scope together. */
export const questionDays = (scope: Scope, groups: Groups): RawBuilder<unknown> =>
  sums(scope, groups, 'question_day', questionSums)

export const answerTimeDays = (scope: Scope): RawBuilder<unknown> =>
  sums(scope, 'Together', 'answer_time_day', timeSums)

export const questionHours = (scope: Scope): RawBuilder<unknown> =>
  sums(scope, 'Together', 'question_hour', hourSums)

/** There are only sums by agent. */
export const citationDays = (scope: Scope): RawBuilder<unknown> =>
  sums(scope, 'Agents', 'cited_file_day', citationSums)

/** Selects who asked, with `gpt_system_id`, `channel`, and `asker_id`: once or more often. */
export function askers(scope: Scope, groups: Groups): RawBuilder<unknown> {
  const live = liveIn(scope)
  const stored =
    groups === 'Agents' && scope.to === scope.today ? lastAskers(scope) : monthlyAskers(scope, groups)
  if (live.length === 0) return stored
  return sql`${stored} union all select gpt_system_id, channel, asker_id
    from (${askerSums(questionsOf(live, scope.gptSystemId), groups)}) counted`
}

/** In a period that lasts until today, those who asked are those whose last question is in it. */
const lastAskers = (scope: Scope) => sql`select gpt_system_id, channel, asker_id from last_asked
  where ${ofGroup(scope, 'Agents')} and day >= ${scope.from}::date`

const oneAsker = sql`gpt_system_id, channel, asker_id`

/**
 * Selects who asked each agent in each channel, once: `gpt_system_id`, `channel`, and `asker_id`. They are stored like
 * that until today, so there is nothing to sort, which would take longest.
 */
export function distinctAskers(scope: Scope): RawBuilder<unknown> {
  const live = liveIn(scope)
  if (scope.to !== scope.today) return sql`select distinct ${oneAsker} from (${askers(scope, 'Agents')}) d`
  if (live.length === 0) return lastAskers(scope)
  return sql`${lastAskers(scope)} union all select distinct ${oneAsker}
    from (${askerSums(questionsOf(live, scope.gptSystemId), 'Agents')}) c
    where not exists (select from last_asked l where l.gpt_system_id = c.gpt_system_id
      and l.channel = c.channel and l.asker_id = c.asker_id and l.day >= ${scope.from}::date
      -- Looks each of these few up in the index.
      offset 0)`
}

/** How many people asked. */
export const peopleIn = (scope: Scope): RawBuilder<number> => sql<number>`(select count(*)::int from (
  select distinct asker_id from (${askers(scope, 'Together')}) d where channel <> 'Tests') a)`

/**
 * Selects how many people asked each agent of `agents`, a query like `namedAgents`: `people` without those who only
 * tested, `askers` with them.
 */
export const askersByAgent = (scope: Scope): RawBuilder<unknown> => sql`
  select named, sum(counted.askers)::int as askers, sum(counted.people)::int as people from (
    select named, count(*) as askers, count(*) filter (where asked) as people from (
        select named, asker_id, bool_or(channel <> 'Tests') as asked
        from (${askers(scope, 'Agents')}) d join agents on agent = d.gpt_system_id
        where channel <> 'PublicChats' group by named, asker_id) of_users group by named
    union all select named, visitors, visitors from (select gpt_system_id, count(*) as visitors
        from (${distinctAskers(scope)}) d where channel = 'PublicChats' group by 1) of_visitors
      join agents on agent = gpt_system_id) counted
  group by named`

function monthlyAskers(scope: Scope, groups: Groups): RawBuilder<unknown> {
  const live = liveIn(scope)
  const months = new Map<string, number>()
  for (const day of daysBetween(scope.from, scope.to)) {
    const month = `${day.slice(0, 'YYYY-MM'.length)}-01`
    const bit = live.includes(day) ? 0 : 1 << (Number(day.slice('YYYY-MM-'.length)) - 1)
    months.set(month, (months.get(month) ?? 0) | bit)
  }
  return sql`select gpt_system_id, channel, asker_id from asker_month a
      join unnest(${[...months.keys()]}::date[], ${[...months.values()]}::int[]) as m (month, days) on m.month = a.month
    where ${ofGroup(scope, groups)} and a.days & m.days <> 0`
}

/** The agents, as reports name them: personal ones together, without an ID. Their costs are stored by agent. */
export const namedAgents = sql`select id as agent, case when gpt_system_type = 'System' then id end as named
  from gpt_system union all select ${PERSONAL_AGENTS}::uuid, null`

/** SQL for the name of the agent `id`: the published one, or the newest. */
export const nameOf = (id: RawBuilder<unknown>): RawBuilder<unknown> => sql`(select t.name
  from gpt_system_configuration_state t join gpt_system g on g.id = t.gpt_system_id where g.id = ${id}
  order by (t.id = g.published_state_id) desc nulls last, t.number desc limit 1)`

/** SQL for a sum of `model_usage.cost` in US dollars. */
export const dollars = (sum: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(ceil(round(${sum}, 6)) / 1000000)::float8`

/** Whether there are reports about an agent: not about a personal one. */
export async function isReported(db: Sql, gptSystemId: string): Promise<boolean> {
  const found = await sql`select from gpt_system g
    where g.id = ${gptSystemId}::uuid and g.gpt_system_type = 'System'`.execute(db)
  return found.rows.length > 0
}
