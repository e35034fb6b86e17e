import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { noteHead } from '../audit/outsideHead.ts'
import type { Blobs } from '../blobs/blobs.ts'
import { withBlobs } from '../blobs/openBlobs.ts'
import { becomeSharedFolder } from '../blobs/sharedFolder.ts'
import { createDatabase, type Sql } from '../database/database.ts'
import { syncPath } from '../database/embedded/syncTree.ts'
import { timeName } from '../database/embedded/takeRestored.ts'
import { BackupError, blobMember, explained, keyOf } from './format.ts'
import { type Loaded, load } from './load.ts'
import { setTextForm, within } from './snapshot.ts'
import { requireNamed, type Target } from './target.ts'

/**
 * Fills the PostgreSQL database in one transaction. Blobs are written first: their random keys collide with
 * nothing until the transaction refers to them. They are deleted if it fails.
 */
export async function restorePostgres(target: Target): Promise<Loaded & { replaced: string | null }> {
  return withBlobs(target.installation, target.log, (blobs) => fill(target, blobs))
}

async function fill(target: Target, blobs: Blobs): Promise<Loaded & { replaced: string | null }> {
  const { installation, archive, secrets, migrations, secretKey, file, log } = target
  const { dataDir } = installation
  const database = createDatabase({
    log,
    connection: {
      connectionString: installation.databaseOwnerUrl ?? '',
      application_name: 'parlance-restore',
    },
    embedded: null,
  })
  const written: string[] = []
  const stored: string[] = []
  const takesKey = secrets !== null && !installation.keyIsSet
  const keyPart = path.join(dataDir, 'secret-key.part')
  try {
    const loaded = await database.db.transaction().execute(async (tx) => {
      await setTextForm(tx, database)
      await requireAlone(tx, installation.name)
      await makeEmpty(tx, target)
      const result = await load(within(database, tx), {
        file,
        archive,
        secrets,
        migrations,
        secretKey,
        putBlob: async (key, bytes) => {
          if ((await blobs.find(key)) === null) stored.push(key)
          await blobs.putAs(key, bytes)
        },
      })
      if (takesKey && secrets) await writeKey(keyPart, secrets.secretKey, written)
      return result
    })
    if (takesKey) await placeKey(dataDir, keyPart, timeName(target.now))
    await becomeSharedFolder(database.db, blobs)
    await noteHead(dataDir, secretKey, archive.manifest.auditHead)
    return { ...loaded, replaced: await setAside(target) }
  } catch (cause) {
    for (const file of written) await rm(file, { force: true })
    for (const key of stored) await blobs.remove(key)
    const isServers = (cause as { code?: unknown }).code === '53100'
    throw explained(
      cause,
      isServers ? installation.name : `the uploaded files in ${installation.blobContainer?.name ?? dataDir}`,
    )
  } finally {
    await database.close()
  }
}

/** The key in the format of the embedded instance. For SECRET_KEY, put `base64:` before its content. */
async function writeKey(file: string, secretKey: string, written: string[]): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  written.push(file)
  await writeFile(file, secretKey, { mode: 0o600 })
  await syncPath(file)
}

async function placeKey(dataDir: string, part: string, time: string): Promise<void> {
  const file = path.join(dataDir, 'secret-key')
  if (existsSync(file)) await rename(file, `${file}-before-${time}`)
  await rename(part, file)
  await syncPath(dataDir)
}

async function requireAlone(tx: Sql, name: string): Promise<void> {
  const found = await sql<{ others: number }>`select count(*) as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
    tx,
  )
  const others = found.rows[0]?.others ?? 0
  if (others > 0) {
    throw new BackupError(
      `${others} other connections are using ${name}. Stop every server that uses it, then try again. Nothing was changed.`,
    )
  }
}

/** Refuses a database that isn't empty, or empties it if it was named. */
async function makeEmpty(tx: Sql, target: Target): Promise<void> {
  const found = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm') and (n.oid = current_schema()::regnamespace or n.nspname = 'pgboss')
      and not exists (select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1`.execute(tx)
  if (found.rows.length === 0) return
  requireNamed(
    target,
    `${found.rows.length} tables (${found.rows
      .slice(0, 3)
      .map((row) => row.name)
      .join(', ')}, …)`,
    'All of them would be permanently deleted. Back them up first.',
  )
  await sql`drop schema if exists pgboss cascade`.execute(tx)
  await sql`do $$ declare one record; begin
    for one in select case c.relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end as kind,
        c.oid::regclass as name
      from pg_class c where c.relkind in ('r', 'p', 'v', 'm') and c.relnamespace = current_schema()::regnamespace
        and not exists (select from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    loop execute format('drop %s if exists %s cascade', one.kind, one.name); end loop;
    for one in select p.oid::regprocedure as name from pg_proc p
      where p.pronamespace = current_schema()::regnamespace and not exists (select from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    loop execute format('drop routine if exists %s cascade', one.name); end loop;
  end $$`.execute(tx)
}

/** If an instance was replaced, moves aside files that the restored one doesn't refer to. */
async function setAside({ installation, replace, archive, now }: Target): Promise<string | null> {
  if (replace === null) return null
  const { dataDir } = installation
  const named = new Set(archive.manifest.members.map((member) => member.name))
  const aside = path.join(dataDir, `replaced-${timeName(now)}`, 'blobs')
  let moved = false
  const root = path.join(dataDir, 'blobs')
  for (const folder of existsSync(root) ? await readdir(root) : []) {
    for (const key of await readdir(path.join(root, folder))) {
      if (keyOf(blobMember(key)) === null || named.has(blobMember(key))) continue
      await mkdir(path.join(aside, folder), { recursive: true, mode: 0o700 })
      await rename(path.join(root, folder, key), path.join(aside, folder, key))
      moved = true
    }
  }
  return moved ? path.dirname(aside) : null
}
