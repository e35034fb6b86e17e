import type { PublishRequest } from '@parlance/contract/agentPublishing'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'
import { publishingReadBy } from '../policy.ts'

export type RequestRow = z.output<typeof PublishRequest>

const columns = ({ userId, actions }: Actor) => sql`q.id as "publishRequestId",
  q.state_id as "gptSystemConfigurationStateId", s.number, q.note, q.status, r.name as "requestedBy",
  ${isoTime('q.requested_at')} as "requestedAt", d.name as "decidedBy", ${isoTime('q.decided_at')} as "decidedAt",
  q.decision_note as "decisionNote", s.version <> q.state_version as "isChanged",
  q.status = 'Open' and ${actions.has('GptSystemsApprove')}::boolean and q.requested_by is distinct from ${userId}::uuid
    as "mayDecide",
  q.status = 'Open' and q.requested_by is not distinct from ${userId}::uuid as "mayWithdraw"`

const requests = sql`publish_request q join gpt_system g on g.id = q.gpt_system_id
  join gpt_system_configuration_state s on s.id = q.state_id
  left join app_user r on r.id = q.requested_by left join app_user d on d.id = q.decided_by`

/** Returns the last request to publish a version of an agent. The caller has checked access. */
export async function findLast(db: Sql, actor: Actor, gptSystemId: string): Promise<RequestRow | null> {
  const found = await sql<RequestRow>`select ${columns(actor)} from ${requests}
    where q.gpt_system_id = ${gptSystemId}::uuid order by q.requested_at desc, q.id desc limit 1`.execute(db)
  return found.rows[0] ?? null
}

/** A request as its decision needs it. */
export interface Requested extends RequestRow {
  requesterId: string | null
  stateVersion: number
}

/** Returns a request about which the user can learn, locked until the transaction ends. */
export async function findRequest(
  tx: Sql,
  actor: Actor,
  { gptSystemId, publishRequestId }: { gptSystemId: string; publishRequestId: string },
): Promise<Requested | null> {
  const found = await sql<Requested>`select ${columns(actor)}, q.requested_by as "requesterId",
      q.state_version as "stateVersion"
    from ${requests} where q.id = ${publishRequestId}::uuid and g.id = ${gptSystemId}::uuid and ${publishingReadBy(actor)}
    for update of q`.execute(tx)
  return found.rows[0] ?? null
}

/** Throws a unique violation if another request of the agent is open. */
export async function insertRequest(
  tx: Sql,
  request: { gptSystemId: string; stateId: string; stateVersion: number; note: string; by: string },
): Promise<string> {
  const id = uuid()
  await sql`insert into publish_request (id, gpt_system_id, state_id, state_version, note, requested_by)
    values (${id}, ${request.gptSystemId}::uuid, ${request.stateId}::uuid, ${request.stateVersion}, ${request.note},
      ${request.by}::uuid)`.execute(tx)
  return id
}

export async function decide(
  tx: Sql,
  publishRequestId: string,
  { status, note, by }: { status: 'Approved' | 'Rejected' | 'Withdrawn'; note: string; by: string },
): Promise<void> {
  await sql`update publish_request set status = ${status}, decided_by = ${by}::uuid, decided_at = now(),
    decision_note = ${note} where id = ${publishRequestId}::uuid`.execute(tx)
}

/** Returns the name of an agent in one of its versions. */
export async function readName(db: Sql, stateId: string): Promise<string> {
  const found = await sql<{ name: string }>`select name from gpt_system_configuration_state
    where id = ${stateId}::uuid`.execute(db)
  return found.rows[0]?.name ?? ''
}
