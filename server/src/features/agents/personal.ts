import { limits } from '@parlance/contract/limits'
import type { personalAgents } from '@parlance/contract/personalAgents'
import type { Config } from '../../config.ts'
import type { EngineRegistry } from '../../engines/registry.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import { isFeatureOn } from '../instance/index.ts'
import { deploymentWarnings, recorded, warningsOf, writeDraft } from './service.ts'
import * as store from './store.ts'

/** Agents that people make for themselves. */
export function createPersonalAgents(config: Config, engines: EngineRegistry) {
  const allowed = isFeatureOn(config, 'AllowUserCreatedGptSystems')
  const demand = () => {
    if (!allowed) throw new AppError('agent.personalOff')
  }

  return {
    async createState(call: Call<typeof personalAgents.createState>) {
      demand()
      return call.change(async (tx, record) => {
        const own = await store.countOwn(tx, call.actor)
        // One that was begun and left without a name is gone on with: no form that was closed leaves one behind.
        const begun = await store.findUnnamed(tx, call.actor)
        if (!begun && own >= limits.personalAgents) throw new AppError('agent.tooMany')
        const [deployment] = engines.deployments()
        const configuration =
          begun ??
          (await store.insertAgent(tx, call.actor.userId, {
            ownerUserId: call.actor.userId,
            name: '',
            description: '',
            languageEngine: deployment?.languageEngine ?? 'BuiltIn',
            deploymentName: deployment?.deploymentName ?? null,
          }))
        record({
          entityType: 'ConfigurationState',
          entityId: configuration.configStateId,
          entityName: '',
          before: begun && recorded(begun),
          after: recorded(configuration),
        })
        return { configuration }
      })
    },

    async updateState(call: Call<typeof personalAgents.updateState>) {
      demand()
      return call.change(async (tx, record) => {
        const before = await store.findOwnState(tx, call.actor, call.params.configStateId)
        if (!before) throw new AppError('agent.stateNotFound')
        if (before.status !== 'Draft') throw new AppError('agent.stateNotDraft')
        const configuration = await writeDraft(tx, before, call.input, record)
        return { configuration, errors: [], warnings: warningsOf(engines, configuration) }
      })
    },

    async createFromState(call: Call<typeof personalAgents.createFromState>) {
      demand()
      return call.change(async (tx, record) => {
        const state = await store.findOwnState(tx, call.actor, call.params.configStateId)
        if (!state) throw new AppError('agent.stateNotFound')
        if (state.status !== 'Draft') throw new AppError('agent.stateNotDraft')
        if (state.gptSystemName === '') throw new AppError('agent.unnamed')
        if (deploymentWarnings(engines, state).length > 0) throw new AppError('agent.deployment')
        const { gptSystemId, gptSystemName: name, description, gptSystemType } = state
        await store.publish(tx, gptSystemId, state.configStateId, call.actor.userId, '')
        record({
          entityType: 'GptSystem',
          entityId: gptSystemId,
          entityName: name,
          before: { publishedStateId: null },
          after: { publishedStateId: state.configStateId },
        })
        return { gptSystem: { gptSystemId, name, description, gptSystemType, brandKey: null } }
      })
    },
  }
}
