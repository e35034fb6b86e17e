import type { agents } from '@parlance/contract/agents'
import type { Input } from '@parlance/contract/endpoint'
import type { EngineRegistry } from '../../engines/registry.ts'
import type { RecordChange } from '../../platform/audit/audit.ts'
import type { Recorded } from '../../platform/audit/differences.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import * as store from './store.ts'
import { errorsOf, warningsOf } from './warnings.ts'

/** Returns a configuration as an API response, with its warnings. */
export const stateAnswer = (registry: EngineRegistry, configuration: store.ConfigurationRow) => ({
  configuration,
  errors: errorsOf(registry, configuration),
  warnings: warningsOf(registry, configuration),
  version: configuration.version,
})

/** Returns the locked configuration if it is a draft in the version that the caller has seen. */
export function demandDraft(
  registry: EngineRegistry,
  found: store.ConfigurationRow | null,
  version: number,
): store.ConfigurationRow {
  if (!found) throw new AppError('agent.stateNotFound')
  // Reports the version conflict first. That the draft was also published matters less.
  if (found.version !== version)
    throw new AppError('request.stale', { current: stateAnswer(registry, found) })
  if (found.status !== 'Draft') throw new AppError('agent.stateNotDraft')
  return found
}

/** Changes a draft and records it. */
export async function writeDraft(
  tx: Sql,
  before: store.ConfigurationRow,
  input: Input<typeof agents.updateState>,
  record: RecordChange,
): Promise<store.ConfigurationRow> {
  const configuration = await store.updateDraft(tx, before.configStateId, input)
  record({
    entityType: 'ConfigurationState',
    entityId: before.configStateId,
    entityName: configuration.gptSystemName,
    before: recorded(before),
    after: recorded(configuration),
  })
  return configuration
}

/** Returns the audit log fields of a configuration. */
export function recorded(configuration: store.ConfigurationRow): Recorded {
  const { createdAt: _, updatedAt: __, version: ___, ...fields } = configuration
  return fields
}
