import type { TerminalStatus } from '@parlance/contract/events'
import type { Database } from '../../../platform/database/database.ts'
import type { Log } from '../../../platform/log/log.ts'
import { Execution, type ExecutionRow } from './execution.ts'
import type { Spending } from './spending.ts'
import { storeExecutions } from './store.ts'

/**
 * The most detail that a kill can lose. All changes are stored in one statement, to keep many answers cheap.
 */
const STORE_MS = 400

/** The execution records of the answers that this process writes. */
export interface Executions {
  begin(segmentId: string, spending: Spending): Execution
  find(segmentId: string): Execution | null
  /** Returns the row to store with the end of an answer, or null if another process began it. */
  atEnd(segmentId: string, status: TerminalStatus): ExecutionRow | null
  /** Call after the end is stored. */
  forget(segmentId: string): void
  stop(): void
}

export function createExecutions(database: Database, log: Log): Executions {
  const running = new Map<string, Execution>()
  const changed = new Set<Execution>()
  let timer: NodeJS.Timeout | null = null
  let storing = false

  function changes(execution: Execution): void {
    if (running.get(execution.segmentId) !== execution) return
    changed.add(execution)
    timer ??= setTimeout(store, STORE_MS).unref()
  }

  async function store(): Promise<void> {
    timer = null
    if (storing || changed.size === 0) return
    storing = true
    const cut = [...changed]
    changed.clear()
    try {
      const rows = cut.map((execution) => execution.row())
      await storeExecutions(database.db, rows)
      for (const [at, execution] of cut.entries())
        if (rows[at]?.prompt !== null) execution.promptIsStored = true
    } catch (cause) {
      // The end of the answer stores everything again.
      log.warn('executions.storeFailed', { answers: cut.length }, cause)
    } finally {
      storing = false
      if (changed.size > 0) timer ??= setTimeout(store, STORE_MS).unref()
    }
  }

  return {
    begin(segmentId, spending) {
      const execution = new Execution(segmentId, spending, changes)
      running.set(segmentId, execution)
      return execution
    },
    find: (segmentId) => running.get(segmentId) ?? null,
    atEnd(segmentId, status) {
      const execution = running.get(segmentId)
      if (!execution) return null
      changed.delete(execution)
      execution.ended(status)
      changed.delete(execution)
      return execution.row()
    },
    forget(segmentId) {
      const execution = running.get(segmentId)
      running.delete(segmentId)
      if (execution) changed.delete(execution)
    },
    stop() {
      if (timer) clearTimeout(timer)
      timer = null
    },
  }
}
