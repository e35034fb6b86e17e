import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApplication, TEST_KEY, type TestApplication } from '../../testing/application.ts'
import { call } from '../../testing/client.ts'

let first: TestApplication
const others: TestApplication[] = []
const folder = mkdtempSync(path.join(tmpdir(), 'parlance-folders-'))
beforeAll(async () => {
  first = await startTestApplication()
})
afterEach(async () => {
  for (const app of others.splice(0)) await app.stop()
})
afterAll(async () => {
  await first?.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts another process on the same database. */
async function startOn(dataDir: string): Promise<TestApplication> {
  const app = await startTestApplication({ dataDir, databaseUrl: first.databaseUrl })
  others.push(app)
  return app
}

const readiness = async (app: TestApplication) => (await call(app, '/health/ready')).body
const complaints = ({ logged, said }: TestApplication) => [
  ...logged.filter((line) => line.includes('storage.')),
  ...said.filter((line) => line.startsWith('DATA_DIR: ')),
]

async function doctor(dataDir: string): Promise<string> {
  const child = promisify(execFile)(process.execPath, ['tools/doctor.ts'], {
    cwd: path.join(import.meta.dirname, '../../../..'),
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
      DATA_DIR: dataDir,
      DATABASE_URL: first.databaseUrl ?? '',
      DATABASE_UNSAFE: '1',
      SECRET_KEY: TEST_KEY,
    },
  })
  return (await child.catch((failed: { stdout: string }) => failed)).stdout
}

test('processes with the same data folder start without a word', async () => {
  const second = await startOn(first.dataDir)
  for (const app of [first, second]) {
    expect(complaints(app)).toEqual([])
    expect(await readiness(app)).toEqual({ status: 'ready' })
  }
  expect(await doctor(first.dataDir)).not.toContain('DATA_DIR')
})

test('a process with another data folder says so, until it has the shared one', async () => {
  const dataDir = path.join(folder, 'other')
  const line = `DATA_DIR: ${dataDir} isn't the data folder of the other processes that use this database.`
  expect(await doctor(dataDir)).toContain(`ERROR        ${line}`)
  expect(existsSync(dataDir)).toBe(false)
  for (const _start of ['first', 'second']) {
    const second = await startOn(dataDir)
    expect(complaints(second)).toEqual([
      expect.stringContaining('"level":"ERROR"'),
      expect.stringContaining(line),
    ])
    expect(await readiness(second)).toEqual({ status: 'degraded', storage: 'notShared' })
    expect(await readiness(first)).toEqual({ status: 'ready' })
    await second.stop()
  }
  copyFileSync(path.join(first.dataDir, 'folder-id'), path.join(dataDir, 'folder-id'))
  expect(complaints(await startOn(dataDir))).toEqual([])
  expect(await doctor(dataDir)).not.toContain(line)
})
