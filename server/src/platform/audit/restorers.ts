import type { Action } from '@parlance/contract/actions'
import type { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import type { Sql } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { RecordChange } from './audit.ts'
import type { Recorded } from './differences.ts'

/** An earlier state to restore to an object: a user's change like any other. */
export interface Restoring {
  actor: Actor
  entityId: string
  /** The values of the restorer's fields. A field without a value is null or absent. */
  state: Recorded
}

/**
 * How a feature restores an object to an earlier state through the same functions as its own page:
 * `platform.restorers.add({ … })`. Anything not listed here is never restored: secrets, assignments, and
 * whether an account is disabled.
 */
export interface Restorer {
  /** The entity type under which the feature records changes. */
  entityType: string
  /** The fields to restore, by the first segment of their recorded path. All others stay unchanged. */
  fields: readonly string[]
  /** Maps a field name from entries of earlier releases to its current name. */
  named?(field: string): string
  /** Any one of these permissions is required. `lock` checks permissions that apply to single objects. */
  rights: readonly Action[]
  /**
   * Returns the object as recorded, locked until the transaction ends, or null if it doesn't exist. Throws the
   * same error as the object's page if the actor can't change it or its state doesn't allow changes.
   */
  lock(tx: Sql, actor: Actor, entityId: string): Promise<Recorded | null>
  /**
   * Returns the earlier state as far as it is still possible; other fields keep their current value. If
   * undefined, the whole state is possible.
   */
  possible?(former: Recorded, present: Recorded): Recorded
  /**
   * Applies the state to the object that `lock` found. Validates like the object's page, and records the
   * changes.
   */
  apply(tx: Sql, restoring: Restoring, record: RecordChange): Promise<void>
  /** Creates a deleted object again. If undefined, deleted objects can't be restored. */
  make?: {
    rights: readonly Action[]
    apply(tx: Sql, restoring: Restoring, record: RecordChange): Promise<void>
  }
  /**
   * Reads what `possible` and `apply` need from elsewhere before the transaction begins, because nothing else
   * is awaited inside it.
   */
  prepare?(): Promise<void>
  /** Called when the transaction has ended, whatever its outcome. */
  settled?(): void
}

/** Validates an earlier state against the current schema, because once-valid values may no longer be valid. */
export function validState<S extends z.ZodType>(input: S, state: Recorded): z.output<S> {
  const parsed = input.safeParse(state)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  throw new AppError('request.invalid', { fields, cause: parsed.error })
}

/** For inputs that omit fields without a value. */
export const withoutNulls = (state: Recorded): Recorded =>
  Object.fromEntries(Object.entries(state).filter(([, value]) => value !== null))

export interface Restorers {
  add(restorer: Restorer): void
  of(entityType: string): Restorer | null
  /** Called before a transaction that restores something or previews a restore. */
  prepare(): Promise<void>
}

export function createRestorers(): Restorers {
  const known = new Map<string, Restorer>()
  return {
    add(restorer) {
      if (known.has(restorer.entityType))
        throw new Error(`Two features restore objects of type ${restorer.entityType}.`)
      known.set(restorer.entityType, restorer)
    },
    of: (entityType) => known.get(entityType) ?? null,
    async prepare() {
      await Promise.all([...known.values()].map((restorer) => restorer.prepare?.()))
    },
  }
}
