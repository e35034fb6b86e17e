import { limits } from '@parlance/contract/limits'
import type { personalAgents } from '@parlance/contract/personalAgents'
import type { EngineRegistry, Engines } from '../../../engines/registry.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import type { RecordChange } from '../../../platform/audit/audit.ts'
import type { Recorded } from '../../../platform/audit/differences.ts'
import { isUniqueViolation, type Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import { createContinuation } from '../../../platform/http/continuation.ts'
import type { Tell } from '../../../platform/notifications/notifications.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CurrentInstance } from '../../instanceSettings/index.ts'
import { differencesOf } from '../comparing.ts'
import type { FirstEngine } from '../modelOptions.ts'
import { publish } from '../publishing/store.ts'
import { tellOfFirstPublishing } from '../shares/service.ts'
import type { Linkable } from '../states/service.ts'
import {
  copyAsDraft,
  countStates,
  isAnswering,
  readSource,
  readStates,
  removeState,
} from '../states/store.ts'
import * as store from '../store.ts'
import { goneDeployments } from '../warnings.ts'
import { demandDraft, recorded, stateAnswer, writeDraft } from '../writing.ts'
import { writeLibraries } from './libraries.ts'
import * as own from './store.ts'

interface Needs {
  platform: Platform
  instance: CurrentInstance
  engines: Engines
  firstEngine: () => Promise<FirstEngine>
  linkable: Linkable
}

/** Throws unless users can create and change personal agents. */
export async function demandPersonal(instance: CurrentInstance): Promise<void> {
  if (!(await instance.isFeatureOn('AllowUserCreatedGptSystems'))) throw new AppError('agent.personalOff')
}

/** The configurations of personal agents. */
export function createPersonalStates({
  platform: { database, config, notifications },
  instance,
  engines,
  firstEngine,
  linkable,
}: Needs) {
  const demand = () => demandPersonal(instance)
  const pages = createContinuation<{ number: number }>(config.secretKey, 'configStates')

  const seen = async (actor: Actor, stateId: string) => {
    const found = await own.findSeenState(database.db, actor, stateId)
    if (!found) throw new AppError('agent.stateNotFound')
    return found
  }

  /** Creates the next draft of an existing agent. */
  async function nextDraft(tx: Sql, actor: Actor, gptSystemId: string, fromStateId: string | null) {
    if (!(await own.lockEditable(tx, actor, gptSystemId))) throw new AppError('agent.notFound')
    const source = await readSource(tx, gptSystemId, fromStateId)
    if (!source) throw new AppError('agent.stateNotFound')
    return copyAsDraft(tx, source, actor.userId).catch((cause: unknown) => {
      throw isUniqueViolation(cause) ? new AppError('agent.hasDraft', { cause }) : cause
    })
  }

  return {
    async listStates({ actor, input }: Call<typeof personalAgents.listStates>) {
      const { gptSystemId, pageSize = limits.pageSize, continuationToken } = input
      if (!(await own.findEditable(database.db, actor, gptSystemId))) throw new AppError('agent.notFound')
      const below = pages.read(continuationToken)?.number ?? null
      const found = await readStates(database.db, gptSystemId, { below, limit: pageSize + 1 })
      const items = found.slice(0, pageSize)
      const last = items.at(-1)
      return {
        items,
        continuationToken: found.length > pageSize && last ? pages.write({ number: last.number }) : null,
      }
    },

    async getState({ actor, params }: Call<typeof personalAgents.getState>) {
      const [registry, state] = await Promise.all([engines.current(), seen(actor, params.configStateId)])
      return stateAnswer(registry, state)
    },

    async getDifferences({ actor, params }: Call<typeof personalAgents.getDifferences>) {
      const [before, after] = await Promise.all([
        seen(actor, params.configStateId),
        seen(actor, params.otherStateId),
      ])
      return differencesOf(before, after)
    },

    removeState: (call: Call<typeof personalAgents.removeState>) =>
      call.change(async (tx, record) => {
        const draft = await store.findOwnState(tx, call.actor, call.params.configStateId)
        if (!draft) throw new AppError('agent.stateNotFound')
        if (draft.status !== 'Draft') throw new AppError('agent.stateNotDraft')
        if ((await countStates(tx, draft.gptSystemId)) === 1) throw new AppError('agent.onlyState')
        if (await isAnswering(tx, draft.configStateId)) throw new AppError('agent.stateAnswering')
        await removeState(tx, draft)
        recordState(record, draft, { before: recorded(draft), after: null })
        return {}
      }),

    async createState(call: Call<typeof personalAgents.createState>) {
      await demand()
      const { personalAgentLimit } = await instance.read()
      const engine = await firstEngine()
      const { gptSystemId, fromStateId = null } = call.input
      if (gptSystemId === undefined && fromStateId !== null) {
        const message = 'Include the agent of this version.'
        throw new AppError('request.invalid', { fields: [{ field: 'gptSystemId', message }] })
      }
      return call.change(async (tx, record) => {
        if (gptSystemId !== undefined) {
          const configuration = await nextDraft(tx, call.actor, gptSystemId, fromStateId)
          recordState(record, configuration, { before: null, after: recorded(configuration) })
          return { configuration }
        }
        const count = await store.countOwn(tx, call.actor)
        // Reuses an unnamed draft, so closed forms leave none behind.
        const begun = await store.findUnnamed(tx, call.actor)
        if (!begun && count >= personalAgentLimit) throw new AppError('agent.tooMany')
        const configuration =
          begun ??
          (await store.insertAgent(tx, call.actor.userId, {
            ownerUserId: call.actor.userId,
            name: '',
            description: '',
            ...engine,
          }))
        recordState(record, configuration, {
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
        const found = await store.findEditableState(tx, call.actor, call.params.configStateId)
        const before = demandDraft(registry, found, call.ifMatch)
        const { dataSources: wanted, ...input } = call.input
        if (wanted) await writeLibraries(tx, call.actor, { draft: before, wanted, linkable })
        return stateAnswer(registry, await writeDraft(tx, before, input, record))
      })
    },

    async createFromState(call: Call<typeof personalAgents.createFromState>) {
      await demand()
      const registry = await engines.current()
      let tell: Tell | undefined
      const answered = await call.change(async (tx, record) => {
        const state = await store.findOwnState(tx, call.actor, call.params.configStateId)
        if (state && state.status !== 'Draft') throw new AppError('agent.stateNotDraft')
        const { isFirst, answer } = await makeCurrent(tx, { registry, actor: call.actor, state }, record)
        const { gptSystemId } = answer.gptSystem
        if (isFirst) tell = await tellOfFirstPublishing(tx, notifications, call.actor, gptSystemId)
        return answer
      })
      tell?.()
      return answered
    },

    async updateFromState(call: Call<typeof personalAgents.updateFromState>) {
      await demand()
      const registry = await engines.current()
      return call.change(async (tx, record) => {
        const state = await store.findOwnState(tx, call.actor, call.params.configStateId)
        const its = state?.gptSystemId === call.params.gptSystemId ? state : null
        return (await makeCurrent(tx, { registry, actor: call.actor, state: its }, record)).answer
      })
    },
  }
}

interface Making {
  registry: EngineRegistry
  actor: Actor
  /** A state of the user's own agent, or null. */
  state: store.ConfigurationRow | null
}

/** Publishes a state unless it is already published, and records it. `isFirst`: none was published before. */
async function makeCurrent(tx: Sql, { registry, actor, state }: Making, record: RecordChange) {
  if (!state) throw new AppError('agent.stateNotFound')
  if (state.gptSystemName === '') throw new AppError('agent.unnamed')
  if (goneDeployments(registry, state).length > 0) throw new AppError('agent.deployment')
  const { gptSystemId, configStateId: stateId, gptSystemName: name, description } = state
  const { gptSystemType, avatarFileName } = state
  const agent = await own.lockOwn(tx, actor, gptSystemId)
  if (!agent) throw new AppError('agent.notFound')
  if (agent.publishedStateId !== stateId) {
    const kind = state.status === 'Past' ? 'RollBack' : 'Publish'
    await publish(tx, gptSystemId, stateId, { by: actor.userId, note: '', kind })
  }
  record({
    entityType: 'GptSystem',
    entityId: gptSystemId,
    entityName: name,
    before: { publishedStateId: agent.publishedStateId },
    after: { publishedStateId: stateId },
  })
  const card = { gptSystemId, name, description, gptSystemType, avatarFileName }
  const answer = { gptSystem: { ...card, brandKey: null, madeBy: null, mayEdit: true } }
  return { isFirst: agent.publishedStateId === null, answer }
}

function recordState(
  record: RecordChange,
  { configStateId, gptSystemName }: store.ConfigurationRow,
  change: { before: Recorded | null; after: Recorded | null },
): void {
  record({
    entityType: 'ConfigurationState',
    entityId: configStateId,
    entityName: gptSystemName,
    ...change,
  })
}
