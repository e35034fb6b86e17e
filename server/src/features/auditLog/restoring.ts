import type { Action } from '@parlance/contract/actions'
import type { AuditRestore, configurationAuditLogs } from '@parlance/contract/configurationAuditLogs'
import type { z } from 'zod'
import type { Actor } from '../../platform/access/actor.ts'
import { differences, type Recorded, shownChanges, takenBack } from '../../platform/audit/differences.ts'
import type { Restorer } from '../../platform/audit/restorers.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import * as store from './store.ts'

type Restore = Call<typeof configurationAuditLogs.restore>

/** The changes needed to restore an object to its state before an entry. */
interface Plan {
  restorer: Restorer
  /** Null if the object has to be created again. */
  present: Recorded | null
  /** The values of the restorer's fields. */
  state: Recorded
  changes: ReturnType<typeof differences>
  leftOut: string[]
}

export function createRestoring(platform: Platform) {
  const { database, restorers } = platform

  /** Throws if the restore isn't possible. Locks the object, so that exactly what was planned is done. */
  async function plan(tx: Sql, actor: Actor, entry: store.WholeEntry): Promise<Plan> {
    if (entry.outcome !== 'Done') throw new AppError('audit.nothingDone')
    const restorer = restorers.of(entry.entityType)
    if (!restorer) throw new AppError('audit.kind')
    if (entry.effect === 'Made') throw new AppError('audit.nothingBefore')
    demand(actor, restorer.rights)
    const present = await restorer.lock(tx, actor, entry.entityId)
    if (!present && !restorer.make) throw new AppError('audit.removed')
    if (!present && restorer.make) demand(actor, restorer.make.rights)
    const { named = (field: string) => field } = restorer
    const earlier = await store.readFormer(tx, entry, entry.seq)
    const former = takenBack(
      present ?? {},
      earlier.map(({ field, before }) => ({ field: named(field), before })),
    )
    const possible = (present && restorer.possible?.(former, present)) ?? former
    const state = valuesOf(restorer.fields, possible)
    const changes = differences(present ? valuesOf(restorer.fields, present) : null, state)
    const all = differences(present, former).map(({ field }) => field)
    const leftOut = all.filter((field) => !changes.some((change) => change.field === field))
    if (present && changes.length === 0) throw new AppError('audit.sameState')
    return { restorer, present, state, changes, leftOut }
  }

  /** Returns what restoring would do. It checks the object itself and changes nothing. */
  async function preview(
    tx: Sql,
    actor: Actor,
    entry: store.WholeEntry,
    later: number,
  ): Promise<z.output<typeof AuditRestore>> {
    try {
      const { changes, leftOut } = await plan(tx, actor, entry)
      return { refusal: null, changes: shownChanges(changes), leftOut, laterChanges: later }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { refusal: error.code, changes: [], leftOut: [], laterChanges: later }
    }
  }

  /** Returns the entry with its difference and what restoring would do for this user. */
  async function getEntry(actor: Actor, auditEntryId: string) {
    await restorers.prepare()
    return database.transaction(async (tx) => {
      const entry = await store.readEntry(tx, auditEntryId)
      if (!entry) throw new AppError('audit.notFound')
      const { version, later } = await store.readNewest(tx, entry, entry.seq)
      const restore = await preview(tx, actor, entry, later)
      return { ...entry, changes: shownChanges(entry.changes), restore, version }
    })
  }

  async function restore(call: Restore) {
    const { auditEntryId } = call.params
    const { actor } = call
    let settled: Restorer['settled']
    await restorers.prepare()
    try {
      await call.change(async (tx, record) => {
        const entry = await store.readEntry(tx, auditEntryId)
        if (!entry) throw new AppError('audit.notFound')
        await store.lockRestoring(tx, entry)
        const version = async () => (await store.readNewest(tx, entry, entry.seq)).version
        // Check for staleness first: it takes precedence over any other refusal.
        if ((await version()) !== call.ifMatch) throw new AppError('request.stale')
        const { restorer, present, state } = await plan(tx, actor, entry)
        settled = restorer.settled
        // The object could have been changed through its own endpoint before it was locked.
        if ((await version()) !== call.ifMatch) throw new AppError('request.stale')
        const apply = present ? restorer.apply : (restorer.make?.apply ?? restorer.apply)
        await apply(tx, { actor, entityId: entry.entityId, state }, (change) =>
          record(change === 'nothing' ? change : { ...change, area: entry.area, reason: call.input.reason }),
        )
      })
    } catch (error) {
      const isStale = error instanceof AppError && error.code === 'request.stale'
      if (!isStale) throw error
      throw new AppError('request.stale', { cause: error, current: await getEntry(actor, auditEntryId) })
    } finally {
      settled?.()
    }
    return getEntry(actor, auditEntryId)
  }

  return { getEntry, restore }
}

/** For permissions on single objects, the feature checks the object itself. */
function demand(actor: Actor, rights: readonly Action[]): void {
  const holds = (action: Action) =>
    actor.actions.has(action) || actor.specific.some((right) => right.action === action)
  if (!rights.some(holds))
    throw new AppError('access.denied', {
      fields: rights.map((action) => ({ field: 'action', message: action })),
    })
}

const valuesOf = (fields: readonly string[], object: Recorded): Recorded =>
  Object.fromEntries(fields.map((field) => [field, object[field] ?? null]))
