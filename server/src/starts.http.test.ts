import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { lockDataDir } from './platform/database/embedded/lock.ts'
import { freePort } from './testing/application.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'parlance-starts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a start says that does not succeed. It runs in a folder of its own, whose `.env` it reads. */
function startIn(cwd: string, environment: Record<string, string>) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, 'main.ts')],
    {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, ...environment },
    },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)))
  // Once its database's process has ended, too: that inherits what it writes errors to.
  return new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  )
}

describe('a start that fails ends with 1 and says in a line what to do', () => {
  test('where the port is taken, and tells of a name in .env that is no setting', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    const { port } = holder.address() as { port: number }
    writeFileSync(path.join(folder, '.env'), `PORT=${port}\nDATABASE_ULR=postgres://localhost/none\n`)
    const { code, said } = await startIn(folder, { DATA_DIR: path.join(folder, 'one') })
    expect(said.trim().split('\n')).toEqual([
      '.env: ignoring unknown setting DATABASE_ULR. See docs/guide/settings.md for all settings.',
      `PORT: port ${port} on 127.0.0.1 is already in use. Stop the other process or set a different PORT.`,
    ])
    expect(code).toBe(1)
    await new Promise((resolve) => holder.close(resolve))
  })

  test('where another one uses the data folder', async () => {
    const dataDir = path.join(folder, 'two')
    const lock = await lockDataDir(dataDir)
    const PORT = String(await freePort())
    const { code, said } = await startIn(mkdtempSync(path.join(folder, 'in-')), { DATA_DIR: dataDir, PORT })
    expect(said.trim()).toBe(
      `Another Parlance server is using ${dataDir}. Stop it, or set a different DATA_DIR.`,
    )
    expect(code).toBe(1)
    lock.release()
  })

  test('where PostgreSQL does not answer', async () => {
    const { code, said } = await startIn(mkdtempSync(path.join(folder, 'in-')), {
      DATA_DIR: path.join(folder, 'three'),
      PORT: String(await freePort()),
      DATABASE_URL: 'postgres://someone:hidden@127.0.0.1:1/none',
      SECRET_KEY: 'only-for-tests-0123456789-abcdefghijklmnopqrstuvwxyz',
    })
    expect(said.trim()).toBe(
      "DATABASE_URL: can't reach PostgreSQL (connect ECONNREFUSED 127.0.0.1:1). Start it, or correct the host and port.",
    )
    expect(code).toBe(1)
  })
})
