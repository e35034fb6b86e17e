import type { StreamedCitation } from '@parlance/contract/events'
import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import { type Reader, readableBy } from '../readers/policy.ts'

export interface CitingSegment {
  gptSystem: { gptSystemId: string }
  createdAt: string
  citations: StreamedCitation[]
}

/** Returns the stored citations of a segment, with the agent and time of the answer. */
export async function listCitations(
  db: Sql,
  reader: Reader,
  conversationId: string,
  segmentId: string,
): Promise<CitingSegment | null> {
  const found = await sql<CitingSegment & { createdAt: Date }>`
    select jsonb_build_object('gptSystemId', s.gpt_system_id) as "gptSystem", t.created_at as "createdAt", t.citations
    from conversation_segment t join conversation c on c.id = t.conversation_id
      join gpt_system_configuration_state s on s.id = t.state_id
    where c.id = ${conversationId} and t.id = ${segmentId} and ${readableBy(reader)}`.execute(db)
  const row = found.rows[0]
  return row ? { ...row, createdAt: row.createdAt.toISOString() } : null
}
