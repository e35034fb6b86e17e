import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import type { EntityKind } from './entities.ts'
import { GRAPH_RULES, type PassageGraph } from './relations.ts'

/** A file that this process has claimed. */
export interface Task {
  fileId: string
  libraryId: number
  fileVersion: number
  nextOrdinal: number
  failures: number
  /** Whether a language model reads the file now, after the rules. */
  byModel: boolean
}

export interface Unread {
  passageId: string
  ordinal: number
  fileName: string
  text: string
}

/** A passage with what it contributes to the graph. */
export interface ReadPassage extends PassageGraph {
  passageId: string
}

const LEASE = sql.raw("interval '60 seconds'")

/** Identifies this lock among advisory locks. Its second number is the library. */
const GRAPH = 7_350_214

/** Orders all writers of a library’s graph, so that its counts are exact and no two wait for each other. */
async function lockGraph(tx: Sql, libraryId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${GRAPH}::int, ${libraryId}::int)`.execute(tx)
}

/** A library `d` that has a graph. */
const hasGraph = sql.raw(`d.data_source_type = 'UploadedFiles' and d.graph_index`)

/** Queues a file version that has just become searchable, in the transaction that makes it so. */
export async function queueFile(tx: Sql, fileId: string, fileVersion: number): Promise<void> {
  await sql`insert into graph_task (file_id, file_version)
    select f.file_id, ${fileVersion} from file f join data_source d on d.data_source_id = f.data_source_id
    where f.file_id = ${fileId} and ${hasGraph}
    on conflict (file_id) do update set file_version = excluded.file_version, next_ordinal = 0, failures = 0,
      by_model = false, lease_holder = null, lease_until = null`.execute(tx)
}

/** Has the files of a library queued in steps, after its graph was turned on. */
export async function requeue(tx: Sql, dataSourceId: string): Promise<void> {
  await sql`update data_source set graph_rules = 0, graph_queued_to = null where data_source_id = ${dataSourceId}`.execute(
    tx,
  )
}

/**
 * Queues the next searchable files of a library whose files aren’t all queued, such as those from before there were
 * graphs. Returns whether there may be more.
 */
export async function queueSome(tx: Sql, limit: number): Promise<boolean> {
  const found = await sql<{ dataSourceId: string; queuedTo: string | null }>`
    select d.data_source_id as "dataSourceId", d.graph_queued_to as "queuedTo" from data_source d
    where ${hasGraph} and d.graph_rules < ${GRAPH_RULES} limit 1 for update skip locked`.execute(tx)
  const library = found.rows[0]
  if (!library) return false
  const { dataSourceId, queuedTo } = library
  const next = await sql<{ fileId: string }>`select file_id as "fileId" from file
    where data_source_id = ${dataSourceId} and file_id > coalesce(${queuedTo}::uuid, '00000000-0000-0000-0000-000000000000')
    order by file_id limit ${limit}`.execute(tx)
  const fileIds = next.rows.map(({ fileId }) => fileId)
  await sql`insert into graph_task (file_id, file_version)
    select file_id, ready_version from file
    where file_id = any(${fileIds}::uuid[]) and ready_version is not null and removed_at is null
    on conflict (file_id) do update set next_ordinal = 0, by_model = false, lease_holder = null,
      lease_until = null`.execute(tx)
  const last = fileIds.at(-1)
  await sql`update data_source set graph_queued_to = ${last ?? null}::uuid,
      graph_rules = ${last === undefined ? GRAPH_RULES : 0}
    where data_source_id = ${dataSourceId}`.execute(tx)
  return true
}

/** Claims the file that has waited longest for the rules, or for a language model. */
export async function claim(db: Sql, holder: string, byModel: boolean): Promise<Task | null> {
  const result = await sql<Task>`
    with next as (select t.file_id from graph_task t
      where t.by_model = ${byModel} and (t.lease_until is null or t.lease_until < now())
      order by t.created_at, t.file_id limit 1 for update of t skip locked)
    update graph_task t set lease_holder = ${holder}, lease_until = now() + ${LEASE}
    from next, file f join data_source d on d.data_source_id = f.data_source_id
    where t.file_id = next.file_id and f.file_id = next.file_id
    returning t.file_id as "fileId", d.number as "libraryId", t.file_version as "fileVersion",
      t.next_ordinal as "nextOrdinal", t.failures, t.by_model as "byModel"`.execute(db)
  return result.rows[0] ?? null
}

/** Returns the next passages of the claimed file. None if its version isn’t searchable anymore. */
export async function readNext(db: Sql, task: Task, limit: number): Promise<Unread[]> {
  const result =
    await sql<Unread>`select p.passage_id::text as "passageId", p.ordinal, f.name as "fileName", p.text
    from passage p join file f on f.file_id = p.file_id join data_source d on d.data_source_id = f.data_source_id
    where p.file_id = ${task.fileId} and p.file_version = ${task.fileVersion} and p.ordinal >= ${task.nextOrdinal}
      and f.removed_at is null and f.ready_version = p.file_version and ${hasGraph}
      and (not ${task.byModel} or d.graph_by_model)
    order by p.ordinal limit ${limit}`.execute(db)
  return result.rows
}

/** Moves on in the file and renews the lease. Returns false if another process has it. */
export async function advance(tx: Sql, task: Task, holder: string, nextOrdinal: number): Promise<boolean> {
  const updated =
    await sql`update graph_task set next_ordinal = ${nextOrdinal}, failures = 0, lease_until = now() + ${LEASE}
    where file_id = ${task.fileId} and file_version = ${task.fileVersion} and lease_holder = ${holder}`.execute(
      tx,
    )
  return updated.numAffectedRows === 1n
}

/** Ends work on a file. If a language model adds to the graph of its library, the file waits for it. */
export async function finish(db: Sql, task: Task, holder: string): Promise<void> {
  const ours = sql`t.file_id = ${task.fileId} and t.file_version = ${task.fileVersion} and t.lease_holder = ${holder}`
  if (!task.byModel) {
    const handed = await sql`update graph_task t set by_model = true, next_ordinal = 0, failures = 0,
        lease_holder = null, lease_until = null
      from file f join data_source d on d.data_source_id = f.data_source_id
      where ${ours} and f.file_id = t.file_id and d.graph_by_model and ${hasGraph}`.execute(db)
    if (handed.numAffectedRows === 1n) return
  }
  await sql`delete from graph_task t where ${ours}`.execute(db)
}

/** Releases a file that this process didn’t finish through no fault of the file. */
export async function giveBack(db: Sql, task: Task, holder: string): Promise<void> {
  await sql`update graph_task set lease_holder = null, lease_until = null
    where file_id = ${task.fileId} and lease_holder = ${holder}`.execute(db)
}

/** Renews the lease. */
export async function renew(db: Sql, task: Task, holder: string): Promise<void> {
  await sql`update graph_task set lease_until = now() + ${LEASE}
    where file_id = ${task.fileId} and lease_holder = ${holder}`.execute(db)
}

/** Takes the files of libraries that a language model no longer reads from its queue. Returns whether there may be more. */
export async function dropSome(tx: Sql, limit: number): Promise<boolean> {
  const dropped = await sql`delete from graph_task where file_id in (
      select t.file_id from graph_task t join file f on f.file_id = t.file_id
      join data_source d on d.data_source_id = f.data_source_id
      where t.by_model and not (d.graph_by_model and d.graph_index) limit ${limit} for update of t skip locked)`.execute(
    tx,
  )
  return dropped.numAffectedRows === BigInt(limit)
}

/** Releases the file so it can be claimed again after `seconds`. */
export async function postpone(db: Sql, task: Task, holder: string, seconds: number): Promise<void> {
  await sql`update graph_task set failures = failures + 1, lease_until = now() + make_interval(secs => ${seconds})
    where file_id = ${task.fileId} and lease_holder = ${holder}`.execute(db)
}

/** Only this process uses the embedded database, so the leases of a killed process are freed at once. */
export async function freeLeases(db: Sql): Promise<void> {
  await sql`update graph_task set lease_holder = null, lease_until = null where lease_holder is not null`.execute(
    db,
  )
}

interface MentionRow {
  passageId: string
  key: string
  kind: EntityKind
  name: string
  isTitle: boolean
}

/** Stores what passages contribute that still exist, in place of what earlier rules have found in them. */
export async function storeGraph(
  tx: Sql,
  libraryId: number,
  passages: readonly ReadPassage[],
): Promise<void> {
  await lockGraph(tx, libraryId)
  const ids = passages.map(({ passageId }) => passageId)
  await deleteMentions(tx, libraryId, ids)
  const existing = await sql<{ id: string }>`select passage_id::text as id from passage
    where passage_id = any(${ids}::bigint[]) and library_id = ${libraryId}`.execute(tx)
  const there = new Set(existing.rows.map(({ id }) => id))
  const kept = passages.filter(({ passageId }) => there.has(passageId))
  const mentions = kept.flatMap(mentionsOf)
  if (mentions.length === 0) return
  const entityIds = await countEntities(tx, libraryId, mentions)
  await sql`insert into mention (library_id, entity_id, passage_id, kind, name, is_title)
    select ${libraryId}, * from unnest(${mentions.map(({ key }) => entityIds.get(key)!)}::bigint[],
      ${mentions.map(({ passageId }) => passageId)}::bigint[], ${mentions.map(({ kind }) => kind)}::text[],
      ${mentions.map(({ name }) => name)}::text[], ${mentions.map(({ isTitle }) => isTitle)}::boolean[])`.execute(
    tx,
  )
  const relations = kept.flatMap(({ passageId, relations: own }) => own.map((one) => ({ ...one, passageId })))
  if (relations.length === 0) return
  await sql`insert into relation (library_id, passage_id, from_id, to_id, kind)
    select ${libraryId}, * from unnest(${relations.map(({ passageId }) => passageId)}::bigint[],
      ${relations.map(({ from }) => entityIds.get(from)!)}::bigint[],
      ${relations.map(({ to }) => entityIds.get(to)!)}::bigint[], ${relations.map(({ kind }) => kind)}::text[])`.execute(
    tx,
  )
}

function mentionsOf({ passageId, entities, title }: ReadPassage): MentionRow[] {
  const own = entities.map((one) => ({ ...one, passageId, isTitle: one.key === title?.key }))
  return title && !own.some(({ isTitle }) => isTitle) ? [...own, { ...title, passageId, isTitle: true }] : own
}

/**
 * Adds mentions to the counts of their entities, and returns the IDs by key. Of several kinds, the first in the alphabet
 * is shown, and of its spellings the last, so that the order in which files are read doesn’t matter.
 */
async function countEntities(
  tx: Sql,
  libraryId: number,
  mentions: readonly MentionRow[],
): Promise<Map<string, string>> {
  const byKey = Map.groupBy(mentions, ({ key }) => key)
  const rows = [...byKey].map(([key, all]) => ({
    key,
    ...all
      .map(({ kind, name }) => ({ kind, name }))
      .reduce((one, two) => (isShownBefore(two, one) ? two : one)),
    df: all.length,
  }))
  const stored = await sql<{ key: string; id: string }>`
    insert into entity (library_id, key, kind, name, df)
    select ${libraryId}, * from unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ name }) => name)}::text[], ${rows.map(({ df }) => df)}::int[])
    on conflict (library_id, key) do update set df = entity.df + excluded.df,
      kind = least(entity.kind, excluded.kind), name = case when entity.kind = excluded.kind
        then greatest(entity.name, excluded.name) when excluded.kind < entity.kind then excluded.name
        else entity.name end
    returning key, entity_id::text as id`.execute(tx)
  return new Map(stored.rows.map(({ key, id }) => [key, id]))
}

/** Compares as the database does: by bytes. */
function isShownBefore(
  one: Pick<MentionRow, 'kind' | 'name'>,
  two: Pick<MentionRow, 'kind' | 'name'>,
): boolean {
  return one.kind === two.kind
    ? Buffer.compare(Buffer.from(one.name), Buffer.from(two.name)) > 0
    : one.kind < two.kind
}

/** Removes what these passages contribute, and nothing else. Runs in the transaction that deletes the passages. */
export async function clearGraph(tx: Sql, libraryId: number, passageIds: readonly string[]): Promise<void> {
  await lockGraph(tx, libraryId)
  await deleteMentions(tx, libraryId, passageIds)
}

async function deleteMentions(tx: Sql, libraryId: number, passageIds: readonly string[]): Promise<void> {
  await sql`delete from relation where passage_id = any(${[...passageIds]}::bigint[])`.execute(tx)
  const fewer = await sql<{ id: string; isUnused: boolean }>`
    with gone as (delete from mention where passage_id = any(${[...passageIds]}::bigint[]) returning entity_id),
    fewer as (select entity_id, count(*)::int as count from gone group by entity_id)
    update entity e set df = e.df - fewer.count from fewer
    where e.entity_id = fewer.entity_id and e.library_id = ${libraryId}
    returning e.entity_id::text as id, e.df = 0 as "isUnused"`.execute(tx)
  if (fewer.rows.length === 0) return
  const unused = fewer.rows.filter(({ isUnused }) => isUnused).map(({ id }) => id)
  await sql`delete from entity where entity_id = any(${unused}::bigint[])`.execute(tx)
  const others = fewer.rows.filter(({ isUnused }) => !isUnused).map(({ id }) => id)
  // Its spelling and kind can have been those of a passage that is gone.
  await sql`update entity e set kind = left_over.kind, name = left_over.name
    from (select distinct on (entity_id) entity_id, kind, name from mention
      where entity_id = any(${others}::bigint[]) order by entity_id, kind, name desc) left_over
    where e.entity_id = left_over.entity_id
      and (e.kind, e.name) is distinct from (left_over.kind, left_over.name)`.execute(tx)
}

/** Deletes a part of the graph of a library that has none anymore. Returns whether there may be more. */
export async function clearSome(tx: Sql, limit: number): Promise<boolean> {
  const found = await sql<{ libraryId: number }>`select d.number as "libraryId" from data_source d
    where d.data_source_type = 'UploadedFiles' and not d.graph_index
      and exists (select from entity e where e.library_id = d.number) limit 1`.execute(tx)
  const libraryId = found.rows[0]?.libraryId
  if (libraryId === undefined) return false
  await lockGraph(tx, libraryId)
  const doomed = await sql<{ id: string }>`select distinct passage_id::text as id from
    (select passage_id from mention where library_id = ${libraryId} limit ${limit}) as part`.execute(tx)
  await deleteMentions(
    tx,
    libraryId,
    doomed.rows.map(({ id }) => id),
  )
  return true
}

/** Without statistics, the planner scans whole tables. Nothing else gathers them in the embedded database. */
export async function gatherStatistics(db: Sql): Promise<void> {
  for (const table of ['entity', 'mention', 'relation']) await sql`analyze ${sql.table(table)}`.execute(db)
}
