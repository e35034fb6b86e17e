import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { dropDatabase } from './databases.ts'

/** An installation after its first start, which nothing runs on: test applications start on copies of it. */
export interface Prepared {
  dataDir: string
  databaseUrl: string | null
}

const NAME = 'PREPARED_INSTALLATION'

/** The one that was prepared for this run of the tests; null where none was. */
export const readPrepared = (): Prepared | null => JSON.parse(process.env[NAME] ?? 'null')

/** Vitest's global setup of the suites that start the program. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (readPrepared()) return
  // By a process of its own: here each module of the server would be transformed first.
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
