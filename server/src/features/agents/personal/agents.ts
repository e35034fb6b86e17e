import type { personalAgents } from '@parlance/contract/personalAgents'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Database, Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { CurrentInstance } from '../../instanceSettings/index.ts'
import { removeAgent, restoreAgent } from '../managing/store.ts'
import type { FirstEngine } from '../modelOptions.ts'
import { ownRestorableBy } from '../policy.ts'
import { copyAsDraft, readSource } from '../states/store.ts'
import { countOwn, findUnnamed, insertAgent } from '../store.ts'
import { recorded, writeDraft } from '../writing.ts'
import { demandPersonal } from './states.ts'
import * as store from './store.ts'

interface Needs {
  database: Database
  instance: CurrentInstance
  firstEngine: () => Promise<FirstEngine>
}

/** The calls for a user's own agents as a whole. */
export function createOwnAgents({ database, instance, firstEngine }: Needs) {
  return {
    async create(call: Call<typeof personalAgents.create>) {
      await demandPersonal(instance)
      const { personalAgentLimit } = await instance.read()
      const engine = await firstEngine()
      return call.change(async (tx, record) => {
        const { name, description = '' } = call.input
        const count = await countOwn(tx, call.actor)
        // Reuses an agent that was begun but never named: it counts toward the limit and is invisible.
        const begun = await findUnnamed(tx, call.actor)
        if (begun) {
          await writeDraft(tx, begun, { gptSystemName: name, description }, record)
          return locked(tx, call.actor, begun.gptSystemId)
        }
        if (count >= personalAgentLimit) throw new AppError('agent.tooMany')
        const ownerUserId = call.actor.userId
        const configuration = await insertAgent(tx, ownerUserId, {
          ownerUserId,
          name,
          description,
          ...engine,
        })
        record({
          entityType: 'GptSystem',
          entityId: configuration.gptSystemId,
          entityName: name,
          before: null,
          after: recorded(configuration),
        })
        return locked(tx, call.actor, configuration.gptSystemId)
      })
    },

    async get({ actor, params }: Call<typeof personalAgents.get>) {
      const agent = await store.findOwn(database.db, actor, params.gptSystemId)
      if (!agent) throw new AppError('agent.notFound')
      return agent
    },

    async update(call: Call<typeof personalAgents.update>) {
      await demandPersonal(instance)
      return call.change(async (tx, record) => {
        const { gptSystemId } = call.params
        const before = await locked(tx, call.actor, gptSystemId)
        if (before.version !== call.ifMatch) throw new AppError('request.stale', { current: before })
        const { name: gptSystemName, description } = call.input
        const draft = await draftOf(tx, call.actor, gptSystemId)
        await writeDraft(
          tx,
          draft,
          { gptSystemName, ...(description === undefined ? {} : { description }) },
          record,
        )
        await store.touch(tx, gptSystemId)
        return locked(tx, call.actor, gptSystemId)
      })
    },

    // Not subject to the feature flag: users can always delete their own agents.
    remove: (call: Call<typeof personalAgents.remove>) =>
      call.change(async (tx, record) => {
        const { gptSystemId } = call.params
        const { name, description, publishedStateId, shares } = await locked(tx, call.actor, gptSystemId)
        await removeAgent(tx, gptSystemId)
        record({
          entityType: 'GptSystem',
          entityId: gptSystemId,
          entityName: name,
          before: { name, description, publishedStateId, shares },
          after: null,
        })
        return {}
      }),

    async restore(call: Call<typeof personalAgents.restore>) {
      await demandPersonal(instance)
      const { personalAgentLimit } = await instance.read()
      return call.change(async (tx, record) => {
        const { gptSystemId } = call.params
        const count = await countOwn(tx, call.actor)
        if (!(await restoreAgent(tx, gptSystemId, ownRestorableBy(call.actor))))
          throw new AppError('agent.notFound')
        if (count >= personalAgentLimit) throw new AppError('agent.tooMany')
        const agent = await locked(tx, call.actor, gptSystemId)
        const { name, description, publishedStateId, shares } = agent
        record({
          entityType: 'GptSystem',
          entityId: gptSystemId,
          entityName: name,
          before: null,
          after: { name, description, publishedStateId, shares },
        })
        return agent
      })
    },
  }
}

/** Returns the user's own agent, locked until the transaction ends. */
async function locked(tx: Sql, actor: Actor, gptSystemId: string): Promise<store.PersonalAgent> {
  const agent = await store.lockOwn(tx, actor, gptSystemId)
  if (!agent) throw new AppError('agent.notFound')
  return agent
}

async function draftOf(tx: Sql, actor: Actor, gptSystemId: string) {
  const draft = await store.findOwnDraft(tx, actor, gptSystemId)
  if (draft) return draft
  const source = await readSource(tx, gptSystemId, null)
  if (!source) throw new Error('An agent has no version.')
  return copyAsDraft(tx, source, actor.userId)
}
