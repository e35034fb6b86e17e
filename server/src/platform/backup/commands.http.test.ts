import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withEmbeddedIn } from '../../testing/embedded.ts'
import { migrate, readMigrations } from '../database/migrate.ts'

const root = path.join(import.meta.dirname, '../../../..')
const folder = mkdtempSync(path.join(tmpdir(), 'parlance-commands-'))
const at = (name: string) => path.join(folder, name)
const DATA_DIR = at('data')
const archive = at('first.tgz')
const BACKUP_PASSPHRASE = 'a passphrase for tests'
const lost = 'e'.repeat(64)

/** A small instance with the schema before the newest, and with a file whose bytes are lost. */
beforeAll(async () => {
  mkdirSync(DATA_DIR)
  writeFileSync(path.join(DATA_DIR, 'secret-key'), Buffer.alloc(48, 7).toString('base64'))
  await withEmbeddedIn(DATA_DIR, async (database) => {
    await migrate(database, (await readMigrations()).slice(0, -1))
    await sql`with library as (insert into data_source (data_source_id, name, name_key)
        values (gen_random_uuid(), 'L', 'l') returning data_source_id)
      insert into file (file_id, data_source_id, name, name_key, size, mime_type, sha256, blob_key)
      select gen_random_uuid(), data_source_id, 'f', 'f', 5, 'text/plain', ${'0'.repeat(64)}, ${lost} from library`.execute(
      database.db,
    )
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(command: 'backup' | 'restore', args: string[], environment: Record<string, string>) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', `tools/${command}.ts`, ...args],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, ...environment },
    },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)))
  const ended = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  )
  return { child, ended }
}

const run = (...args: Parameters<typeof start>) => start(...args).ended

/** Sends a signal as soon as the command has begun to write next to the data. */
async function signalAtWork(child: ChildProcess, dataDir: string, signal: NodeJS.Signals): Promise<void> {
  const begun = () => readdirSync(dataDir).some((name) => /^(backup|restore)-of-/.test(name))
  await new Promise<void>((resolve) => {
    const watcher = watch(dataDir, () => {
      if (!begun()) return
      watcher.close()
      resolve()
    })
  })
  child.kill(signal)
}

describe('npm run backup', () => {
  test('reports what the archive contains and what is missing, and exits with 2 if anything is', async () => {
    const { code, said } = await run('backup', [archive], { DATA_DIR, BACKUP_PASSPHRASE })
    expect(said).toContain(`MISSING: ${lost}`)
    expect(said).toContain('contains the secrets, encrypted')
    expect(said).not.toContain(BACKUP_PASSPHRASE)
    expect(code).toBe(2)
  })

  test.each([
    [[], {}, /Specify the archive file/],
    [['--now'], {}, /Specify the archive file/],
    [['x.tgz'], { DATA_DIR: '/nowhere/at/all' }, /No Parlance instance/],
    [['x.tgz'], { DATA_DIR, BACKUP_PASSPHRASE: 'short' }, /at least 12 characters/],
    [['x.tgz'], { DATA_DIR, DATABASE_URL: 'mysql://x' }, /DATABASE_URL/],
    [['no/such/folder/x.tgz'], { DATA_DIR }, /The folder .*no.such.folder doesn't exist/],
  ] as [string[], Record<string, string>, RegExp][])(
    'refuses %j with %j in one line',
    async (args, environment, says) => {
      const { code, said } = await run(
        'backup',
        args.map((arg) => (arg.startsWith('-') ? arg : at(arg))),
        environment,
      )
      expect(said).toMatch(says)
      expect(said).not.toMatch(/\n\s+at /)
      expect(code).toBe(1)
    },
  )

  test('leaves nothing when terminated; what a killed one leaves is deleted by the next', async () => {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const { child, ended } = start('backup', [at('ended.tgz')], { DATA_DIR })
      await signalAtWork(child, DATA_DIR, signal)
      await ended
      expect(existsSync(at('ended.tgz'))).toBe(false)
      const left = readdirSync(DATA_DIR).filter((name) => name.startsWith('backup-of-'))
      expect(left.length).toBe(signal === 'SIGTERM' ? 0 : 1)
    }
    const { code } = await run('backup', [at('after.tgz')], { DATA_DIR })
    expect(code).toBe(2)
    expect(readdirSync(DATA_DIR).filter((name) => name.startsWith('backup-of-'))).toEqual([])
  })
})

describe('npm run restore', () => {
  test('migrates an older schema to the newest and reports the result', async () => {
    const target = at('restored')
    const { code, said } = await run('restore', [archive], { DATA_DIR: target, BACKUP_PASSPHRASE })
    expect(said).toContain('Everyone has to sign in again')
    expect(said).toContain('Audit log verified')
    expect(said).toContain(`MISSING since before the backup: ${lost}`)
    expect(code).toBe(0)
    await withEmbeddedIn(target, async ({ db }) => {
      const { rows } = await sql<{ number: number; files: number }>`
        select max(number) as number, (select files from data_source) as files from migration`.execute(db)
      // Triggers counted the file before the backup and don't count it again.
      expect(rows).toEqual([{ number: (await readMigrations()).length, files: 1 }])
    })
  })

  test.each([
    [[], {}, /Specify the archive file/],
    [['nothing.tgz'], {}, /doesn't exist/],
    [['first.tgz'], {}, /Set BACKUP_PASSPHRASE/],
    [['first.tgz'], { BACKUP_PASSPHRASE: 'a wrong passphrase' }, /passphrase is wrong/],
    [['first.tgz'], { BACKUP_PASSPHRASE, npm_config_replace: 'x' }, /Put -- before it/],
  ] as [string[], Record<string, string>, RegExp][])(
    'refuses %j with %j in one line',
    async (args, environment, says) => {
      const { code, said } = await run('restore', args.map(at), { DATA_DIR: at('refused'), ...environment })
      expect(said).toMatch(says)
      expect(said).not.toMatch(/\n\s+at /)
      expect(code).toBe(1)
      expect(existsSync(at('refused'))).toBe(false)
    },
  )

  test('changes nothing when terminated or killed, and the next one succeeds', async () => {
    const target = at('killed')
    mkdirSync(target)
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const { child, ended } = start('restore', [archive], { DATA_DIR: target, BACKUP_PASSPHRASE })
      await signalAtWork(child, target, signal)
      await ended
      expect(
        readdirSync(target).filter((name) => ['database', 'blobs', 'secret-key'].includes(name)),
      ).toEqual([])
    }
    expect((await run('restore', [archive], { DATA_DIR: target, BACKUP_PASSPHRASE })).code).toBe(0)
    expect(readdirSync(target).filter((name) => name.startsWith('restore-of-'))).toEqual([])
  })
})
