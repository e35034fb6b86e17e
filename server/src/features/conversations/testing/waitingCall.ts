import { sql } from 'kysely'
import type { TestApplication } from '../../../testing/application.ts'

export const toolCallId = 'tool-1-1'

/** Makes an ended answer one that waits for a decision on a call of a tool, and returns the decision to send. */
export async function waitingCall(
  { platform }: TestApplication,
  segmentId: string,
): Promise<{ input: { approved: boolean; remember: string } }> {
  const { db } = platform.database
  await sql`update conversation_segment set status = 'Pending', finished_at = null where id = ${segmentId}`.execute(
    db,
  )
  await sql`insert into tool_approval (segment_id, tool_call_id, tool) values (${segmentId}, ${toolCallId}, 'search_web')
    on conflict (segment_id, tool_call_id) do update set state = 'Waiting', decided_at = null`.execute(db)
  return { input: { approved: false, remember: 'Once' } }
}
