import { type RawBuilder, sql } from 'kysely'

/** The sums by agent, the sums of all agents together, or both. */
export type Groups = 'Agents' | 'Together' | 'Both'

const grouped = (groups: Groups, more: RawBuilder<unknown>) =>
  ({
    Agents: sql`group by gpt_system_id, ${more}`,
    Together: sql`group by grouping sets ((${more}))`,
    Both: sql`group by grouping sets ((gpt_system_id, ${more}), (${more}))`,
  })[groups]

const agent = (groups: Groups) => (groups === 'Together' ? sql`null::uuid` : sql`gpt_system_id`)

/** Selects the questions of some days, with their day and hour. */
export const questionsOf = (days: readonly string[], gptSystemId: string | null): RawBuilder<unknown> => sql`
  select q.*, extract(hour from q.asked_at at time zone 'UTC')::int as hour
  from unnest(${[...days]}::date[]) as d (day) cross join lateral (select d.day, q.* from asked_question q
    where q.asked_at >= d.day::timestamp at time zone 'UTC'
      and q.asked_at < (d.day + 1)::timestamp at time zone 'UTC'${
        gptSystemId === null ? sql`` : sql` and q.gpt_system_id = ${gptSystemId}::uuid`
      }
    -- Keeps each day a search of its own in the index.
    offset 0) q`

/** What `question_day` has of questions that a query selects. */
export const questionSums = (questions: RawBuilder<unknown>, groups: Groups): RawBuilder<unknown> => sql`
  select day, ${agent(groups)} as gpt_system_id, channel, count(*)::int as questions,
    count(distinct asker_id)::int as askers,
    count(distinct asker_id) filter (where status = 'Completed')::int as answered, count(*) filter (where begins_conversation)::int as conversations,
    count(*) filter (where status = 'Completed')::int as completed,
    count(*) filter (where is_unanswered)::int as unanswered
  from (${questions}) q ${grouped(groups, sql`day, channel`)}`

/** What `answer_time_day` has of them. */
export const timeSums = (questions: RawBuilder<unknown>, groups: Groups): RawBuilder<unknown> => sql`
  select day, gpt_system_id, coalesce(jsonb_object_agg(step, answers) filter (where kind = 'FirstText'), '{}') as first_text,
    coalesce(jsonb_object_agg(step, answers) filter (where kind = 'Total'), '{}') as total
  from (select day, ${agent(groups)} as gpt_system_id, kind, step, count(*)::int as answers
    from (${questions}) q cross join lateral (values ('FirstText', time_step(first_text_ms)),
      ('Total', time_step(total_ms))) as t (kind, step)
    where channel <> 'Tests' and status = 'Completed' and step is not null
    ${grouped(groups, sql`day, kind, step`)}) counted
  group by day, gpt_system_id`

const someAskers = sql`(array_agg(distinct asker_id))[1:5] as askers`

/** What `question_hour` has of them. */
export const hourSums = (questions: RawBuilder<unknown>, groups: Groups): RawBuilder<unknown> => sql`
  select day, ${agent(groups)} as gpt_system_id, hour, count(*)::int as questions, ${someAskers}
  from (${questions}) q where channel <> 'Tests' ${grouped(groups, sql`day, hour`)}`

/** What `asker_month` has of them. */
export const askerSums = (questions: RawBuilder<unknown>, groups: Groups): RawBuilder<unknown> => sql`
  select month, ${agent(groups)} as gpt_system_id, channel, asker_id, bit_or(bit) as days
  from (select gpt_system_id, channel, asker_id, date_trunc('month', day)::date as month,
      1 << (extract(day from day)::int - 1) as bit from (${questions}) q) q
  ${grouped(groups, sql`month, channel, asker_id`)}`

/** What `cited_file_day` has of them. It has no sums of all agents. */
export const citationSums = (questions: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select day, gpt_system_id, file_id, count(*)::int as citations, max(asked_at) as last_cited_at, ${someAskers}
  from (${questions}) q cross join lateral unnest(cited_files) as file_id
  where channel <> 'Tests' group by day, gpt_system_id, file_id`
