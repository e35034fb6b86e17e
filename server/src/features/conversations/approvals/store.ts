import { sql } from 'kysely'
import type { Database, Sql } from '../../../platform/database/database.ts'

export type Decision = 'Approved' | 'Declined' | 'Expired'

/** The channel that names the segment whose calls were decided. */
export const DECIDED = 'tool_call_decided'

export interface ToolCallPlace {
  segmentId: string
  toolCallId: string
}

/** What a call would do: which tool sends something to whom. */
export interface AskedCall {
  tool: string
  recipient: string
}

/**
 * Stores that a call waits for a decision; can be repeated. Returns true if such calls of the same agent were already
 * approved for the conversation; then the call is stored as approved.
 */
export async function insertWaiting(
  db: Sql,
  { segmentId, toolCallId }: ToolCallPlace,
  { tool, recipient }: AskedCall,
): Promise<boolean> {
  const stored = await sql<{ state: string }>`
    insert into tool_approval as kept (segment_id, tool_call_id, tool, recipient, state, decided_at)
    select s.id, ${toolCallId}, ${tool}, ${recipient}, case when known.yes then 'Approved' else 'Waiting' end,
      case when known.yes then now() end
    from conversation_segment s join gpt_system_configuration_state c on c.id = s.state_id,
      lateral (select exists (
        select from tool_approval a join conversation_segment other on other.id = a.segment_id
        join gpt_system_configuration_state of_other on of_other.id = other.state_id
        where other.conversation_id = s.conversation_id and of_other.gpt_system_id = c.gpt_system_id
          and a.tool = ${tool} and a.recipient = ${recipient}
          and a.state = 'Approved' and a.for_conversation) as yes) known
    where s.id = ${segmentId}
    on conflict (segment_id, tool_call_id) do update set tool = kept.tool
    returning state`.execute(db)
  return stored.rows[0]?.state === 'Approved'
}

/** Returns the decision on a call, or null while it waits. A call that is no longer stored is declined. */
export async function readDecision(
  db: Sql,
  { segmentId, toolCallId }: ToolCallPlace,
): Promise<Decision | null> {
  const found = await sql<{ state: Decision | 'Waiting' }>`
    select state from tool_approval where segment_id = ${segmentId} and tool_call_id = ${toolCallId}`.execute(
    db,
  )
  const state = found.rows[0]?.state ?? 'Declined'
  return state === 'Waiting' ? null : state
}

/**
 * Stores a decision on a waiting call and tells the process that waits for it. A refusal, and an approval for the
 * conversation, apply to the other waiting calls of the same kind in this answer too. Returns false if the call no longer
 * waits.
 */
export async function storeDecision(
  database: Database,
  { segmentId, toolCallId }: ToolCallPlace,
  decision: Decision,
  forConversation = false,
): Promise<boolean> {
  const forAll = forConversation || decision === 'Declined'
  const decided = await sql<{ toolCallId: string }>`with decided as (
      update tool_approval a set state = ${decision}, decided_at = now(), for_conversation = ${forConversation}
      where a.segment_id = ${segmentId} and a.state = 'Waiting'
        and (a.tool_call_id = ${toolCallId} or (${forAll} and exists (select from tool_approval this
          where this.segment_id = a.segment_id and this.tool_call_id = ${toolCallId} and this.tool = a.tool
            and this.recipient = a.recipient and this.state = 'Waiting')))
      returning a.tool_call_id)
    select tool_call_id as "toolCallId", pg_notify(${DECIDED}, ${segmentId}) from decided`.execute(
    database.db,
  )
  return decided.rows.some((row) => row.toolCallId === toolCallId)
}

/** Returns whether this call was ever asked about. */
export async function existsCall(db: Sql, { segmentId, toolCallId }: ToolCallPlace): Promise<boolean> {
  const found = await sql`
    select from tool_approval where segment_id = ${segmentId} and tool_call_id = ${toolCallId}`.execute(db)
  return found.rows.length > 0
}
