import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../access/actor.ts'
import type { Clock } from '../clock.ts'
import type { Database, Sql } from '../database/database.ts'
import { deriveKey } from '../keys.ts'

/** What was changed: the entity and its fields before and after; null where it did not or does not exist. */
export interface Change {
  entityType: string
  entityId: string
  entityName: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason?: string
}

/** Who changed it and through which call. */
export interface Origin {
  actor: Actor | null
  area: string
  verb: string
  requestId: string
  network: string | null
  userAgent: string | null
}

export interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

interface Row {
  id: string
  seq: number
  at: string
  actorUserId: string | null
  actorName: string
  actorKind: 'User' | 'System'
  area: string
  verb: string
  entityType: string
  entityId: string
  entityName: string
  outcome: 'Done' | 'Refused' | 'Failed'
  changes: FieldChange[]
  reason: string | null
  requestId: string
  network: string | null
  userAgent: string | null
}

/** An entry as a thing's own page shows it. */
export interface ShownEntry {
  seq: number
  auditEntryId: string
  at: string
  actorName: string
  verb: string
  changes: FieldChange[]
}

export interface Audit {
  /** Records a change in the change's own transaction. */
  record(tx: Sql, origin: Origin, change: Change): Promise<void>
  /** Records an attempt that was refused or failed, in a transaction of its own. */
  recordAttempt(origin: Origin, outcome: 'Refused' | 'Failed', entityId: string, code: string): Promise<void>
  /** What was changed of one thing, the newest first, from before the entry with this number. */
  entriesOf(
    entityType: string,
    entityId: string,
    page: { before: number | null; limit: number },
  ): Promise<ShownEntry[]>
  /** Walks the chain; `firstBroken` is the first entry whose hash, number or predecessor does not fit. */
  verify(): Promise<{ checked: number; firstBroken: number | null }>
}

export function createAudit(database: Database, clock: Clock, secretKey: Buffer): Audit {
  const key = deriveKey(secretKey, 'audit-chain')

  async function append(
    tx: Sql,
    origin: Origin,
    entry: Pick<Row, 'entityType' | 'entityId' | 'entityName' | 'outcome' | 'changes' | 'reason'>,
  ) {
    const head = await sql<{
      seq: number
      hash: string
    }>`select seq, hash from audit_head for update`.execute(tx)
    const before = head.rows[0]
    if (!before) throw new Error('The head of the audit log is missing.')
    const row: Row = {
      id: uuid(),
      seq: before.seq + 1,
      at: clock.now().toISOString(),
      actorUserId: origin.actor?.userId ?? null,
      actorName: origin.actor?.name ?? 'Parlance',
      actorKind: origin.actor ? 'User' : 'System',
      area: origin.area,
      verb: origin.verb,
      requestId: origin.requestId,
      network: origin.network,
      userAgent: origin.userAgent?.slice(0, 300) ?? null,
      ...entry,
    }
    const hash = chainHash(key, before.hash, row)
    await sql`with entry as (
      insert into audit_entry (id, seq, at, actor_user_id, actor_name, actor_kind, area, verb, entity_type, entity_id,
        entity_name, outcome, changes, reason, request_id, network, user_agent, previous_hash, hash)
      values (${row.id}, ${row.seq}, ${row.at}, ${row.actorUserId}, ${row.actorName}, ${row.actorKind}, ${row.area},
        ${row.verb}, ${row.entityType}, ${row.entityId}, ${row.entityName}, ${row.outcome},
        ${JSON.stringify(row.changes)}::jsonb, ${row.reason}, ${row.requestId}, ${row.network}, ${row.userAgent},
        ${before.hash}, ${hash}))
      update audit_head set seq = ${row.seq}, hash = ${hash}`.execute(tx)
  }

  return {
    record: (tx, origin, change) =>
      append(tx, origin, {
        entityType: change.entityType,
        entityId: change.entityId,
        entityName: change.entityName,
        outcome: 'Done',
        changes: differences(change.before, change.after),
        reason: change.reason ?? null,
      }),
    recordAttempt: (origin, outcome, entityId, code) =>
      database.transaction((tx) =>
        append(tx, origin, {
          entityType: origin.area,
          entityId,
          entityName: '',
          outcome,
          changes: [],
          reason: code,
        }),
      ),
    async entriesOf(entityType, entityId, { before, limit }) {
      const found =
        await sql<ShownEntry>`select seq, id as "auditEntryId", actor_name as "actorName", verb, changes,
        to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
        from audit_entry where entity_type = ${entityType} and entity_id = ${entityId} and outcome = 'Done'
          and (${before}::bigint is null or seq < ${before}::bigint)
        order by seq desc limit ${limit}`.execute(database.db)
      return found.rows
    },
    verify: () => verify(database, key),
  }
}

/** The fields that differ, by name; both sides as JSON sees them. */
export function differences(
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort()
  return fields
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

function chainHash(key: Buffer, previousHash: string, row: Row): string {
  return createHmac('sha256', key).update(previousHash).update('\n').update(canonical(row)).digest('hex')
}

/** JSON with sorted keys: jsonb does not keep the order in which keys were written. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value && typeof value === 'object') {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined)
    return `{${entries
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`)
      .join(',')}}`
  }
  return JSON.stringify(value ?? null)
}

const VERIFY_BATCH = 500

async function verify(
  database: Database,
  key: Buffer,
): Promise<{ checked: number; firstBroken: number | null }> {
  let previous = ''
  let checked = 0
  for (;;) {
    const batch = await sql<Row & { previousHash: string; hash: string; atTime: Date }>`
      select id, seq, at as "atTime", actor_user_id as "actorUserId", actor_name as "actorName",
        actor_kind as "actorKind", area, verb, entity_type as "entityType", entity_id as "entityId",
        entity_name as "entityName", outcome, changes, reason, request_id as "requestId", network,
        user_agent as "userAgent", previous_hash as "previousHash", hash
      from audit_entry where seq > ${checked} order by seq limit ${VERIFY_BATCH}`.execute(database.db)
    for (const { previousHash, hash, atTime, ...row } of batch.rows) {
      const expected = chainHash(key, previous, { ...row, at: atTime.toISOString() })
      if (row.seq !== checked + 1 || previousHash !== previous || hash !== expected) {
        return { checked, firstBroken: checked + 1 }
      }
      previous = hash
      checked = row.seq
    }
    if (batch.rows.length < VERIFY_BATCH) break
  }
  const head = await sql<{ seq: number; hash: string }>`select seq, hash from audit_head`.execute(database.db)
  const intact = head.rows[0]?.seq === checked && head.rows[0].hash === previous
  return { checked, firstBroken: intact ? null : checked + 1 }
}
