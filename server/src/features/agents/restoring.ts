import { UpdateState } from '@parlance/contract/agents'
import type { EngineRegistry, Engines } from '../../engines/registry.ts'
import type { Actor } from '../../platform/access/actor.ts'
import { type Restorers, validState } from '../../platform/audit/restorers.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { publish, recorded, writeDraft } from './service.ts'
import * as store from './store.ts'

/** Drafts come back as they were, but for the libraries linked to them; an agent's publishing to the state before. */
export function restoreAgents(restorers: Restorers, engines: Engines): void {
  async function draft(tx: Sql, actor: Actor, stateId: string) {
    const found = await store.findWritableState(tx, actor, stateId)
    if (!found) throw new AppError('agent.stateNotFound')
    if (found.status !== 'Draft') throw new AppError('agent.stateNotDraft')
    return found
  }
  async function agent(tx: Sql, actor: Actor, gptSystemId: string) {
    const found = await store.findPublishable(tx, actor, gptSystemId)
    if (!found) throw new AppError('agent.notFound')
    return found
  }

  restorers.add({
    entityType: 'ConfigurationState',
    fields: Object.keys(UpdateState.shape),
    rights: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    lock: async (tx, actor, stateId) => recorded(await draft(tx, actor, stateId)),
    async apply(tx, { actor, entityId, state }, record) {
      await writeDraft(tx, await draft(tx, actor, entityId), validState(UpdateState, state), record)
    },
  })

  let registry: EngineRegistry | null = null
  restorers.add({
    entityType: 'GptSystem',
    fields: ['publishedStateId'],
    rights: ['GptSystemsPublish'],
    async prepare() {
      registry = await engines.current()
    },
    async lock(tx, actor, gptSystemId) {
      const { publishedStateId } = await agent(tx, actor, gptSystemId)
      return { publishedStateId }
    },
    async apply(tx, { actor, entityId, state }, record) {
      const stateId = typeof state.publishedStateId === 'string' ? state.publishedStateId : null
      const found = await agent(tx, actor, entityId)
      const note = ''
      if (!registry) throw new Error('Restoring an agent was not prepared.')
      await publish(tx, { registry, actor, gptSystemId: entityId, agent: found, stateId, note }, record)
    },
  })
}
