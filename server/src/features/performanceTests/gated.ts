import type { Actor } from '../../platform/access/actor.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { readGate, type TestRow } from './store.ts'

const CRITICAL = 'critical'

/** Throws unless the user can change what versions of an agent have to reach. */
export function demandGateChanger({ actions }: Actor): void {
  if (!actions.has('GptSystemsApprove')) throw new AppError('performanceTest.gated')
}

/**
 * Throws if a case of a locked test must not fail for a version to be published, and the user can’t change the gate. Otherwise,
 * they could change or remove what their own version fails.
 */
export async function demandCaseChanger(
  tx: Sql,
  actor: Actor,
  { performanceTestId }: TestRow,
  { tags }: { tags: readonly string[] },
): Promise<void> {
  if (!tags.some((tag) => tag.toLowerCase() === CRITICAL)) return
  if ((await readGate(tx, performanceTestId))?.noCriticalFailure) demandGateChanger(actor)
}
