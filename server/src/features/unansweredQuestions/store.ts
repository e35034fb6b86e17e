import { limits } from '@parlance/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { believedGroupsOf } from '../../platform/access/heldRoles.ts'
import type { Sql } from '../../platform/database/database.ts'
import { isoTime } from '../../platform/database/isoTime.ts'
import type { Compared, Grouped } from './similarity.ts'

/** A question that hasn't been compared with others. */
export interface NewQuestion {
  segmentId: string
  gptSystemId: string
  question: string
}

/** SQL for questions `q` that can be listed: in a chat with a system agent that its owner still has. */
const isListable = sql`exists (select from conversation_segment t join conversation c on c.id = t.conversation_id
    join gpt_system g on g.id = q.gpt_system_id
  where t.id = q.segment_id and q.channel <> 'Tests' and not c.is_temporary and c.deleted_at is null
    and g.gpt_system_type = 'System' and g.deleted_at is null)`

/** Reads some unanswered questions that haven't been compared, the oldest first. */
export async function readNew(db: Sql, most: number): Promise<NewQuestion[]> {
  const found = await sql<NewQuestion>`select q.segment_id as "segmentId", q.gpt_system_id as "gptSystemId",
      left(t.question, 2000) as question
    from asked_question q join conversation_segment t on t.id = q.segment_id
    where q.is_unanswered and not q.compared and ${isListable} order by q.asked_at limit ${most}`.execute(db)
  return found.rows
}

/** Marks what will never be listed, so that it isn't looked at again; answers how many. */
export async function skipUnlistable(tx: Sql, most: number): Promise<number> {
  const skipped = await sql`update asked_question set compared = true where segment_id in (
    select q.segment_id from asked_question q where q.is_unanswered and not q.compared and not ${isListable}
    order by q.asked_at limit ${most})`.execute(tx)
  return Number(skipped.numAffectedRows ?? 0)
}

const MOST_COMPARED = 500

/**
 * Returns questions of an agent that share a word with this one, or that have an embedding of the same deployment, the
 * newest first.
 */
export async function readSimilar(
  tx: Sql,
  gptSystemId: string,
  { terms }: Compared,
  embeddedBy: string | null,
): Promise<Grouped[]> {
  const found = await sql<Grouped>`select u.group_id as "groupId", u.terms,
      case when u.embedded_by = ${embeddedBy} then u.embedding end as embedding
    from unanswered_question u join unanswered_group g on g.id = u.group_id
    where g.gpt_system_id = ${gptSystemId}::uuid
      and (u.terms && ${[...terms]}::text[] or u.embedded_by = ${embeddedBy})
    order by u.asked_at desc limit ${MOST_COMPARED}`.execute(tx)
  return found.rows
}

/** Adds a question to a group, or to a new one. It is compared only once. */
export async function insertCompared(
  tx: Sql,
  { segmentId, gptSystemId }: NewQuestion,
  question: Compared & { shown: string; embeddedBy: string | null; groupId: string | null },
): Promise<void> {
  const groupId = question.groupId ?? uuid()
  if (question.groupId === null)
    await sql`insert into unanswered_group (id, gpt_system_id) values (${groupId}, ${gptSystemId})`.execute(
      tx,
    )
  await sql`insert into unanswered_question (segment_id, group_id, asked_at, asker_id, shown, terms, embedding, embedded_by)
    select q.segment_id, ${groupId}::uuid, q.asked_at, q.asker_id, ${question.shown}, ${[...question.terms]}::text[],
      ${question.embedding && [...question.embedding]}::real[], ${question.embedding && question.embeddedBy}
    from asked_question q join conversation_segment t on t.id = q.segment_id where q.segment_id = ${segmentId}::uuid
    on conflict (segment_id) do nothing`.execute(tx)
  await markCompared(tx, segmentId)
}

export const markCompared = async (tx: Sql, segmentId: string): Promise<void> =>
  void (await sql`update asked_question set compared = true where segment_id = ${segmentId}::uuid`.execute(
    tx,
  ))

/** Deletes some groups whose questions have all gone; returns their IDs. */
export async function removeEmpty(tx: Sql, most: number): Promise<string[]> {
  const removed = await sql<{ id: string }>`delete from unanswered_group where id in (
    select g.id from unanswered_group g where not exists (select from unanswered_question u where u.group_id = g.id) limit ${most}) returning id`.execute(
    tx,
  )
  return removed.rows.map(({ id }) => id)
}

export interface GroupRow {
  unansweredQuestionId: string
  question: string
  gptSystemId: string
  agentName: string
  questions: number
  people: number
  lastAskedAt: string
  state: 'Open' | 'Requested' | 'Dismissed'
  decidedAt: string | null
  version: number
  /** The number of groups that are listed in total. */
  total: number
}

export interface Asked {
  /** The first and the last day. */
  from: string
  to: string
  gptSystemId: string | null
  state: GroupRow['state'] | null
}

/** The questions of groups that can still be read, in a period. None in the compliance mode Strict. */
const readable = ({ from, to }: Pick<Asked, 'from' | 'to'>, condition: RawBuilder<boolean>) => sql`
  select u.group_id, u.asker_id, u.asked_at, u.shown
  from unanswered_group g join gpt_system a on a.id = g.gpt_system_id and a.deleted_at is null
    join unanswered_question u on u.group_id = g.id
    join conversation_segment t on t.id = u.segment_id
    join conversation c on c.id = t.conversation_id and c.deleted_at is null
  where ${condition} and (select mode from compliance) <> 'Strict'
    and u.asked_at >= ${from}::timestamp at time zone 'UTC'
    and u.asked_at < (${to}::date + 1)::timestamp at time zone 'UTC'`

