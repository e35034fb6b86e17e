import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { dropDatabase } from './databases.ts'
import { startTestServer } from './testServer.ts'

/** An installation after its first startup that is not running; test applications start on copies of it. */
export interface Prepared {
  dataDir: string
  databaseUrl: string | null
}

const NAME = 'PREPARED_INSTALLATION'

/** Returns the installation prepared for this test run, or null. */
export const readPrepared = (): Prepared | null => JSON.parse(process.env[NAME] ?? 'null')

/**
 * Vitest's global setup for the suites that start the application: starts a PostgreSQL server, unless
 * TEST_DATABASE_URL names one, and prepares an installation.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (readPrepared()) return
  const server = process.env.TEST_DATABASE_URL ? null : await startTestServer()
  if (server) process.env.TEST_DATABASE_URL = server.url
  // In a separate process: Vitest would first transform each server module.
  const program = path.join(import.meta.dirname, 'prepare.ts')
  const flag = '--disable-warning=ExperimentalWarning'
  const { stdout } = await promisify(execFile)(process.execPath, [flag, program])
  process.env[NAME] = stdout
  const { dataDir, databaseUrl } = JSON.parse(stdout) as Prepared
  return async () => {
    delete process.env[NAME]
    await rm(dataDir, { recursive: true, force: true })
    if (server) {
      delete process.env.TEST_DATABASE_URL
      await server.stop()
    } else if (databaseUrl) await dropDatabase(databaseUrl)
  }
}
