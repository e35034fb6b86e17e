import { sql } from 'kysely'
import type { LanguageEngine } from '../../../engines/registry.ts'
import type { Sql } from '../../../platform/database/database.ts'

/** The vectors of one deployment with one number of dimensions. */
export interface Space {
  vectorSpaceId: number
  /** The library that has a deployment of its own; null for all that have none. */
  libraryId: number | null
  /** The URL of a library's own deployment. */
  endpoint: string | null
  languageEngine: LanguageEngine
  deploymentName: string
  dimensions: number
  /** Searches use the current one until the one being built is complete. An outdated one is being deleted. */
  state: 'Building' | 'Current' | 'Outdated'
  isQueued: boolean
  /** Seconds since its state changed. */
  age: number
}

/** A file that this process has claimed. */
export interface Task {
  vectorSpaceId: number
  fileId: string
  fileVersion: number
  nextOrdinal: number
  /** How often the provider has refused its next passages. */
  refusals: number
}

export interface Unembedded {
  passageId: string
  ordinal: number
  fileName: string
  heading: string
  text: string
}

export interface Embedded {
  passageId: string
  signs: string
  vector: Buffer
}

const LEASE = sql.raw("interval '60 seconds'")
const taskColumns =
  sql.raw(`vector_space_id as "vectorSpaceId", file_id as "fileId", file_version as "fileVersion",
  next_ordinal as "nextOrdinal", refusals`)

/** Returns the spaces of a library with a deployment of its own, or of all others. */
export async function readSpaces(db: Sql, libraryId: number | null): Promise<Space[]> {
  const result =
    await sql<Space>`select vector_space_id as "vectorSpaceId", library_id as "libraryId", endpoint, language_engine as "languageEngine",
    deployment_name as "deploymentName", dimensions, state, is_queued as "isQueued",
    extract(epoch from now() - changed_at)::float8 as age from vector_space
    where library_id is not distinct from ${libraryId}::int order by vector_space_id limit 100`.execute(db)
  return result.rows
}

/**
 * Adds a space to be built, in place of another one that isn't complete, unless another process has just done so. Waits
 * for files that are being made searchable, because they don't see it.
 */
