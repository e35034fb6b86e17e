import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import {
  askerSums,
  citationSums,
  type Groups,
  questionSums,
  questionsOf,
  timeSums,
} from '../days/countingStore.ts'

/** What a report is about: days in UTC as `YYYY-MM-DD`, and one agent or all of them. */
export interface Scope {
  from: string
  to: string
  gptSystemId: string | null
}

/** SQL that is true for a day of the scope. */
export const inDays = ({ from, to }: Scope, day: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${day} between ${from}::date and ${to}::date`

/** SQL that is true for a row `q` of `asked_question` of the scope. */
export const isAsked = ({ from, to, gptSystemId }: Scope): RawBuilder<boolean> =>
  sql<boolean>`q.asked_at >= ${from}::timestamp at time zone 'UTC'
    and q.asked_at < (${to}::date + 1)::timestamp at time zone 'UTC'${
      gptSystemId === null ? sql`` : sql` and q.gpt_system_id = ${gptSystemId}::uuid`
    }`

/**
 * The days that are read from their questions, because their sums don’t exist or lack a question: today, and others
 * until the next time that days are added up. Reports are therefore always complete.
 */
const daysToAddUp = ({ from, to }: Scope) => sql`select distinct (asked_at at time zone 'UTC')::date as day
  from asked_question where not added_up and asked_at >= ${from}::timestamp at time zone 'UTC'
    and asked_at < (${to}::date + 1)::timestamp at time zone 'UTC'`

/** The sums of a table of days, and of the days without them. */
function sums(
  scope: Scope,
  groups: Groups,
  table: keyof typeof columnsOf,
  counted: (questions: RawBuilder<unknown>, groups: Groups) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const columns = columnsOf[table]
  const agent =
    groups === 'Agents'
      ? sql`gpt_system_id is not null`
      : scope.gptSystemId === null
        ? sql`gpt_system_id is null`
        : sql`gpt_system_id = ${scope.gptSystemId}::uuid`
  const days = daysToAddUp(scope)
  return sql`select day, gpt_system_id, ${columns} from ${sql.table(table)}
      where ${agent} and ${inDays(scope, sql`day`)} and day not in (${days})
    union all select day, gpt_system_id, ${columns}
      from (${counted(questionsOf(days, scope.gptSystemId), groups)}) counted`
}

const columnsOf = {
  question_day: sql`channel, questions, askers, conversations, completed, unanswered, hours`,
  answer_time_day: sql`first_text, total`,
  asker_day: sql`channel, asker_id, hours, questions`,
  cited_file_day: sql`file_id, citations, last_cited_at, askers`,
}

/** Selects rows like those of `question_day`: of each agent, or of the scope together. */
export const questionDays = (scope: Scope, groups: 'Agents' | 'Together'): RawBuilder<unknown> =>
  sums(scope, groups, 'question_day', questionSums)

export const askerDays = (scope: Scope, groups: 'Agents' | 'Together'): RawBuilder<unknown> =>
  sums(scope, groups, 'asker_day', askerSums)

export const answerTimeDays = (scope: Scope): RawBuilder<unknown> =>
  sums(scope, 'Together', 'answer_time_day', timeSums)

/** There are only sums by agent. */
export const citationDays = (scope: Scope): RawBuilder<unknown> => {
  const rows = sums(scope, 'Agents', 'cited_file_day', citationSums)
  return scope.gptSystemId === null
    ? rows
    : sql`select * from (${rows}) r where gpt_system_id = ${scope.gptSystemId}::uuid`
}

/**
 * The agents, as reports name them: personal ones together, without an ID, because their usage would be that of
 * their owners.
 */
export const namedAgents = sql`select id as agent, case when gpt_system_type = 'System' then id end as named from gpt_system`

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
