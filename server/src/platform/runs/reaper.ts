import { type Database, isRefusedData } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { type EndedRun, interruption, lastEntries, textAlone } from './ending.ts'
import type { Entry } from './entry.ts'
import { fold } from './fold.ts'
import { cutRows } from './rows.ts'
import { endRun, findOrphans, listEntries, lockOrphan, type SubjectEnd } from './store.ts'

const ORPHANS_AT_ONCE = 200

export interface ReaperNeeds {
  database: Database
  log: Log
  /** Runs of this process are never orphans, whatever their lease says. */
  isHeld(runId: string): boolean
  subjectEnd(ended: EndedRun): SubjectEnd
  reaped(subjectId: string): Promise<void>
}

/**
 * Ends runs that no process works on anymore, with their stored content and an error that says why nothing
 * follows.
 */
export function createReaper({
  database,
  log,
  isHeld,
  subjectEnd,
  reaped: tell,
}: ReaperNeeds): (all: boolean) => Promise<number> {
  async function reapOne(runId: string, subjectId: string, all: boolean): Promise<boolean> {
    try {
      return await interrupt(runId, subjectId, all, (ended) => ended)
    } catch (cause) {
      if (!isRefusedData(cause)) throw cause
      log.warn('runs.endFailed', { runId }, cause)
      return interrupt(runId, subjectId, all, textAlone)
    }
  }

  async function interrupt(
    runId: string,
    subjectId: string,
    all: boolean,
    storable: (ended: EndedRun) => EndedRun,
  ): Promise<boolean> {
    return database.transaction(async (tx) => {
      if (!(await lockOrphan(tx, runId, all))) return false
      const stored = await listEntries(tx, runId)
      const reason: Entry = { event: 'error', data: interruption(runId) }
      const whole = [...stored, reason, ...lastEntries('Interrupted')]
      // If not even the first event was stored, readers get the answer from its subject instead.
      const rows = stored.length === 0 ? [] : cutRows(runId, whole, stored.length, whole.length)
      const ended = storable({ runId, subjectId, status: 'Interrupted', isTextAlone: false, ...fold(whole) })
      const ending = { runId, status: ended.status, rows }
      return endRun(tx, ending, subjectEnd(ended), !database.embedded)
    })
  }

  return async function reap(all: boolean): Promise<number> {
    let reaped = 0
    for (;;) {
      const orphans = (await findOrphans(database.db, all)).filter((orphan) => !isHeld(orphan.id))
      for (const orphan of orphans) {
        if (!(await reapOne(orphan.id, orphan.subjectId, all))) continue
        reaped += 1
        await tell(orphan.subjectId)
      }
      if (orphans.length < ORPHANS_AT_ONCE) break
    }
    if (reaped > 0) log.warn('runs.reaped', { reaped })
    return reaped
  }
}
