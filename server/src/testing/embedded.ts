import { withEmbedded } from '../platform/backup/snapshot.ts'
import type { Database } from '../platform/database/database.ts'
import { type EmbeddedChoice, openEmbeddedDatabase } from '../platform/database/embedded/openEmbedded.ts'
import { createLog } from '../platform/log/log.ts'

/** Runs `work` with the embedded database of a data folder, creating it if needed, and stops it afterwards. */
export async function withEmbeddedIn<T>(
  dataDir: string,
  work: (database: Database) => Promise<T>,
  choice: EmbeddedChoice = 'auto',
): Promise<T> {
  const log = createLog('ERROR')
  return withEmbedded(await openEmbeddedDatabase({ dataDir, choice, log }), log, work)
}
