import type { RecordChange } from '../../platform/audit/audit.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Call } from '../../platform/http/call.ts'

/** What is kept in memory of the database, here and in other processes. */
interface Announced {
  announce(tx: Sql): Promise<void>
  changed(): void
}

/** A change after which what is kept is read again: elsewhere once it is committed, here however it ended. */
export async function changing<T>(
  kept: Announced,
  call: Pick<Call, 'change'>,
  work: (tx: Sql, record: RecordChange) => Promise<T>,
): Promise<T> {
  try {
    return await call.change(async (tx, record) => {
      const answered = await work(tx, record)
      await kept.announce(tx)
      return answered
    })
  } finally {
    kept.changed()
  }
}