const groups = (
  condition: RawBuilder<boolean>,
  period: Pick<Asked, 'from' | 'to'>,
  most: number,
) => sql<GroupRow>`
  with readable as (${readable(period, condition)}),
  asked as (select group_id as id, count(*)::int as questions, count(distinct asker_id)::int as people,
      max(asked_at) as last_asked_at
    from readable group by group_id having count(distinct asker_id) >= ${limits.fewestAskers}),
  listed as (select *, count(*) over ()::int as total from asked
    order by people desc, questions desc, last_asked_at desc, id limit ${most}),
  -- What most of them wrote, or else the shortest.
  texts as (select distinct on (r.group_id) r.group_id, r.shown
    from readable r join listed l on l.id = r.group_id group by r.group_id, r.shown
    order by r.group_id, count(distinct r.asker_id) desc, length(r.shown), r.shown)
  select l.id as "unansweredQuestionId", s.shown as question, g.gpt_system_id as "gptSystemId",
    coalesce((select t.name from gpt_system_configuration_state t where t.gpt_system_id = g.gpt_system_id
      order by (t.id = a.published_state_id) desc nulls last, t.number desc limit 1), '') as "agentName",
    l.questions, l.people, ${isoTime('l.last_asked_at')} as "lastAskedAt", g.state, ${isoTime('g.decided_at')} as "decidedAt",
    g.version, l.total
  from listed l join unanswered_group g on g.id = l.id join gpt_system a on a.id = g.gpt_system_id
    join texts s on s.group_id = l.id
  order by l.people desc, l.questions desc, l.last_asked_at desc, l.id`

/** Returns the groups of several people, the most frequent first. */
export async function readGroups(db: Sql, asked: Asked, most: number): Promise<GroupRow[]> {
  const { gptSystemId, state } = asked
  const condition = sql<boolean>`(${state}::text is null or g.state = ${state}) and (${gptSystemId}::uuid is null or g.gpt_system_id = ${gptSystemId}::uuid)`
  return (await groups(condition, asked, most).execute(db)).rows
}

const always = { from: '1970-01-01', to: '9999-12-30' }

/** Returns a group of several people, locked. */
export async function lockGroup(tx: Sql, id: string): Promise<GroupRow | null> {
  await sql`select from unanswered_group where id = ${id}::uuid for update`.execute(tx)
  const found = await groups(sql<boolean>`g.id = ${id}::uuid`, always, 1).execute(tx)
  return found.rows[0] ?? null
}

export async function updateState(tx: Sql, id: string, state: GroupRow['state']): Promise<void> {
  await sql`update unanswered_group set state = ${state}, version = version + 1,
      decided_at = ${state === 'Open' ? null : sql`now()`} where id = ${id}::uuid`.execute(tx)
}

export interface Recipient {
  userId: string
  /** A library of the agent that the user can add files to. Null if the user can create one. */
  dataSourceId: string | null
}

/**
 * Returns who can add files to the libraries of an agent's published version, the ones who used the product last first. If
 * no one can, who can create libraries.
 */
export async function readRecipients(db: Sql, gptSystemId: string, most: number): Promise<Recipient[]> {
  const having = (
    condition: RawBuilder<unknown>,
  ) => sql`select a.user_id, a.group_id from user_role_assignment a
    join user_role r on r.id = a.user_role_id where ${condition}`
  const holders = (condition: RawBuilder<unknown>, dataSourceId: RawBuilder<unknown>) => sql`
    select u.id, ${dataSourceId} as source from app_user u cross join libraries l
    where exists (select from (${having(condition)}) h where h.user_id = u.id
      or h.group_id = any(${believedGroupsOf('u')}))`
  const found = await sql<Recipient>`
    with libraries as (select d.data_source_id as id from gpt_system g
        join gpt_system_rag_data_source d on d.state_id = g.published_state_id where g.id = ${gptSystemId}::uuid),
    able as (${holders(sql`'DataSourcesWrite' = any(r.actions)`, sql`l.id`)}
      union ${holders(
        sql`exists (select from role_entity_configuration e where e.user_role_id = r.id
          and e.action = 'DataSourcesWriteSpecific' and e.data_source_id = l.id)`,
        sql`l.id`,
      )}
      union select e.user_id, l.id from role_entity_configuration e join libraries l on l.id = e.data_source_id
        where e.user_id is not null and e.action = 'DataSourcesWriteSpecific'),
    creators as (select u.id, null::uuid as source from app_user u
      where not exists (select from able) and exists (select from (${having(sql`'DataSourcesCreate' = any(r.actions)`)}) h
        where h.user_id = u.id or h.group_id = any(${believedGroupsOf('u')})))
    select u.id as "userId", a.source as "dataSourceId"
    -- Each once, with any of the libraries.
    from (select distinct on (id) id, source from (select * from able union all select * from creators) b
      order by id, source) a join app_user u on u.id = a.id
    where not u.disabled and u.removed_at is null
    order by u.last_seen_at desc nulls last, u.id limit ${most}`.execute(db)
  return found.rows
}
