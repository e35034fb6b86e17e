import { createHmac } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { canonical } from './canonical.ts'
import type { FieldChange } from './differences.ts'
import type { Head } from './outsideHead.ts'

/** An entry as it goes into its hash. */
export interface ChainedEntry {
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
  /** Omitted if null, so that entries from before effects existed keep their hash. */
  effect: 'Made' | 'Removed' | null
  changes: FieldChange[]
  reason: string | null
  requestId: string
  network: string | null
  userAgent: string | null
}

export interface Verified {
  /** The number of intact entries, counted from the first. */
  checked: number
  /** The first entry that isn't intact; null if all are. */
  firstBroken: number | null
  /**
   * `Altered`: this entry or an earlier one was changed, moved, or deleted. `CutOff`: this entry and all later
   * ones are missing. `Replaced`: other entries took their place.
   */
  error: 'Altered' | 'CutOff' | 'Replaced' | null
  /** The end of the chain as recorded outside the database; null if no record was found. */
  outside: Head | null
}

export function chainHash(key: Buffer, previousHash: string, { effect, ...entry }: ChainedEntry): string {
  const text = canonical(effect === null ? entry : { ...entry, effect })
  return createHmac('sha256', key).update(previousHash).update('\n').update(text).digest('hex')
}

const BATCH = 500

/**
 * Verifies the chain up to where it ended when verification began, so that later entries aren't errors.
 * Compares that end with the database's head and with the external record. The external record must be read
 * before the database: it never leads, so its entry must exist.
 */
export async function verifyChain(database: Database, key: Buffer, outside: Head | null): Promise<Verified> {
  const { head, beyond } = await readEnd(database)
  const broken = (checked: number, firstBroken: number, error: Verified['error']): Verified => ({
    checked,
    firstBroken,
    error,
    outside,
  })
  let previous = ''
  let checked = 0
  const effect = await effectColumn(database)
  let noted = outside === null || outside.seq === 0
  while (checked < head.seq) {
    const batch = await readBatch(database, effect, { after: checked, upTo: head.seq })
    for (const { previousHash, hash, atTime, ...row } of batch) {
      const expected = chainHash(key, previous, { ...row, at: atTime.toISOString() })
      if (row.seq !== checked + 1 || previousHash !== previous || hash !== expected)
        return broken(checked, checked + 1, 'Altered')
      if (row.seq === outside?.seq) {
        if (hash !== outside.hash) return broken(checked, row.seq, 'Replaced')
        noted = true
      }
      previous = hash
      checked = row.seq
    }
    if (batch.length === 0) return broken(checked, checked + 1, 'CutOff')
  }
  if (head.hash !== previous) return broken(checked, checked + 1, 'CutOff')
  if (beyond !== null) return broken(checked, beyond, 'Altered')
  return noted ? { checked, firstBroken: null, error: null, outside } : broken(checked, checked + 1, 'CutOff')
}

/** Returns the end of the chain, and the first entry beyond it, which no regular writer leaves. */
async function readEnd(database: Database): Promise<{ head: Head; beyond: number | null }> {
  const found = await sql<Head & { beyond: number | null }>`select h.seq, h.hash,
    (select min(e.seq) from audit_entry e where e.seq > h.seq) as beyond from audit_head h`.execute(
    database.db,
  )
  const { beyond = null, ...head } = found.rows[0] ?? { seq: 0, hash: '' }
  if (found.rows[0]) return { head, beyond }
  const first = await sql<{ seq: number | null }>`select min(seq) as seq from audit_entry`.execute(
    database.db,
  )
  return { head, beyond: first.rows[0]?.seq ?? null }
}

/** Backups also read databases with a schema from before effects existed. */
async function effectColumn(database: Database): Promise<RawBuilder<unknown>> {
  const found = await sql`select from pg_attribute
    where attrelid = 'audit_entry'::regclass and attname = 'effect'`.execute(database.db)
  return found.rows.length > 0 ? sql`effect` : sql`null::text as effect`
}

async function readBatch(
  database: Database,
  effect: RawBuilder<unknown>,
  { after, upTo }: { after: number; upTo: number },
) {
  const found = await sql<ChainedEntry & { previousHash: string; hash: string; atTime: Date }>`
    select id, seq, at as "atTime", actor_user_id as "actorUserId", actor_name as "actorName",
      actor_kind as "actorKind", area, verb, entity_type as "entityType", entity_id as "entityId",
      entity_name as "entityName", outcome, ${effect}, changes, reason, request_id as "requestId", network,
      user_agent as "userAgent", previous_hash as "previousHash", hash
    from audit_entry where seq > ${after} and seq <= ${upTo} order by seq limit ${BATCH}`.execute(database.db)
  return found.rows
}
