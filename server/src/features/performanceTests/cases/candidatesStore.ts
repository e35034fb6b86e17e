import type { CaseCandidate } from '@parlance/contract/performanceTests'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'
import { editedBy } from '../policy.ts'

export type CandidateRow = z.output<typeof CaseCandidate>

/** The most characters of a question or an answer that are shown. */
const MOST_SHOWN = 4000

const isNew = (
  testId: string,
  candidateId: RawBuilder<unknown>,
) => sql`not exists (select from performance_case k
  where k.performance_test_id = ${testId}::uuid and k.candidate_id = ${candidateId} and k.to_version is null)`

/** The test, if the user can change its cases. */
const editable = (actor: Actor, testId: string) => sql`select t.gpt_system_id from performance_test t
  join gpt_system g on g.id = t.gpt_system_id where t.id = ${testId}::uuid and ${editedBy(actor)}`

/** Ratings `f` of answers that the person who rated them allows to be used for tests, in chats that still exist. */
const rated = (actor: Actor, testId: string) => sql`segment_feedback f
  join conversation_segment q on q.id = f.segment_id join conversation c on c.id = q.conversation_id
  join gpt_system_configuration_state s on s.id = q.state_id
  where f.rating = 'Bad' and f.may_be_used_for_tests and not q.imported and not c.is_temporary
    and c.deleted_at is null and c.tested_state_id is null
    and s.gpt_system_id in (${editable(actor, testId)}) and ${isNew(testId, sql`q.id`)}`

/** Returns answers of the agent of a test that were rated as bad, the newest first. Personal data is still in them. */
export async function listRated(
  db: Sql,
  actor: Actor,
  testId: string,
  limit: number,
): Promise<CandidateRow[]> {
  const found = await sql<CandidateRow>`select q.id as "candidateId", 'Feedback' as origin,
      left(q.question, ${MOST_SHOWN}) as question, left(q.answer, ${MOST_SHOWN}) as answer, f.reason, f.text as comment,
      ${isoTime('f.at')} as at
    from ${rated(actor, testId)} order by f.at desc, q.id limit ${limit}`.execute(db)
  return found.rows
}

/** Returns whether a case can be made from this answer. */
export async function findRated(tx: Sql, actor: Actor, testId: string, segmentId: string): Promise<boolean> {
  const found = await sql`select from ${rated(actor, testId)} and q.id = ${segmentId}::uuid`.execute(tx)
  return found.rows.length > 0
}

/** Returns those of some groups of unanswered questions from which the test has no case. */
export async function listUnused(
  db: Sql,
  _actor: Actor,
  testId: string,
  groupIds: readonly string[],
): Promise<string[]> {
  const found = await sql<{ id: string }>`select id::text from unnest(${[...groupIds]}::uuid[]) as id
    where ${isNew(testId, sql`id`)}`.execute(db)
  return found.rows.map(({ id }) => id)
}
