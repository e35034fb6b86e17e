import { differences, shownChanges } from '../../platform/audit/differences.ts'
import { AppError } from '../../platform/errors.ts'
import type { ConfigurationRow } from './store.ts'
import { recorded } from './writing.ts'

/** What the second of two states of one agent has otherwise, field by field. */
export function differencesOf(before: ConfigurationRow, after: ConfigurationRow) {
  if (before.gptSystemId !== after.gptSystemId) throw new AppError('agent.stateNotFound')
  return { items: shownChanges(differences(compared(before), compared(after))) }
}

/** What of a state is its configuration: libraries by what they are, not by their links, which each state has its own of. */
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
    dataSources: state.dataSources.map(({ dataSourceId, topK, useGraph }) => ({
      dataSourceId,
      topK,
      useGraph,
    })),
  }
}