export async function addSpace(
  tx: Sql,
  {
    libraryId,
    languageEngine,
    deploymentName,
    endpoint,
    dimensions,
  }: Pick<Space, 'libraryId' | 'languageEngine' | 'deploymentName' | 'endpoint' | 'dimensions'>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('parlance vector spaces'))`.execute(tx)
  const own = sql`library_id is not distinct from ${libraryId}::int`
  const isSame = sql`(language_engine = ${languageEngine} and deployment_name = ${deploymentName}
    and endpoint is not distinct from ${endpoint}::text and dimensions = ${dimensions}::int)`
  const same =
    await sql`select from vector_space where state <> 'Outdated' and ${own} and ${isSame} limit 1`.execute(tx)
  await sql`update vector_space set state = 'Outdated', changed_at = now()
    where state = 'Building' and ${own} and not ${isSame}`.execute(tx)
  if (same.rows.length > 0) return
  await sql`insert into vector_space (library_id, language_engine, deployment_name, endpoint, dimensions)
    values (${libraryId}, ${languageEngine}, ${deploymentName}, ${endpoint}, ${dimensions})`.execute(tx)
}

/** Marks the spaces of a library, or of all without a deployment of their own, as outdated, or only the one being built. */
export async function outdate(
  db: Sql,
  libraryId: number | null,
  states: readonly ('Building' | 'Current')[],
): Promise<void> {
  await sql`update vector_space set state = 'Outdated', changed_at = now()
    where state = any(${[...states]}::text[]) and library_id is not distinct from ${libraryId}::int`.execute(
    db,
  )
}

/** Whether the files of library `d` belong to space `s`: to the library's own, or to that of all without endpoints. */
const belongs = sql`(s.library_id = d.number or s.library_id is null
  and not exists (select from data_source_endpoints e where e.data_source_id = d.data_source_id))`

/** Queues a file version that has just become searchable, in the transaction that makes it so. */
export async function queueFile(tx: Sql, fileId: string, fileVersion: number): Promise<void> {
  // A space that is being added must be visible below.
  await sql`select pg_advisory_xact_lock_shared(hashtext('parlance vector spaces'))`.execute(tx)
  await sql`insert into vector_task (vector_space_id, file_id, file_version)
    select s.vector_space_id, f.file_id, ${fileVersion} from vector_space s, file f
      join data_source d on d.data_source_id = f.data_source_id
    where s.state <> 'Outdated' and f.file_id = ${fileId} and d.data_source_type = 'UploadedFiles' and ${belongs}
    on conflict (vector_space_id, file_id) do update set file_version = excluded.file_version, next_ordinal = 0,
      refusals = 0, lease_holder = null, lease_until = null`.execute(tx)
}

/** Queues the next searchable files for a new space. Returns true when all are queued. */
export async function queueSome(tx: Sql, vectorSpaceId: number, limit: number): Promise<boolean> {
  const result = await sql<{ last: string | null }>`
    with space as (select vector_space_id, library_id, queued_to from vector_space
      where vector_space_id = ${vectorSpaceId} and not is_queued for update skip locked),
    next as materialized (select f.file_id, f.ready_version, f.data_source_id, f.removed_at from file f, space s
      where f.file_id > coalesce(s.queued_to, '00000000-0000-0000-0000-000000000000')
        and (s.library_id is null
          or f.data_source_id = (select data_source_id from data_source where number = s.library_id))
      order by f.file_id limit ${limit}),
    queued as (insert into vector_task (vector_space_id, file_id, file_version)
      select ${vectorSpaceId}, n.file_id, n.ready_version from space s, next n
        join data_source d on d.data_source_id = n.data_source_id
      where ${belongs} and n.ready_version is not null and n.removed_at is null and d.data_source_type = 'UploadedFiles'
      on conflict do nothing),
    last as (select (array_agg(file_id order by file_id desc))[1] as file_id from next)
    update vector_space v set queued_to = coalesce(last.file_id, v.queued_to), is_queued = last.file_id is null
      from last, space s where v.vector_space_id = s.vector_space_id
    returning last.file_id as last`.execute(tx)
  return result.rows.length === 0 || result.rows[0]!.last === null
}

/** Claims the file that has waited longest. */
export async function claim(db: Sql, vectorSpaceId: number, holder: string): Promise<Task | null> {
  const result = await sql<Task>`
    update vector_task set lease_holder = ${holder}, lease_until = now() + ${LEASE}
    where vector_space_id = ${vectorSpaceId} and file_id = (
      select t.file_id from vector_task t
      where t.vector_space_id = ${vectorSpaceId} and (t.lease_until is null or t.lease_until < now())
      order by t.created_at, t.file_id limit 1 for update of t skip locked)
    returning ${taskColumns}`.execute(db)
  return result.rows[0] ?? null
}

/** Returns the next passages of the claimed file. None if its version isn't searchable anymore. */
export async function readNext(db: Sql, task: Task, limit: number): Promise<Unembedded[]> {
  const result =
    await sql<Unembedded>`select p.passage_id::text as "passageId", p.ordinal, f.name as "fileName", p.heading, p.text
    from passage p join file f on f.file_id = p.file_id
    where p.file_id = ${task.fileId} and p.file_version = ${task.fileVersion} and p.ordinal >= ${task.nextOrdinal}
      and f.removed_at is null and f.ready_version = p.file_version
    order by p.ordinal limit ${limit}`.execute(db)
  return result.rows
}

/** Moves on in the file and renews the lease. Returns false if another process has it, or if the space is gone. */
export async function advance(tx: Sql, task: Task, holder: string, nextOrdinal: number): Promise<boolean> {
  const updated =
    await sql`update vector_task t set next_ordinal = ${nextOrdinal}, lease_until = now() + ${LEASE},
      refusals = 0
    from vector_space s where s.vector_space_id = t.vector_space_id and s.state <> 'Outdated'
      and t.vector_space_id = ${task.vectorSpaceId} and t.file_id = ${task.fileId}
      and t.file_version = ${task.fileVersion} and t.lease_holder = ${holder}`.execute(tx)
  return updated.numAffectedRows === 1n
}

/** Stores the vectors of passages that still exist. */
export async function insertVectors(
  tx: Sql,
  vectorSpaceId: number,
  vectors: readonly Embedded[],
): Promise<void> {
  await sql`with given as (
      select p.passage_id, p.library_id, v.signs::bit varying as signs, decode(v.vector, 'hex') as vector
      from unnest(${vectors.map((one) => one.passageId)}::bigint[], ${vectors.map((one) => one.signs)}::text[],
        ${vectors.map((one) => one.vector.toString('hex'))}::text[]) as v (passage_id, signs, vector)
      join passage p on p.passage_id = v.passage_id),
    compared as (insert into passage_signs (passage_id, vector_space_id, library_id, signs)
      select passage_id, ${vectorSpaceId}, library_id, signs from given
      on conflict (passage_id, vector_space_id) do update set signs = excluded.signs)
    insert into passage_vector (passage_id, vector_space_id, vector)
      select passage_id, ${vectorSpaceId}, vector from given
      on conflict (passage_id, vector_space_id) do update set vector = excluded.vector`.execute(tx)
}

export async function finish(db: Sql, task: Task, holder: string): Promise<void> {
  await sql`delete from vector_task where vector_space_id = ${task.vectorSpaceId} and file_id = ${task.fileId}
    and file_version = ${task.fileVersion} and lease_holder = ${holder}`.execute(db)
}

/** Releases the file so it can be claimed again after `seconds`. */
export async function postpone(db: Sql, task: Task, holder: string, seconds: number): Promise<void> {
  await sql`update vector_task set lease_until = now() + make_interval(secs => ${seconds})
    where vector_space_id = ${task.vectorSpaceId} and file_id = ${task.fileId} and lease_holder = ${holder}`.execute(
    db,
  )
}

/** Like `postpone`, for a file whose next passages the provider has refused. */
export async function refuse(db: Sql, task: Task, holder: string, seconds: number): Promise<void> {
  await sql`update vector_task set refusals = refusals + 1, lease_until = now() + make_interval(secs => ${seconds})
    where vector_space_id = ${task.vectorSpaceId} and file_id = ${task.fileId} and lease_holder = ${holder}`.execute(
    db,
  )
}

/** Only this process uses the embedded database, so the leases of a killed process are freed at once. */
export async function freeLeases(db: Sql): Promise<void> {
  await sql`update vector_task set lease_holder = null, lease_until = null where lease_holder is not null`.execute(
    db,
  )
}

/** Lets searches use the space that was being built if it is complete. Returns whether it is. */
export async function switchIfComplete(tx: Sql, libraryId: number | null): Promise<boolean> {
  const found = await sql<{
    id: number
  }>`select vector_space_id as id from vector_space s where state = 'Building'
    and library_id is not distinct from ${libraryId}::int and is_queued and not exists (select from vector_task t where t.vector_space_id = s.vector_space_id)
    for update skip locked`.execute(tx)
  const id = found.rows[0]?.id
  if (id === undefined) return false
  await outdate(tx, libraryId, ['Current'])
  await sql`update vector_space set state = 'Current', changed_at = now() where vector_space_id = ${id}`.execute(
    tx,
  )
  return true
}

/** Deletes some vectors of an outdated space. Returns false when there are none. */
export async function clearVectors(tx: Sql, vectorSpaceId: number, limit: number): Promise<boolean> {
  const deleted = await sql`with doomed as (
      select passage_id from passage_signs where vector_space_id = ${vectorSpaceId} limit ${limit}),
    compared as (delete from passage_signs where vector_space_id = ${vectorSpaceId}
      and passage_id in (select passage_id from doomed))
    delete from passage_vector where vector_space_id = ${vectorSpaceId}
      and passage_id in (select passage_id from doomed)`.execute(tx)
  return (deleted.numAffectedRows ?? 0n) > 0n
}

/** Deletes an outdated space whose vectors are gone. */
export async function dropSpace(tx: Sql, vectorSpaceId: number): Promise<void> {
  await sql`delete from vector_task where vector_space_id = ${vectorSpaceId}`.execute(tx)
  await sql`delete from vector_space where vector_space_id = ${vectorSpaceId} and state = 'Outdated'
    and not exists (select from passage_signs where vector_space_id = ${vectorSpaceId})`.execute(tx)
}

/** Returns how many files wait for vectors of a space, counting up to `limit`. */
export async function countWaiting(db: Sql, vectorSpaceId: number, limit: number): Promise<number> {
  const result = await sql<{ n: number }>`select count(*)::float8 as n from
    (select from vector_task where vector_space_id = ${vectorSpaceId} limit ${limit}) as waiting`.execute(db)
  return result.rows[0]?.n ?? 0
}

/** Returns the number of passages in all file libraries without endpoints of their own. */
export async function countPassages(db: Sql): Promise<number> {
  const result = await sql<{ n: number }>`select coalesce(sum(l.n), 0)::float8 as n from lib_stat l
    join data_source d on d.number = l.library_id where d.data_source_type = 'UploadedFiles' and d.endpoints_type = 'default'`.execute(
    db,
  )
  return result.rows[0]?.n ?? 0
}

/** The libraries that have vectors of their own, whether or not they still want them. */
export async function readOwners(db: Sql): Promise<number[]> {
  const result = await sql<{ id: number }>`select distinct library_id as id from vector_space
    where library_id is not null limit 1000`.execute(db)
  return result.rows.map(({ id }) => id)
}
