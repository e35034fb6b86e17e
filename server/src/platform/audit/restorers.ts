import type { Action } from '@parlance/contract/actions'
import type { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import type { Sql } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { RecordChange } from './audit.ts'
import type { Recorded } from './differences.ts'

/** A former state to be given to an object, by somebody, as a change like any other. */
export interface Restoring {
  actor: Actor
  entityId: string
  /** The values of the restorer's fields; one without a value is null or absent. */
  state: Recorded
}

/**
 * How a feature gives an object a former state, by what its own screen calls: `platform.restorers.add({ … })`. What
 * is not named here never comes back: secrets, who was given what, who was disabled.
 */
export interface Restorer {
  /** The kind of object, as the feature's changes are recorded under. */
  entityType: string
  /** The fields that come back, by their first names in what is recorded. All others stay as they are. */
  fields: readonly string[]
  /** What a field is called now that entries of earlier releases name in another way. */
  named?(field: string): string
  /** Any of these rights is needed; one on single objects is held against the object by `lock`. */
  rights: readonly Action[]
  /**
   * The object as it is recorded, locked until the transaction's end; null where it is not there. Throws the error of
   * the object's screen where this person may not change it, or where it is of a state that cannot be changed.
   */
  lock(tx: Sql, actor: Actor, entityId: string): Promise<Recorded | null>
  /** The former state as far as it can still be: what cannot keeps the value that it has. Without it, all of it can. */
  possible?(former: Recorded, present: Recorded): Recorded
  /** Gives the object, which `lock` has found, the state. Validates as its screen does, and records what changes. */
  apply(tx: Sql, restoring: Restoring, record: RecordChange): Promise<void>
  /** Makes one that was removed again. Without it, none is. */
  make?: {
    rights: readonly Action[]
    apply(tx: Sql, restoring: Restoring, record: RecordChange): Promise<void>
  }
  /**
   * Reads what `possible` and `apply` need from elsewhere, before the transaction begins: inside of it nothing else is
   * waited for.
   */
  prepare?(): Promise<void>
  /** Called when the transaction has ended, however it did. */
  settled?(): void
}

/** A former state as an input of today: what was allowed once may not be any more. */
export function validState<S extends z.ZodType>(input: S, state: Recorded): z.output<S> {
  const parsed = input.safeParse(state)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  throw new AppError('request.invalid', { fields, cause: parsed.error })
}

/** For inputs that leave out what has no value. */
export const withoutNulls = (state: Recorded): Recorded =>
  Object.fromEntries(Object.entries(state).filter(([, value]) => value !== null))

export interface Restorers {
  add(restorer: Restorer): void
  of(entityType: string): Restorer | null
  /** Before a transaction that restores something, or asks what that would do. */
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
