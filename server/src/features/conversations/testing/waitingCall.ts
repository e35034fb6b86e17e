import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TestApplication } from '../../../testing/application.ts'

const toolCallId = 'tool-1-1'

/**
 * Adds an answer to a conversation that waits for a decision on a call of a tool. Returns the decision to send, and its
 * place.
 */
export async function waitingCall({ platform }: TestApplication, conversationId: string) {
  const { db } = platform.database
  const conversationSegmentId = randomUUID()
  await sql`insert into conversation_segment
      (id, conversation_id, owner_user_id, state_id, question, idempotency_key, body_hash)
    select ${conversationSegmentId}, conversation_id, owner_user_id, state_id, question, ${conversationSegmentId}, body_hash
    from conversation_segment where conversation_id = ${conversationId} limit 1`.execute(db)
  await sql`insert into tool_approval (segment_id, tool_call_id, tool, recipient)
    values (${conversationSegmentId}, ${toolCallId}, 'search_web', 'Brave')`.execute(db)
  return {
    params: { conversationId, conversationSegmentId, toolCallId },
    input: { approved: false, remember: 'Once' },
  }
}
