import type { personalAgents } from '@parlance/contract/personalAgents'
import type { Engines } from '../../engines/registry.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import { deploymentWarnings, type FirstEngine, recorded, warningsOf, writeDraft } from './service.ts'
import * as store from './store.ts'

interface Needs {
  instance: CurrentInstance
  engines: Engines
  firstEngine: FirstEngine
}

/** Agents that people make for themselves. */
export function createPersonalAgents({ instance, engines, firstEngine }: Needs) {
  const demand = async () => {
    if (!(await instance.isFeatureOn('AllowUserCreatedGptSystems'))) throw new AppError('agent.personalOff')
  }

  return {
    async createState(call: Call<typeof personalAgents.createState>) {
      await demand()
      const { personalAgentLimit } = await instance.read()
      const engine = await firstEngine()
      return call.change(async (tx, record) => {
        const own = await store.countOwn(tx, call.actor)
        // One that was begun and left without a name is gone on with: no form that was closed leaves one behind.
        const begun = await store.findUnnamed(tx, call.actor)
        if (!begun && own >= personalAgentLimit) throw new AppError('agent.tooMany')
        const configuration =
          begun ??
          (await store.insertAgent(tx, call.actor.userId, {
            ownerUserId: call.actor.userId,
            name: '',
            description: '',
            ...engine,
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
      await demand()
      const registry = await engines.current()
      return call.change(async (tx, record) => {
        const before = await store.findOwnState(tx, call.actor, call.params.configStateId)
        if (!before) throw new AppError('agent.stateNotFound')
        if (before.status !== 'Draft') throw new AppError('agent.stateNotDraft')
        const configuration = await writeDraft(tx, before, call.input, record)
        return { configuration, errors: [], warnings: warningsOf(registry, configuration) }
      })
    },

    async createFromState(call: Call<typeof personalAgents.createFromState>) {
      await demand()
      const registry = await engines.current()
      return call.change(async (tx, record) => {
        const state = await store.findOwnState(tx, call.actor, call.params.configStateId)
        if (!state) throw new AppError('agent.stateNotFound')
        if (state.status !== 'Draft') throw new AppError('agent.stateNotDraft')
        if (state.gptSystemName === '') throw new AppError('agent.unnamed')
        if (deploymentWarnings(registry, state).length > 0) throw new AppError('agent.deployment')
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
