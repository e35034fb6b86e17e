import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../access/actor.ts'
import type { Clock } from '../clock.ts'
import type { Database, Sql } from '../database/database.ts'
import { deriveKey } from '../keys.ts'
import { type ChainedEntry, chainHash, type Verified, verifyChain } from './chain.ts'
import { differences, type FieldChange, type Recorded, shownChanges } from './differences.ts'
import type { Head, OutsideHead } from './outsideHead.ts'

/**
 * A change to an entity: its fields before and after, or null if it didn't or doesn't exist. Each side lists
 * every field that can be restored, always under the same names. The log stores only the differences, by path
 * and without secrets.
 */
interface Change {
  entityType: string
  entityId: string
  entityName: string
  before: Recorded | null
  after: Recorded | null
  reason?: string
  /** Set when the entity belongs to another area than the call, as with a restored object. */
  area?: string
}

/**
 * Adds an entry to the audit log, in the transaction of the change. `nothing` means that the requested state
 * already applies, so there is nothing to record.
 */
export type RecordChange = (change: Change | 'nothing') => void

/** The actor and the call that caused a change. */
export interface Origin {
  actor: Pick<Actor, 'userId' | 'name'> | null
  area: string
  verb: string
  requestId: string
  network: string | null
  userAgent: string | null
}

/** An entry as shown on an object's own page. */
interface ShownEntry {
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
  /** Records a refused or failed attempt in its own transaction. */
  recordAttempt(origin: Origin, outcome: 'Refused' | 'Failed', entityId: string, code: string): Promise<void>
  /** Returns the changes to one object, newest first, that precede the entry with the given number. */
  entriesOf(
    entityType: string,
    entityId: string,
    page: { before: number | null; limit: number },
  ): Promise<ShownEntry[]>
  /** Verifies the chain. `firstBroken` is the first entry whose hash, number, or predecessor doesn't match. */
  verify(): Promise<Verified>
}

type Written = Pick<
  ChainedEntry,
  'area' | 'entityType' | 'entityId' | 'entityName' | 'outcome' | 'effect' | 'changes' | 'reason'
>

/**
 * `heads` records the end of the chain outside the database. It is null for a snapshot, which no longer
 * changes.
 */
export function createAudit(
  database: Database,
  clock: Clock,
  secretKey: Buffer,
  heads: OutsideHead | null = null,
): Audit {
  const key = deriveKey(secretKey, 'audit-chain')

  async function append(tx: Sql, origin: Origin, entry: Written) {
    const head = await sql<Head>`select seq, hash from audit_head for update`.execute(tx)
    const before = head.rows[0]
    if (!before) throw new Error('The head of the audit log is missing.')
    const row: ChainedEntry = {
      id: uuid(),
      seq: before.seq + 1,
      at: clock.now().toISOString(),
      actorUserId: origin.actor?.userId ?? null,
      actorName: origin.actor?.name ?? 'Parlance',
      actorKind: origin.actor ? 'User' : 'System',
      verb: origin.verb,
      requestId: origin.requestId,
      network: origin.network,
      userAgent: origin.userAgent?.slice(0, 300) ?? null,
      ...entry,
    }
    const hash = chainHash(key, before.hash, row)
    await sql`with entry as (
      insert into audit_entry (id, seq, at, actor_user_id, actor_name, actor_kind, area, verb, entity_type, entity_id,
        entity_name, outcome, effect, changes, reason, request_id, network, user_agent, previous_hash, hash)
      values (${row.id}, ${row.seq}, ${row.at}, ${row.actorUserId}, ${row.actorName}, ${row.actorKind}, ${row.area},
        ${row.verb}, ${row.entityType}, ${row.entityId}, ${row.entityName}, ${row.outcome}, ${row.effect},
        ${JSON.stringify(row.changes)}::jsonb, ${row.reason}, ${row.requestId}, ${row.network}, ${row.userAgent},
        ${before.hash}, ${hash}))
      update audit_head set seq = ${row.seq}, hash = ${hash}`.execute(tx)
    heads?.expect(row.seq)
  }

  return {
    record: (tx, origin, change) =>
      append(tx, origin, {
        area: change.area ?? origin.area,
        entityType: change.entityType,
        entityId: change.entityId,
        entityName: change.entityName,
        outcome: 'Done',
        effect: change.before === null ? 'Made' : change.after === null ? 'Removed' : null,
        changes: differences(change.before, change.after),
        reason: change.reason ?? null,
      }),
    recordAttempt: (origin, outcome, entityId, code) =>
      database.transaction((tx) =>
        append(tx, origin, {
          area: origin.area,
          entityType: origin.area,
          entityId,
          entityName: '',
          outcome,
          effect: null,
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
      return found.rows.map((row) => ({ ...row, changes: shownChanges(row.changes) }))
    },
    verify: async () => verifyChain(database, key, (await heads?.read()) ?? null),
  }
}
