import { differences, shownChanges } from '../../platform/audit/differences.ts'
import { AppError } from '../../platform/errors.ts'
import type { ConfigurationRow } from './store.ts'
import { recorded } from './writing.ts'

/** Returns the field-by-field differences of the second of two states of one agent. */
export function differencesOf(before: ConfigurationRow, after: ConfigurationRow) {
  if (before.gptSystemId !== after.gptSystemId) throw new AppError('agent.stateNotFound')
  return { items: shownChanges(differences(compared(before), compared(after))) }
}

/**
 * Returns the configuration part of a state. Compares libraries themselves, because each state has its own
 * links.
 */
function compared(state: ConfigurationRow) {
  const {
    configStateId: _,
    gptSystemConfigurationStateId: __,
    number: ___,
    status: ____,
    ...fields
  } = recorded(state) as unknown as ConfigurationRow
  return {
    ...fields,
    dataSources: state.dataSources.map(({ dataSourceId, topK, useGraph, readMode, folders }) => ({
      dataSourceId,
      topK,
      useGraph,
      readMode,
      folders,
    })),
  }
}
