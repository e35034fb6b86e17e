import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/access/actor.ts'
import { ownedBy } from '../../../platform/access/owners.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { writesCasesFor } from '../policy.ts'

/** A question of one of the user's own chats. Personal data is still in it. */
export interface TurnRow {
  gptSystemId: string
  /** It and those before it, the oldest first: up to one more than a case can hold. */
  questions: string[]
  /** The start of the answer. */
  answer: string
  cited: { path: string; page: number | null }[]
  hadAttachments: boolean
}

/** The most characters of an answer that are shown. */
const MOST_SHOWN = 4000

/**
 * Returns an answered question of a chat of the user's own, also a test chat, with an agent for whose tests they can
 * write cases. Temporary chats aren't kept, so they have none.
 */
export async function findTurn(db: Sql, actor: Actor, segmentId: string): Promise<TurnRow | null> {
  const found = await sql<TurnRow>`
    with recursive asked as (
      select q.id, q.conversation_id, s.gpt_system_id, q.answer, q.citations
      from conversation_segment q join conversation c on c.id = q.conversation_id
        join gpt_system_configuration_state s on s.id = q.state_id join gpt_system g on g.id = s.gpt_system_id
      where q.id = ${segmentId}::uuid and q.status <> 'Pending' and not q.imported
        and ${ownedBy(actor, 'c')} and not c.is_temporary and c.deleted_at is null and ${writesCasesFor(actor)}
    ), turn as (
      select q.id, q.conversation_id, q.parent_segment_id, q.question, q.reused_attachments, 0 as back
      from conversation_segment q join asked on asked.id = q.id
      union all
      select q.id, q.conversation_id, q.parent_segment_id, q.question, q.reused_attachments, turn.back + 1
      from turn join conversation_segment q
        on q.id = turn.parent_segment_id and q.conversation_id = turn.conversation_id
      where turn.back <= ${limits.caseTurns}
    )
    select asked.gpt_system_id as "gptSystemId", left(asked.answer, ${MOST_SHOWN}) as answer,
      (select array_agg(turn.question order by turn.back desc) from turn) as questions,
      coalesce((select jsonb_agg(jsonb_build_object('path', e ->> 'path', 'page', e -> 'page'))
        from jsonb_array_elements(asked.citations) e), '[]') as cited,
      exists (select from turn where turn.reused_attachments <> '[]' or exists (select from attachment a
        where a.segment_id = turn.id and a.conversation_id = turn.conversation_id)) as "hadAttachments"
    from asked`.execute(db)
  return found.rows[0] ?? null
}
