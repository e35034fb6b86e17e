/** Starts a new installation once, until all that its first start begins is done, and says where it lies. */
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
// Each copy would read the demo's files anew, beside its tests.
while ((await unread(app)) > 0) await wait(ASK_MS)
await app.stop()
const { dataDir, databaseUrl } = app
process.stdout.write(JSON.stringify({ dataDir, databaseUrl } satisfies Prepared))
