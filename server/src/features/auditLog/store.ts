import type { AuditEntryRow, configurationAuditLogs } from '@parlance/contract/configurationAuditLogs'
import type { Input } from '@parlance/contract/endpoint'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { FieldChange } from '../../platform/audit/differences.ts'
import type { Sql } from '../../platform/database/database.ts'

// Anyone who can read the audit log can read all of it, so nothing here checks the reader.

export type Filter = Omit<Input<typeof configurationAuditLogs.list>, 'pageSize' | 'continuationToken'>
export type EntryRow = z.output<typeof AuditEntryRow>

export interface WholeEntry extends EntryRow {
  changes: FieldChange[]
  reason: string | null
  requestId: string
  network: string | null
  userAgent: string | null
  previousHash: string
  hash: string
}

/** The end of a page. The sequence number distinguishes entries of the same time. */
export interface Position {
  at: string
  seq: number
}

const rowColumns = sql`e.id as "auditEntryId", e.seq,
  to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
  jsonb_build_object('userId', e.actor_user_id, 'name', e.actor_name, 'kind', e.actor_kind) as actor,
  e.area, e.verb, e.entity_type as "entityType", e.entity_id as "entityId", e.entity_name as "entityName", e.outcome,
  case when e.outcome = 'Done' then coalesce(e.effect, 'Changed') end as effect,
  case when e.outcome = 'Done' and e.verb in ('publish', 'disable', 'enabled') then (
    select case when c.field = 'disabled' and c.after = 'false' or c.field = 'enabled' and c.after = 'true'
      or c.field = 'publishedStateId' and c.after is not null
      then 'On' else 'Off' end
    from jsonb_to_recordset(e.changes) as c (field text, after text)
    where c.field in ('publishedStateId', 'disabled', 'enabled')) end as turned`
const wholeColumns = sql`${rowColumns}, e.changes, e.reason, e.request_id as "requestId", e.network,
  e.user_agent as "userAgent", e.previous_hash as "previousHash", e.hash`

/**
 * The statement includes only the conditions in use, so that each combination is planned with a matching index.
 */
function fits(filter: Filter): RawBuilder<boolean> {
  const { userId, area, entityId, outcome, search, from, to } = filter
  const conditions = [
    userId === undefined ? null : sql<boolean>`e.actor_user_id = ${userId}::uuid`,
    area === undefined ? null : sql<boolean>`e.area = ${area}`,
    entityId === undefined ? null : sql<boolean>`e.entity_id = ${entityId}`,
    outcome === undefined ? null : outcomeIs(outcome),
    search ? sql<boolean>`strpos(e.search_text, lower(${search})) > 0` : null,
    from === undefined ? null : sql<boolean>`e.at >= ${from}::timestamptz`,
    to === undefined ? null : sql<boolean>`e.at < ${to}::timestamptz`,
  ].filter((condition) => condition !== null)
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Other outcomes are rare and have a partial index, which the statement has to match to use it. */
const outcomeIs = (outcome: NonNullable<Filter['outcome']>) =>
  outcome === 'Done'
    ? sql<boolean>`e.outcome = 'Done'`
    : sql<boolean>`(e.outcome <> 'Done' and e.outcome = ${outcome})`

function page(columns: RawBuilder<unknown>, filter: Filter, after: Position | null, limit: number) {
  const further =
    after === null ? sql`true` : sql`(e.at, e.seq) < (${after.at}::timestamptz, ${after.seq}::bigint)`
  return sql`select ${columns} from audit_entry e where ${fits(filter)} and ${further}
    order by e.at desc, e.seq desc limit ${limit}`
}

export async function readPage(
  db: Sql,
  { filter, after, limit }: { filter: Filter; after: Position | null; limit: number },
): Promise<EntryRow[]> {
  return (await page(rowColumns, filter, after, limit).$castTo<EntryRow>().execute(db)).rows
}

/** Like `readPage`, with the changes. */
export async function readWholePage(
  db: Sql,
  { filter, after, limit }: { filter: Filter; after: Position | null; limit: number },
): Promise<WholeEntry[]> {
  return (await page(wholeColumns, filter, after, limit).$castTo<WholeEntry>().execute(db)).rows
}

export async function readEntry(db: Sql, auditEntryId: string): Promise<WholeEntry | null> {
  const found = await sql<WholeEntry>`select ${wholeColumns} from audit_entry e
    where e.id = ${auditEntryId}`.execute(db)
  return found.rows[0] ?? null
}

type Entity = Pick<EntryRow, 'entityType' | 'entityId'>

/** Returns the number of the newest change of an object and how many changes followed a given one. */
export async function readNewest(
  db: Sql,
  { entityType, entityId }: Entity,
  after: number,
): Promise<{ version: number; later: number }> {
  const found = await sql<{ version: number | null; later: number }>`
    select max(seq) as version, count(*) filter (where seq > ${after}) as later from audit_entry
    where entity_type = ${entityType} and entity_id = ${entityId} and outcome = 'Done'`.execute(db)
  return { version: found.rows[0]?.version ?? 0, later: found.rows[0]?.later ?? 0 }
}

/**
 * Returns, for each field changed since an entry, its value before that. The most recent change comes first.
 */
export async function readFormer(
  db: Sql,
  { entityType, entityId }: Entity,
  from: number,
): Promise<Omit<FieldChange, 'after'>[]> {
  const found = await sql<Omit<FieldChange, 'after'>>`select field, before from (
      select distinct on (c.field) c.field, c.before, e.seq from audit_entry e
        cross join lateral jsonb_to_recordset(e.changes) as c (field text, before jsonb)
      where e.entity_type = ${entityType} and e.entity_id = ${entityId} and e.outcome = 'Done' and e.seq >= ${from}
      order by c.field, e.seq) as earliest
    order by seq desc, field`.execute(db)
  return found.rows
}

/** Prevents parallel restores of this object until the transaction ends, even if it has no row to lock. */
export async function lockRestoring(tx: Sql, { entityType, entityId }: Entity): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`restore ${entityType} ${entityId}`}, 0))`.execute(
    tx,
  )
}
