/**
 * Starts a new installation once, waits until everything that the first startup triggers is done, and prints
 * where it is.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { startTestApplication, type TestApplication } from './application.ts'
import type { Prepared } from './prepared.ts'

const ASK_MS = 100

async function unread({ platform }: TestApplication): Promise<number> {
  const files = await sql`select from file where state not in ('Ready', 'Failed')`.execute(
    platform.database.db,
  )
  return files.rows.length
}

const app = await startTestApplication({ first: true })
// Otherwise each copy would process the demo's files again, in parallel with its tests.
while ((await unread(app)) > 0) await wait(ASK_MS)
await app.stop()
const { dataDir, databaseUrl } = app
process.stdout.write(JSON.stringify({ dataDir, databaseUrl } satisfies Prepared))
