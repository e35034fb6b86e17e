import type { HeldSubject, LegalHold } from '@parlance/contract/legalHolds'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'

export type LegalHoldRow = z.output<typeof LegalHold>
export type Subject = z.output<typeof HeldSubject>

export interface Position {
  at: string
  id: string
}

// Legal holds belong to the instance; the endpoints check who can read them.

const agentName = sql`(select s.name from gpt_system g join gpt_system_configuration_state s on s.gpt_system_id = g.id
  where g.id = h.gpt_system_id order by s.id = g.published_state_id desc nulls last, s.number desc limit 1)`
const nameOf = (column: string) =>
  sql`(select nullif(u.name, '') from app_user u where u.id = ${sql.ref(`h.${column}`)})`

const columns = sql`h.id as "legalHoldId", jsonb_strip_nulls(jsonb_build_object('kind',
    case when h.user_id is null then 'Agent' else 'Person' end, 'userId', h.user_id, 'gptSystemId', h.gpt_system_id))
    as subject, coalesce(${nameOf('user_id')}, ${agentName}) as name, h.reason, ${nameOf('set_by')} as "setBy",
  ${isoTime('h.set_at')} as "setAt", ${nameOf('released_by')} as "releasedBy",
  ${isoTime('h.released_at')} as "releasedAt"`

/** Returns some legal holds in force, or some released ones, the latest first. */
export async function readHolds(
  db: Sql,
  { released, after, limit }: { released: boolean; after: Position | null; limit: number },
): Promise<LegalHoldRow[]> {
  const found = await sql<LegalHoldRow>`select ${columns} from legal_hold h
    where h.released_at is ${released ? sql`not null` : sql`null`}
      and ${after ? sql`(h.set_at, h.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by h.set_at desc, h.id desc limit ${limit}`.execute(db)
  return found.rows
}

/** Returns how many holds are in force. Until the transaction ends, no others are added. */
export async function lockCount(tx: Sql): Promise<number> {
  await sql`lock table legal_hold in share row exclusive mode`.execute(tx)
  const found = await sql<{ n: number }>`select count(*)::int as n from legal_hold
    where released_at is null`.execute(tx)
  return found.rows[0]?.n ?? 0
}

/** Whether the person or agent exists. Deleted ones do, as long as they can be restored. */
export async function isThere(tx: Sql, subject: Subject): Promise<boolean> {
  const found =
    subject.kind === 'Person'
      ? await sql`select from app_user where id = ${subject.userId} and erased_at is null`.execute(tx)
      : await sql`select from gpt_system where id = ${subject.gptSystemId}`.execute(tx)
  return found.rows.length > 0
}

export async function insertHold(
  tx: Sql,
  by: Actor,
  subject: Subject,
  reason: string,
): Promise<LegalHoldRow> {
  const id = uuid()
  await sql`insert into legal_hold (id, user_id, gpt_system_id, reason, set_by)
    values (${id}, ${subject.kind === 'Person' ? subject.userId : null}::uuid,
      ${subject.kind === 'Agent' ? subject.gptSystemId : null}::uuid, ${reason}, ${by.userId})`.execute(tx)
  const row = await lockHold(tx, id)
  if (!row) throw new Error('The stored legal hold is missing.')
  return row
}

/** Returns a hold, locked until the transaction ends. */
export async function lockHold(tx: Sql, legalHoldId: string): Promise<LegalHoldRow | null> {
  await sql`select from legal_hold where id = ${legalHoldId}::uuid for update`.execute(tx)
  const found =
    await sql<LegalHoldRow>`select ${columns} from legal_hold h where h.id = ${legalHoldId}::uuid`.execute(tx)
  return found.rows[0] ?? null
}

export async function release(tx: Sql, by: Actor, legalHoldId: string): Promise<void> {
  await sql`update legal_hold set released_at = now(), released_by = ${by.userId} where id = ${legalHoldId}::uuid`.execute(
    tx,
  )
}
