import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { lockDataDir } from './platform/database/embedded/lock.ts'
import { freePort } from './testing/freePort.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'parlance-starts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the output of a failed startup. It runs in its own folder and reads the `.env` there. */
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
  // Waits for the database's process too, because it inherits stderr.
  return new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  )
}

describe('a failed startup exits with 1 and says what to do in one line', () => {
  test('if the port is in use, and reports settings that have no effect', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    const { port } = holder.address() as { port: number }
    const settings = [`PORT=${port}`, 'DATABASE_ULR=postgres://localhost/none', 'DATABASE_URL=']
    writeFileSync(path.join(folder, '.env'), settings.join('\n'))
    const { code, said } = await startIn(folder, { DATA_DIR: path.join(folder, 'one'), SECRET_KEY: '' })
    expect(said.trim().split('\n')).toEqual([
      '.env: ignoring unknown setting DATABASE_ULR. See docs/guide/settings.md for all settings.',
      'DATABASE_URL: ignoring an empty value, so the default applies. See docs/guide/settings.md for all defaults.',
      'SECRET_KEY: ignoring an empty value, so the default applies. See docs/guide/settings.md for all defaults.',
      `PORT: port ${port} on 127.0.0.1 is already in use. Stop the other process or set a different PORT.`,
    ])
    expect(code).toBe(1)
    await new Promise((resolve) => holder.close(resolve))
  })

  test('if another process uses the data folder', async () => {
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

  test("if PostgreSQL doesn't respond", async () => {
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
