import type { RecordChange } from '../../platform/audit/audit.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Call } from '../../platform/http/call.ts'

/** Values cached from the database, in this and other processes. */
export interface Announced {
  announce(tx: Sql): Promise<void>
  changed(): void
}

/**
 * Makes a change and reloads the cached values: in other processes after the commit, in this one whatever the
 * outcome.
 */
export async function changing<T>(
  cached: Announced,
  call: Pick<Call, 'change'>,
  work: (tx: Sql, record: RecordChange) => Promise<T>,
): Promise<T> {
  try {
    return await call.change(async (tx, record) => {
      const answered = await work(tx, record)
      await cached.announce(tx)
      return answered
    })
  } finally {
    cached.changed()
  }
}
