import type { AgentSetup, PageProblem } from '@parlance/contract/agentSetups'
import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../platform/access/actor.ts'
import { type Database, isUniqueViolation, type Sql } from '../../platform/database/database.ts'
import { isoTime } from '../../platform/database/isoTime.ts'
import { removeAllRows } from '../../platform/database/slices.ts'

export type SetupRow = z.output<typeof AgentSetup>
export type Problem = z.output<typeof PageProblem>

const LEASE = sql.raw("interval '30 seconds'")
const LISTED = 20
/** After this many attempts, a setup is given up. */
export const MOST_ATTEMPTS = 5

const columns = sql`s.setup_id as "setupId", s.source, s.url, s.name, s.phase, s.failure, s.gpt_system_id as "gptSystemId",
  s.state_id as "configStateId", s.data_source_id as "dataSourceId", d.name as "libraryName",
  s.gpt_public_endpoint as "gptPublicEndpoint", d.files, d.files_ready as "filesReady", d.files_failed as "filesFailed",
  s.files_chosen as "filesChosen", s.beyond_limit as "beyondLimit", s.starters,
  (select jsonb_build_object('found', count(*), 'read', count(*) filter (where p.done and p.problem is null),
      'skipped', count(p.problem))
    from agent_setup_page p where p.setup_id = s.setup_id) as pages,
  coalesce((select jsonb_agg(jsonb_build_object('url', p.url, 'problem', p.problem, 'status', p.status) order by p.ordinal)
    from agent_setup_page p where p.setup_id = s.setup_id and p.problem is not null), '[]'::jsonb) as skipped,
  ${isoTime('s.created_at')} as "createdAt", ${isoTime('s.finished_at')} as "finishedAt"`

const joined = sql`agent_setup s join data_source d on d.data_source_id = s.data_source_id`

/** Setups are visible only to the person who began them. For rows `s`. */
const ownedBy = (actor: Pick<Actor, 'userId'>) => sql<boolean>`s.owner_user_id = ${actor.userId}::uuid`

export async function findSetup(
  db: Sql,
  actor: Pick<Actor, 'userId'>,
  setupId: string,
): Promise<SetupRow | null> {
  const found = await sql<SetupRow>`select ${columns} from ${joined}
    where s.setup_id = ${setupId} and ${ownedBy(actor)}`.execute(db)
  return found.rows[0] ?? null
}

/** Returns the user's latest setups, newest first. */
export async function listSetups(db: Sql, actor: Actor): Promise<SetupRow[]> {
  const found = await sql<SetupRow>`select ${columns} from ${joined} where ${ownedBy(actor)}
    order by s.created_at desc, s.setup_id desc limit ${LISTED}`.execute(db)
  return found.rows
}

/** Returns how many websites are still being read for a user, and prevents beginning more until the transaction ends. */
export async function lockUnfinished(tx: Sql, { userId }: Pick<Actor, 'userId'>): Promise<number> {
  await sql`select from app_user where id = ${userId} for update`.execute(tx)
  const found = await sql<{ count: number }>`select count(*)::int as count from agent_setup s
    where s.owner_user_id = ${userId}::uuid and s.phase = 'Reading'`.execute(tx)
  return found.rows[0]?.count ?? 0
}

interface NewSetup {
  setupId: string
  source: 'Site' | 'Files'
  url: string | null
  host: string | null
  name: string
  language: 'en' | 'ar'
  dataSourceId: string
  gptSystemId: string
  stateId: string
  gptPublicEndpoint: string | null
  filesChosen: number | null
}

export async function insertSetup(tx: Sql, actor: Pick<Actor, 'userId'>, setup: NewSetup): Promise<void> {
  await sql`insert into agent_setup (setup_id, owner_user_id, source, url, host, name, language, data_source_id,
      gpt_system_id, state_id, gpt_public_endpoint, files_chosen, phase)
    values (${setup.setupId}, ${actor.userId}, ${setup.source}, ${setup.url}, ${setup.host}, ${setup.name},
      ${setup.language}, ${setup.dataSourceId}, ${setup.gptSystemId}, ${setup.stateId}, ${setup.gptPublicEndpoint},
      ${setup.filesChosen}, ${setup.source === 'Site' ? 'Reading' : 'Uploading'})`.execute(tx)
  if (setup.url !== null) await insertPages(tx, setup.setupId, [setup.url])
}

