import { execFileSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApplication } from '../../testing/application.ts'
import { call } from '../../testing/client.ts'
import { withEmbeddedIn } from '../../testing/embedded.ts'
import type { Database } from '../database/database.ts'
import { clusterFolder, clusterMajor } from '../database/embedded/dataFolder.ts'
import { isRoot, listedAccount } from '../database/embedded/postgres/account.ts'
import { openPostgres } from '../database/embedded/postgres/postgres.ts'
import { bundledMajor, type Program } from '../database/embedded/postgres/program.ts'
import { copyInto } from '../database/embedded/postgres/trees.ts'
import { createLog } from '../log/log.ts'
import { moveToNewMajor } from './moveToNewMajor.ts'
import { moveRows } from './moveToPostgres.ts'
import { withEmbedded } from './snapshot.ts'
import { rowsIn } from './testing/installations.ts'

const log = createLog('ERROR')
const root = mkdtempSync(path.join(tmpdir(), 'parlance-major-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** PostgreSQL 15 opens its folder by its whole path, so its account has to be able to enter the folders above. */
const account = isRoot() ? listedAccount() : null

/** The PostgreSQL on the PATH, if it is older than the one in this release. */
function findOlder(): Program | null {
  const folder = (process.env.PATH ?? '').split(':').find((one) => existsSync(path.join(one, 'initdb')))
  if (!folder) return null
  const said = execFileSync(path.join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  const version = /\d+\.\d+/.exec(said)?.[0] ?? ''
  const major = Number.parseInt(version, 10)
  if (!(major < (bundledMajor() ?? 0))) return null
  return { folder: path.join(realpathSync(folder), '..'), version, major, packageVersion: version, account }
}

const older = findOlder()

/** Creates an empty cluster of the older version in a data folder. */
async function createCluster({ folder }: Program, dataDir: string): Promise<void> {
  const made = mkdtempSync(path.join('/tmp', 'parlance-initdb-'))
  if (account) chownSync(made, account.uid, account.gid)
  execFileSync(
    path.join(folder, 'bin/initdb'),
    ['-D', made, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...account, cwd: '/', env: {}, stdio: 'ignore' },
  )
  mkdirSync(clusterFolder(dataDir), { recursive: true })
  if (account) for (const one of [root, dataDir]) chownSync(one, account.uid, account.gid)
  await copyInto(made, clusterFolder(dataDir))
  rmSync(made, { recursive: true })
}

describe.runIf(older)('the data of an earlier major version of PostgreSQL', () => {
  const program = older as Program
  const dataDir = path.join(root, 'data')
  const said: string[] = []
  let token = ''
  const move = (findWriter?: () => Promise<Program>) =>
    moveToNewMajor({
      dataDir,
      choice: 'auto',
      log,
      say: (line) => said.push(line),
      ...(findWriter ? { findWriter } : {}),
    })
  const inOlder = <T>(work: (database: Database) => Promise<T>) =>
    withEmbedded(openPostgres({ dataDir, program, log }), log, work)

  beforeAll(async () => {
    const source = path.join(root, 'source')
    const app = await startTestApplication({ dataDir: source, databaseUrl: null })
    token = await app.token('anna')
    await call(app, '/api/internal/fileLibraries', {
      token: await app.token('admin'),
      body: { name: 'Moved' },
    })
    await app.stop()
    await createCluster(program, dataDir)
    for (const name of ['secret-key', 'audit-head', 'blobs'])
      cpSync(path.join(source, name), path.join(dataDir, name), { recursive: true })
    await withEmbeddedIn(source, (from) => inOlder((to) => moveRows(from, to)))
  })

  test('stays as it is without that version, and the line says which commands move it', async () => {
    await move()
    await expect(withEmbeddedIn(dataDir, rowsIn)).rejects.toThrow(
      `Nothing was changed. With the release that wrote it, run: npm run backup FILE. Then with this one: npm run restore FILE -- --replace ${dataDir}`,
    )
    expect(clusterMajor(dataDir)).toBe(program.major)
  })

  test('stays as it is if it can’t be moved', async () => {
    const change = (hash: string) =>
      inOlder(({ db }) =>
        sql<{ hash: string }>`update migration set hash = ${hash} where number = 1`.execute(db),
      )
    const { rows } = await inOlder(({ db }) =>
      sql<{ hash: string }>`select hash from migration where number = 1`.execute(db),
    )
    await change('of another version')
    await expect(move(async () => program)).rejects.toThrow(
      /couldn't be moved from PostgreSQL \S+ to \S+ \(it was written by another version\)\. Nothing was changed\./,
    )
    expect(clusterMajor(dataDir)).toBe(program.major)
    await change(rows[0]?.hash ?? '')
  })

  test('moves completely if the release contains that version too, and sessions stay valid', async () => {
    const expected = await inOlder(rowsIn)
    expect(expected.audit_entry?.length).toBeGreaterThan(0)
    await move(async () => program)
    expect(clusterMajor(dataDir)).toBe(bundledMajor())
    expect(await withEmbeddedIn(dataDir, rowsIn)).toEqual({ ...expected, migration: expect.anything() })
    const [kept = ''] = readdirSync(dataDir).filter((name) => name.startsWith('replaced-'))
    expect(readFileSync(path.join(dataDir, kept, 'postgres/PG_VERSION'), 'utf8').trim()).toBe(
      String(program.major),
    )
    expect(said.at(-1)).toMatch(/^Moved \d+ rows in \d+ tables\. The previous database is kept in /)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('move'))).toEqual([])

    const after = await startTestApplication({ dataDir, databaseUrl: null })
    expect((await call(after, '/api/internal/currentUser', { token })).status).toBe(200)
    expect(await after.platform.audit.verify()).toMatchObject({ firstBroken: null })
    await after.stop()
  })
})
