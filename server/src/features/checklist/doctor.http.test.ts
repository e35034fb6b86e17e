import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { noteBackup } from '../../platform/backup/lastBackup.ts'
import { migrate, readMigrations } from '../../platform/database/migrate.ts'
import { startTestApplication, TEST_KEY, type TestApplication } from '../../testing/application.ts'
import { startAzureSpeech } from '../../testing/azureSpeech.ts'
import { call } from '../../testing/client.ts'
import { withEmbeddedIn } from '../../testing/embedded.ts'
import { freePort } from '../../testing/freePort.ts'
import { changeSettings, settingsPath } from '../../testing/instanceSettings.ts'
import type { Entry } from './probe.ts'

const root = path.join(import.meta.dirname, '../../../..')
const folder = mkdtempSync(path.join(tmpdir(), 'parlance-doctor-'))
const at = (name: string) => path.join(folder, name)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  code: number | null
  said: string
}

function doctor(environment: Record<string, string>, args: string[] = []): Promise<Ended> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'tools/doctor.ts', ...args],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, ...environment },
    },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}

/** Starts a server that refuses every sign-in like PostgreSQL does with `code`. Returns its port. */
async function startRefusing(code: string, message: string): Promise<number> {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(fields.length + 4)
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, fields])))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Every file in a folder, with its size and modification time. */
const filesOf = (below: string) =>
  readdirSync(below, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    // Starting the embedded PostgreSQL changes its own files, but nothing in it.
    .filter((one) => !/\bpostgres\b/.test(path.relative(below, path.join(one.parentPath, one.name))))
    .map((one) => {
      const file = path.join(one.parentPath, one.name)
      const { size, mtimeMs } = statSync(file)
      return [file, size, mtimeMs]
    })
    .sort()

/** The states of the checklist, as the command prints them. */
const printed: Record<string, string> = {
  Done: 'done',
  Open: 'to do',
  Optional: 'optional',
  Warning: 'warning',
  Wrong: 'NOT WORKING',
  Unknown: 'not checked',
}
/** The printed items with their states. */
const statesIn = (said: string) =>
  said
    .split('\n')
    .map((line) => /^(done|to do|optional|warning|NOT WORKING|not checked) +(\S.*?) {2}/.exec(line))
    .filter((match) => match !== null)
    .map(([, state = '', title = '']) => [title, state])

describe('npm run doctor', () => {
  let app: TestApplication
  let environment: Record<string, string>
  beforeAll(async () => {
    app = await startTestApplication({ databaseUrl: null })
    environment = { DATA_DIR: app.dataDir, PUBLIC_ORIGIN: app.origin }
  })
  afterAll(() => app?.remove())

  async function statesOnScreen(): Promise<string[]> {
    const { body } = await call<{ items: Entry[] }>(app, `${settingsPath}/checklist`, {
      token: await app.token('admin'),
    })
    return body.items.map(({ state }) => printed[state] ?? state)
  }

  test('prints what the checklist shows while the server runs, with what to do', async () => {
    await changeSettings(app, { name: 'Halden Chat' })
    const { code, said } = await doctor(environment)
    const states = statesIn(said)
    expect(states.map(([, state]) => state)).toEqual(await statesOnScreen())
    expect(states).toContainEqual(['Name', 'done'])
    expect(states).toContainEqual(['Last backup', 'to do'])
    expect(said).toContain('→ Run npm run backup FILE')
    expect(said).toContain('embedded PostgreSQL')
    expect(states).toContainEqual(['Power loss', 'done'])
    expect(code).toBe(0)
  })

  test('prints the same for a stopped server, and changes none of its data', async () => {
    const before = await statesOnScreen()
    await app.stop()
    await noteBackup(app.dataDir, { at: new Date().toISOString(), unsound: 0 })
    const files = filesOf(app.dataDir)
    const { said } = await doctor(environment)
    expect(statesIn(said)).toContainEqual(['Last backup', 'done'])
    expect(statesIn(said).map(([, state]) => state)).toEqual(
      before.map((state, index) => (statesIn(said)[index]?.[0] === 'Last backup' ? 'done' : state)),
    )
    expect(filesOf(app.dataDir)).toEqual(files)
  })

  test('with a public origin contacts it and checks passwords and power loss; exits with 0 if there are only warnings', async () => {
    const { code, said } = await doctor({ ...environment, PUBLIC_ORIGIN: 'https://127.0.0.1.invalid' })
    expect(statesIn(said)).toContainEqual(['Public origin', 'warning'])
    expect(statesIn(said)).toContainEqual(['First password', 'to do'])
    expect(said).toContain('admin has no password yet')
    expect(statesIn(said)).toContainEqual(['Power loss', 'done'])
    expect(code).toBe(0)
  })

  test('reports an avatar of Azure that refuses the key or can’t be reached', async () => {
    const azure = await startAzureSpeech()
    onTestFinished(() => azure.close())
    const withAzure = { ...environment, ...azure.environment }
    const right = await doctor(withAzure)
    expect(right.said).not.toContain('ERROR')
    const key = 'f'.repeat(32)
    const refused = await doctor({ ...withAzure, AZURE_SPEECH_KEY: key })
    expect(refused.said).toContain('ERROR        AZURE_SPEECH_KEY: Azure rejected the key')
    expect([refused.code, refused.said.includes(key)]).toEqual([1, false])
    const AZURE_SPEECH_ENDPOINT = `http://127.0.0.1:${await freePort()}`
    const away = await doctor({ ...withAzure, AZURE_SPEECH_ENDPOINT })
    expect(away.said).toContain('ERROR        AVATAR: 127.0.0.1:')
    expect(away.code).toBe(1)
  })

  test('reports a server that can lose acknowledged writes as an error', async () => {
    const unsafe = await startTestApplication()
    const { code, said } = await doctor({
      DATA_DIR: unsafe.dataDir,
      PUBLIC_ORIGIN: unsafe.origin,
      DATABASE_URL: unsafe.databaseUrl ?? '',
      DATABASE_UNSAFE: '1',
      SECRET_KEY: TEST_KEY,
    })
    expect(statesIn(said)).toContainEqual(['Power loss', 'NOT WORKING'])
    expect(code).toBe(1)
    await unsafe.remove()
  })

  test('warns that PGlite isn’t protected against power loss', async () => {
    const DATA_DIR = at('pglite')
    const withPglite = { DATA_DIR, EMBEDDED_DATABASE: 'pglite', PUBLIC_ORIGIN: 'https://127.0.0.1.invalid' }
    mkdirSync(DATA_DIR)
    writeFileSync(path.join(DATA_DIR, 'secret-key'), Buffer.alloc(48, 7).toString('base64'))
    const migrations = await readMigrations()
    await withEmbeddedIn(DATA_DIR, (database) => migrate(database, migrations), 'pglite')
    const { said } = await doctor(withPglite)
    expect(said).toContain('embedded PGlite')
    expect(statesIn(said)).toContainEqual(['Power loss', 'warning'])
    expect(said).toContain('Not protected against power loss')
  })
})

describe('startup errors', () => {
  test.each([
    [{ PORT: 'eighty', LOG_LEVEL: 'LOUD' }, [/ERROR +PORT/, /ERROR +LOG_LEVEL/]],
    [{ PUBLIC_ORIGIN: 'http://chat.example.com' }, [/ERROR +PUBLIC_ORIGIN: must be https/]],
    [{ FEATURE_FLAGS: 'ShowEverything' }, [/ERROR +FEATURE_FLAGS: ShowEverything is unknown/]],
    [{ DATA_DIR: path.join(root, 'package.json') }, [/ERROR +DATA_DIR: .*package\.json is a file/]],
    [
      { DATABASE_URL: 'postgres://u:p4ss@127.0.0.1:1/none', SECRET_KEY: TEST_KEY },
      [/ERROR +DATABASE_URL: can't reach PostgreSQL .*ECONNREFUSED.* correct the host and port/],
    ],
  ] as [Record<string, string>, RegExp[]][])('%j is reported in one line', async (environment, says) => {
    const { code, said } = await doctor({ DATA_DIR: at('none'), ...environment })
    for (const line of says) expect(said).toMatch(line)
    expect(said).not.toMatch(/\n\s+at |p4ss/)
    expect(code).toBe(1)
  })

  test('a password that PostgreSQL rejects is reported with its setting and what to do', async () => {
    const port = await startRefusing('28P01', 'password authentication failed for user "u"')
    const { code, said } = await doctor({
      DATA_DIR: at('none'),
      DATABASE_URL: `postgres://u:p4ss@127.0.0.1:${port}/none`,
      SECRET_KEY: TEST_KEY,
    })
    expect(said).toBe(
      'ERROR        DATABASE_URL: PostgreSQL rejected the sign-in: password authentication failed for user "u". Correct the user and password.\n',
    )
    expect(code).toBe(1)
  })

  test('nothing is wrong if it was never started, and nothing is created', async () => {
    const { code, said } = await doctor({ DATA_DIR: at('new/data') })
    expect(said).toContain(`No Parlance instance in ${at('new/data')} yet`)
    expect(code).toBe(0)
    expect(readdirSync(folder)).not.toContain('new')
  })

  test('a database of an earlier version is reported, and one of a newer version is wrong', async () => {
    const DATA_DIR = at('older')
    mkdirSync(DATA_DIR)
    writeFileSync(path.join(DATA_DIR, 'secret-key'), Buffer.alloc(48, 7).toString('base64'))
    const migrations = await readMigrations()
    await withEmbeddedIn(DATA_DIR, (database) => migrate(database, migrations.slice(0, -1)))
    const older = await doctor({ DATA_DIR })
    expect([older.code, older.said]).toEqual([0, expect.stringContaining('from an earlier version')])
    await withEmbeddedIn(DATA_DIR, async (database) => {
      await migrate(database, migrations)
      await sql`insert into migration (number, name, hash) values (${migrations.length + 1}, 'x', 'x')`.execute(
        database.db,
      )
    })
    const newer = await doctor({ DATA_DIR })
    expect([newer.code, newer.said]).toEqual([1, expect.stringContaining('created by a newer version')])
    await withEmbeddedIn(DATA_DIR, ({ db }) =>
      sql`delete from migration where number > ${migrations.length}`.execute(db),
    )
    await withEmbeddedIn(DATA_DIR, ({ db }) =>
      sql`update migration set hash = 'other' where number = 1`.execute(db),
    )
    const other = await doctor({ DATA_DIR })
    expect([other.code, other.said]).toEqual([1, expect.stringContaining('0001-create-platform.sql differs')])
  })

  test('it accepts no arguments', async () => {
    expect(await doctor({}, ['--fix'])).toEqual({ code: 1, said: expect.stringContaining('no arguments') })
  })
})
