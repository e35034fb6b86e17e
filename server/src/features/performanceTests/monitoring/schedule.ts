import { limits } from '@parlance/contract/limits'
import { dayOf } from '@parlance/contract/periodOf'
import type { Sql } from '../../../platform/database/database.ts'
import { inSlices } from '../../../platform/database/slices.ts'
import type { Platform } from '../../../platform/platform.ts'
import { removeUnasked } from '../cases/casesStore.ts'
import type { Runner } from '../runs/runner.ts'
import { insertRun, removeOldRuns } from '../runs/runsStore.ts'
import * as store from './scheduleStore.ts'

/**
 * Starts runs of published versions at night (UTC), one of each test, however many processes there are. It looks several
 * times a night, so a restart delays a run but doesn’t lose it.
 */
export function scheduleRuns(
  { clock, database, jobs }: Pick<Platform, 'clock' | 'database' | 'jobs'>,
  runner: Pick<Runner, 'soon'>,
): void {
  jobs.schedule('performanceTests.schedule', '*/10 1-4 * * *', async () => {
    const night = dayOf(clock.now().getTime())
    await inSlices(() => database.transaction((tx) => followOne(tx, night)))
    runner.soon()
  })
}

/** Starts the run of a test that is due, or skips it if one is in progress; answers how many there were. */
async function followOne(tx: Sql, night: string): Promise<number> {
  const due = await store.lockDue(tx, night)
  if (!due) return 0
  const { testId, testVersion, stateId, stateVersion, cases, judge, costCeilingUsd } = due
  await store.noteFollowed(tx, testId, { night, isStarted: !due.isBusy })
  if (due.isBusy) return 1
  await removeOldRuns(tx, testId, limits.scheduledRuns - 1, 'Schedule')
  await removeOldRuns(tx, testId, limits.performanceRuns - 1)
  await removeUnasked(tx, testId)
  await insertRun(tx, {
    ...{ testId, testVersion, stateId, judge, costCeilingUsd, total: cases, repeats: 1 },
    ...{ temperature: null, seed: null, source: 'Schedule', startedBy: null },
    state: { version: stateVersion, isPublished: true },
  })
  return 1
}