/** Adds pages to read after those already known. */
async function insertPages(tx: Sql, setupId: string, urls: readonly string[]): Promise<void> {
  await sql`insert into agent_setup_page (setup_id, ordinal, url)
    select ${setupId}::uuid, coalesce((select max(ordinal) from agent_setup_page where setup_id = ${setupId}::uuid), 0)
      + t.place::int, t.url
    from unnest(${[...urls]}::text[]) with ordinality as t (url, place)
    on conflict (setup_id, url) do nothing`.execute(tx)
}

/** Continues after the uploads of a setup. Nothing changes if it has already continued. */
export async function endUploads(tx: Sql, actor: Actor, setupId: string): Promise<void> {
  await sql`update agent_setup s set phase = 'Indexing', phase_since = now()
    where s.setup_id = ${setupId} and ${ownedBy(actor)} and s.phase = 'Uploading'`.execute(tx)
}

/** Continues a setup that failed, and has the skipped pages of a website read again. Nothing changes while it is being read. */
export async function restartReading(tx: Sql, actor: Actor, setupId: string): Promise<boolean> {
  const restarted = await sql`update agent_setup s set phase = 'Reading', phase_since = now(), failure = null,
      finished_at = null, attempts = 0, lease_holder = null, lease_until = null
    where s.setup_id = ${setupId} and ${ownedBy(actor)} and s.source = 'Site' and s.phase in ('Done', 'Failed')
      and (s.failure is not null
        or exists (select from agent_setup_page p where p.setup_id = s.setup_id and p.problem is not null))`.execute(
    tx,
  )
  // Files are in the library already.
  await sql`update agent_setup s set phase = 'Indexing', phase_since = now(), failure = null, finished_at = null, attempts = 0
    where s.setup_id = ${setupId} and ${ownedBy(actor)} and s.source = 'Files' and s.phase = 'Failed'`.execute(
    tx,
  )
  if (restarted.numAffectedRows === 0n) return false
  await sql`update agent_setup_page set done = false, problem = null, status = null
    where setup_id = ${setupId} and problem is not null`.execute(tx)
  return true
}

/** A setup that this process works on. */
export interface SetupTask {
  setupId: string
  ownerId: string
  ownerName: string
  phase: 'Reading' | 'Indexing'
  url: string | null
  language: 'en' | 'ar'
  dataSourceId: string
  stateId: string
  attempts: number
  /** How long the phase has lasted. */
  seconds: number
}

/**
 * Claims the setup that has waited longest, unless its website is being read for another one. Includes those whose
 * process stopped renewing its lease. The time of a website begins with the first claim.
 */
export async function claim(db: Sql, holder: string): Promise<SetupTask | null> {
  const claimed = sql<SetupTask>`update agent_setup s
    set lease_holder = ${holder}, lease_until = now() + ${LEASE}, attempts = attempts + 1,
      phase_since = case when s.phase = 'Reading' and s.attempts = 0 then now() else s.phase_since end
    from app_user u
    where u.id = s.owner_user_id and s.setup_id = (select o.setup_id from agent_setup o
      where o.phase in ('Reading', 'Indexing') and o.attempts < ${MOST_ATTEMPTS} and (o.lease_until is null or o.lease_until < now())
        and (o.phase = 'Indexing' or not exists (select from agent_setup other where other.host = o.host
          and other.phase = 'Reading' and other.lease_holder is not null and other.setup_id <> o.setup_id))
      order by o.created_at, o.setup_id limit 1 for update skip locked)
    returning s.setup_id as "setupId", s.owner_user_id as "ownerId", u.name as "ownerName", s.phase, s.url, s.language, s.data_source_id as "dataSourceId",
      s.state_id as "stateId", s.attempts,
      extract(epoch from now() - s.phase_since)::float8 as seconds`
  try {
    return (await claimed.execute(db)).rows[0] ?? null
  } catch (error) {
    // Another process began to read the same website at this moment.
    if (isUniqueViolation(error, 'one_reader_a_host')) return null
    throw error
  }
}

/** Ends setups whose processes never came to give them up, so that none of them ends every process that claims it. */
export async function endWorn(db: Sql): Promise<void> {
  await sql`update agent_setup set phase = 'Failed', failure = 'Internal', finished_at = now(), lease_holder = null,
      lease_until = null
    where phase in ('Reading', 'Indexing') and attempts >= ${MOST_ATTEMPTS}
      and (lease_until is null or lease_until < now())`.execute(db)
}

/** Whether the owner can still sign in. Someone who can't, can't change anything either. */
export async function readIsEnabled(db: Sql, { ownerId }: Pick<SetupTask, 'ownerId'>): Promise<boolean> {
  const found = await sql`select from app_user where id = ${ownerId} and not disabled`.execute(db)
  return found.rows.length > 0
}

