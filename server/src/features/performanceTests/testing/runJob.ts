import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApplication } from '../../../testing/application.ts'

const DAY = 86_400_000

/**
 * Runs a job in each of these processes of one database, on a day so many days from now. The clock is ahead only
 * meanwhile, because calls need the present.
 */
export async function runJob(
  name: string,
  daysAhead: number,
  processes: readonly TestApplication[],
): Promise<void> {
  const [{ platform }] = processes as [TestApplication]
  const { clock, database } = platform
  const { now } = clock
  // Tells these jobs from those that are due anyway.
  const mark = randomUUID()
  clock.now = () => new Date(Date.now() + daysAhead * DAY)
  const done = async () =>
    (
      await sql`select from pgboss.job where name = ${name} and data ->> 'mark' = ${mark}
        and state = 'completed'`.execute(database.db)
    ).rows.length
  try {
    for (const one of processes) await one.platform.jobs.send(name, { mark })
    await expect.poll(done, { timeout: 60_000 }).toBe(processes.length)
  } finally {
    clock.now = now
  }
}
