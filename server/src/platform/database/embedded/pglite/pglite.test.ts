import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createLog } from '../../../log/log.ts'
import type { EmbeddedDatabase } from '../embeddedDatabase.ts'
import { openPglite } from './pglite.ts'

// Each test starts a process, and another after each exit.
const dataDir = mkdtempSync(path.join(tmpdir(), 'parlance-supervisor-'))
const logged: string[] = []
const has = (event: string) => logged.some((line) => line.includes(event))
let embedded: EmbeddedDatabase

beforeAll(async () => {
  const log = createLog('ERROR', { write: (line) => void logged.push(line) })
  embedded = openPglite({ dataDir, log })
  await embedded.started
})
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function another(pid: number | null): Promise<void> {
  await expect.poll(() => embedded.pid() ?? pid).not.toBe(pid)
}

test('a process that is silent for 20 seconds is killed and restarted, and not one second earlier', async () => {
  const everySetInterval = vi.spyOn(globalThis, 'setInterval')
  let silentMs = 0
  embedded.probe(async () => silentMs)
  const look = everySetInterval.mock.calls[0]?.[0] as () => Promise<void>
  everySetInterval.mockRestore()
  const pid = embedded.pid()
  for (const ms of [0, 5000, 19_000]) {
    silentMs = ms
    await look()
  }
  expect([embedded.pid(), has('database.embedded.silent')]).toEqual([pid, false])
  silentMs = 20_000
  await look()
  silentMs = 0
  await another(pid)
  expect([has('database.embedded.silent'), has('SIGKILL')]).toEqual([true, true])
})

test('retries while the system temporarily refuses new processes', async () => {
  const pid = embedded.pid() as number
  // More than a process can be given, so spawn throws instead of reporting the error later.
  vi.stubEnv('LANG', 'x'.repeat(4_000_000))
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => has('E2BIG')).toBe(true)
  expect(embedded.pid()).toBeNull()
  vi.unstubAllEnvs()
  await another(null)
})