/** Only this process uses the embedded database, so the leases of a killed process are freed at once. */
export async function freeAllLeases(db: Sql): Promise<void> {
  await sql`update agent_setup set lease_holder = null, lease_until = null where lease_holder is not null`.execute(
    db,
  )
}

export async function giveBack(db: Sql, { setupId }: SetupTask, holder: string): Promise<void> {
  await sql`update agent_setup set lease_holder = null, lease_until = null, attempts = greatest(attempts - 1, 0)
    where setup_id = ${setupId} and lease_holder = ${holder}`.execute(db)
}

/** Releases a setup so it can be claimed again after `seconds`. Waiting for something else isn't an attempt. */
export async function postpone(
  db: Sql,
  { setupId }: SetupTask,
  holder: string,
  { seconds, isAttempt }: { seconds: number; isAttempt: boolean },
): Promise<void> {
  await sql`update agent_setup set lease_holder = null, lease_until = now() + make_interval(secs => ${seconds}),
      attempts = attempts - ${isAttempt ? 0 : 1}::int
    where setup_id = ${setupId} and lease_holder = ${holder}`.execute(db)
}

/** Renews the lease. Returns false if another process has the setup, or if it is gone. */
export async function keepLease(db: Sql, { setupId }: SetupTask, holder: string): Promise<boolean> {
  const updated = await sql`update agent_setup set lease_until = now() + ${LEASE}
    where setup_id = ${setupId} and lease_holder = ${holder}`.execute(db)
  return updated.numAffectedRows === 1n
}

export interface PageRow {
  ordinal: number
  url: string
  done: boolean
  problem: Problem | null
  fileName: string | null
  folder: string | null
  bytes: number
}

export async function readPages(db: Sql, setupId: string): Promise<PageRow[]> {
  const found = await sql<PageRow>`select ordinal, url, done, problem, file_name as "fileName", folder, bytes
    from agent_setup_page where setup_id = ${setupId} order by ordinal`.execute(db)
  return found.rows
}

/** Notes what became of a page, in the transaction that stores its file. */
export async function endPage(
  tx: Sql,
  setupId: string,
  ordinal: number,
  result: {
    problem?: Problem
    status?: number | null
    fileName?: string
    folder?: string
    bytes?: number
  },
): Promise<void> {
  await sql`update agent_setup_page set done = true, problem = ${result.problem ?? null}, status = ${result.status ?? null},
      file_name = coalesce(${result.fileName ?? null}, file_name), folder = coalesce(${result.folder ?? null}, folder),
      bytes = ${result.bytes ?? 0}
    where setup_id = ${setupId} and ordinal = ${ordinal}`.execute(tx)
}

export async function removePage(db: Sql, setupId: string, ordinal: number): Promise<void> {
  await sql`delete from agent_setup_page where setup_id = ${setupId} and ordinal = ${ordinal}`.execute(db)
}

/** Adds the pages to read that were found, and how many are beyond the limits. */
export async function notePages(
  tx: Sql,
  { setupId }: SetupTask,
  { urls, beyondLimit }: { urls: readonly string[]; beyondLimit: number },
): Promise<void> {
  await insertPages(tx, setupId, urls)
  await sql`update agent_setup set beyond_limit = ${beyondLimit} where setup_id = ${setupId}`.execute(tx)
}

export async function beginIndexing(db: Sql, { setupId }: SetupTask, holder: string): Promise<void> {
  await sql`update agent_setup set phase = 'Indexing', phase_since = now(), attempts = 0, lease_holder = null,
      lease_until = null
    where setup_id = ${setupId} and lease_holder = ${holder}`.execute(db)
}

export async function finish(
  db: Sql,
  { setupId }: SetupTask,
  holder: string,
  { failure, starters }: { failure: Problem | 'Internal' | null; starters: number },
): Promise<void> {
  await sql`update agent_setup set phase = ${failure === null ? 'Done' : 'Failed'}, failure = ${failure},
      starters = greatest(starters, ${starters}), finished_at = now(), lease_holder = null, lease_until = null
    where setup_id = ${setupId} and lease_holder = ${holder}`.execute(db)
}

/** The agents and libraries of old setups stay. */
export const removeOld = (database: Database): Promise<void> =>
  removeAllRows(database, {
    table: 'agent_setup',
    key: 'setup_id',
    where: sql`r.created_at < now() - interval '30 days'`,
  })

/** Whether every page that there is room for has been tried. */
export const isRoomFor = (pages: readonly Pick<PageRow, 'bytes'>[]): boolean =>
  pages.reduce((sum, { bytes }) => sum + bytes, 0) < limits.siteBytes
