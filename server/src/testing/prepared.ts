import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { dropDatabase } from './databases.ts'

/** An installation after its first startup that is not running; test applications start on copies of it. */
export interface Prepared {
  dataDir: string
  databaseUrl: string | null
}

const NAME = 'PREPARED_INSTALLATION'

/** Returns the installation prepared for this test run, or null. */
export const readPrepared = (): Prepared | null => JSON.parse(process.env[NAME] ?? 'null')

/** Vitest's global setup for the suites that start the application. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (readPrepared()) return
  // In a separate process: Vitest would first transform each server module.
  const program = path.join(import.meta.dirname, 'prepare.ts')
  const flag = '--disable-warning=ExperimentalWarning'
  const { stdout } = await promisify(execFile)(process.execPath, [flag, program])
  process.env[NAME] = stdout
  const { dataDir, databaseUrl } = JSON.parse(stdout) as Prepared
  return async () => {
    delete process.env[NAME]
    await rm(dataDir, { recursive: true, force: true })
    if (databaseUrl) await dropDatabase(databaseUrl)
  }
}
