import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { findPrivateLibraries, lockLibraries } from './store.ts'

/**
 * Throws `publicEndpoint.library`, with the names that the user can see, unless all libraries of a state can be used on
 * public pages. They stay like that until the transaction ends.
 */
export async function demandPublicLibraries(tx: Sql, actor: Actor, stateId: string): Promise<void> {
  await lockLibraries(tx, stateId)
  const { count, names } = await findPrivateLibraries(tx, actor, stateId)
  if (count === 0) return
  throw new AppError('publicEndpoint.library', {
    fields: names.map((name) => ({ field: 'dataSources', message: name })),
  })
}
