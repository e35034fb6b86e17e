import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Sql } from '../../../platform/database/database.ts'
import { type AskedQuestion, questionOf, storeAsked } from '../../analytics/testing/askedQuestions.ts'

interface RealAnswer extends Partial<Omit<AskedQuestion, 'segment_id' | 'gpt_system_id'>> {
  question?: string
  answer?: string
  isCited?: boolean
  imported?: boolean
  isTemporary?: boolean
  isDeleted?: boolean
}

/** Stores answers of an agent’s published version in chats of their own, and counts them, as if people had asked. */
export async function storeAnswers(
  db: Sql,
  gptSystemId: string,
  answers: readonly RealAnswer[],
): Promise<string[]> {
  const rows = answers.map((one) => {
    const { question = 'Where?', answer = 'Here.', isCited, imported, isTemporary, isDeleted, ...asked } = one
    const counted = questionOf({ ...asked, segment_id: uuid(), gpt_system_id: gptSystemId })
    return {
      counted,
      segment: {
        ...{ id: counted.segment_id, conversation_id: randomUUID(), at: counted.asked_at },
        ...{ question, answer, status: counted.status, citations: isCited ? [{ title: 'A' }] : [] },
        ...{
          imported: imported ?? false,
          is_temporary: isTemporary ?? false,
          is_deleted: isDeleted ?? false,
        },
      },
    }
  })
  await sql`with given as (select * from jsonb_to_recordset(${JSON.stringify(rows.map(({ segment }) => segment))}::jsonb)
      as given (id uuid, conversation_id uuid, at timestamptz, question text, answer text, status text, citations jsonb,
        imported boolean, is_temporary boolean, is_deleted boolean)),
    c as (insert into conversation (id, owner_user_id, gpt_system_id, title, is_temporary, deleted_at)
      select given.conversation_id, u.id, ${gptSystemId}::uuid, 'Chat', given.is_temporary,
        case when given.is_deleted then now() end
      from given, app_user u where u.user_name = 'anna' returning id, owner_user_id)
    insert into conversation_segment (id, conversation_id, owner_user_id, state_id, question, answer, status, citations,
      imported, created_at, started_at, finished_at, idempotency_key, body_hash)
    select given.id, c.id, c.owner_user_id, g.published_state_id, given.question, given.answer, given.status,
      given.citations, given.imported, given.at, given.at, given.at, given.id::text, ''
    from given join c on c.id = given.conversation_id join gpt_system g on g.id = ${gptSystemId}::uuid`.execute(
    db,
  )
  await storeAsked(
    db,
    rows.map(({ counted }) => counted),
  )
  return rows.map(({ segment }) => segment.id)
}
