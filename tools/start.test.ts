import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../server/src/testing/freePort.ts'

const root = path.join(import.meta.dirname, '..')
const dataDir = mkdtempSync(path.join(tmpdir(), 'parlance-npm-'))
let group = 0

afterAll(() => {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // Everything has ended, as it should.
  }
  rmSync(dataDir, { recursive: true, force: true })
})

test('SIGTERM to npm ends the server too, after it has drained', async () => {
  const port = await freePort()
  const { PATH, HOME } = process.env
  const npm = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'INFO' },
  })
  group = npm.pid ?? 0
  let said = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text) => (said += String(text)))
  const ready = async () => (await fetch(`http://localhost:${port}/health/ready`).catch(() => null))?.status
  await expect.poll(ready).toBe(200)
  npm.kill('SIGTERM')
  // Not before the last process that writes to npm's output has ended, which includes the database.
  await once(npm, 'close')
  expect(said).toContain('"event":"server.ending","signal":"SIGTERM"')
  expect(said).not.toContain('server.endFailed')
  expect(await ready()).toBeUndefined()
})
