import type { agents } from '@parlance/contract/agents'
import type { Input } from '@parlance/contract/endpoint'
import type { EngineRegistry, Engines } from '../../engines/registry.ts'
import type { Actor } from '../../platform/access/actor.ts'
import type { Recorded } from '../../platform/audit/differences.ts'
import type { Sql } from '../../platform/database/database.ts'
import { isUniqueViolation } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call, RecordChange } from '../../platform/http/call.ts'
import { giveCreatorRights } from '../userRoles/index.ts'
import * as store from './store.ts'

/** The sources of a person that may be linked: asked of the feature that owns them. */
export type Linkable = (tx: Sql, actor: Actor, dataSourceId: string) => Promise<boolean>

const DEFAULT_TOP_K = 5

/** What a new agent answers with: the instance's default chat deployment where it is there, else the built-in engine. */
export type FirstEngine = () => Promise<{ languageEngine: string; deploymentName: string | null }>

interface Needs {
  engines: Engines
  linkable: Linkable
  firstEngine: FirstEngine
}

/** The calls that change system agents. */
export function createAgentsService({ engines, linkable, firstEngine }: Needs) {
  return {
    async createGptSystem(call: Call<typeof agents.createGptSystem>) {
      const engine = await firstEngine()
      return call.change(async (tx, record) => {
        const { name, description = '', brandKey = null } = call.input
        if (brandKey !== null && !(await store.isBrand(tx, brandKey))) {
          const fields = [{ field: 'brandKey', message: 'There is no brand with this key.' }]
          throw new AppError('request.invalid', { fields })
        }
        const agent = { name, description, brandKey, ...engine }
        const configuration = await store.insertAgent(tx, call.actor.userId, agent)
        await giveCreatorRights(tx, call.actor.userId, {
          entityType: 'GptSystem',
          entityId: configuration.gptSystemId,
        })
        record({
          entityType: 'GptSystem',
          entityId: configuration.gptSystemId,
          entityName: name,
          before: null,
          after: { ...recorded(configuration), brandKey },
        })
        const { gptSystemId, gptSystemType } = configuration
        return { gptSystem: { gptSystemId, name, description, gptSystemType, brandKey }, configuration }
      })
    },

    async updateState(call: Call<typeof agents.updateState>) {
      const registry = await engines.current()
      return call.change(async (tx, record) => {
        const before = await store.findWritableState(
          tx,
          call.actor,
          call.params.gptSystemConfigurationStateId,
        )
        if (!before) throw new AppError('agent.stateNotFound')
        if (before.status !== 'Draft') throw new AppError('agent.stateNotDraft')
        const configuration = await writeDraft(tx, before, call.input, record)
        return { configuration, errors: [], warnings: warningsOf(registry, configuration) }
      })
    },

    async updatePublishing(call: Call<typeof agents.updatePublishing>) {
      const { gptSystemId } = call.params
      const { gptSystemConfigurationStateId: stateId, note = '' } = call.input
      const registry = await engines.current()
      return call.change(async (tx, record) => {
        const agent = await store.findPublishable(tx, call.actor, gptSystemId)
        if (!agent) throw new AppError('agent.notFound')
        await publish(tx, { registry, actor: call.actor, gptSystemId, agent, stateId, note }, record)
        return { gptSystemId, publishedStateId: stateId }
      })
    },

    async addRagDataSource(call: Call<typeof agents.addRagDataSource>) {
      const { gptSystemId } = call.params
      const { dataSourceId, topK = DEFAULT_TOP_K, useGraph = true } = call.input
      return call.change(async (tx, record) => {
        if (!(await store.findWritable(tx, call.actor, gptSystemId))) throw new AppError('agent.notFound')
        const draft = await store.findWritableDraft(tx, call.actor, gptSystemId)
        if (!draft) throw new AppError('agent.noDraft')
        if (!(await linkable(tx, call.actor, dataSourceId))) throw new AppError('dataSource.notFound')
        const link = await store
          .insertLink(tx, draft.configStateId, { dataSourceId, topK, useGraph }, call.actor.userId)
          .catch((cause: unknown) => {
            throw isUniqueViolation(cause) ? new AppError('dataSource.linked', { cause }) : cause
          })
        record({
          entityType: 'ConfigurationState',
          entityId: draft.configStateId,
          entityName: draft.gptSystemName,
          before: { dataSources: draft.dataSources },
          after: { dataSources: [...draft.dataSources, link] },
        })
        return link
      })
    },
  }
}

/** Changes a draft, and records it. */
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

interface Publishing {
  registry: EngineRegistry
  actor: Actor
  gptSystemId: string
  agent: { publishedStateId: string | null; name: string }
  stateId: string | null
  note: string
}

/** Makes a state that this person may publish the agent's published one, or none, and records it. */
export async function publish(
  tx: Sql,
  { registry, actor, gptSystemId, agent, stateId, note }: Publishing,
  record: RecordChange,
): Promise<void> {
  const state = stateId ? await store.findPublishableState(tx, actor, gptSystemId, stateId) : null
  if (stateId && !state) throw new AppError('agent.stateNotFound')
  if (state && deploymentWarnings(registry, state).length > 0) throw new AppError('agent.deployment')
  await store.publish(tx, gptSystemId, stateId, actor.userId, note)
  record({
    entityType: 'GptSystem',
    entityId: gptSystemId,
    entityName: state?.gptSystemName ?? agent.name,
    before: { publishedStateId: agent.publishedStateId },
    after: { publishedStateId: stateId },
  })
}

/** What the audit log says of a configuration. */
export function recorded(configuration: store.ConfigurationRow): Recorded {
  const { createdAt: _, updatedAt: __, ...fields } = configuration
  return fields
}

/** What of a configuration would not be as it says. */
export const warningsOf = (engines: EngineRegistry, configuration: store.ConfigurationRow) => [
  ...deploymentWarnings(engines, configuration),
  ...limitWarnings(engines, configuration),
]

export function deploymentWarnings(
  engines: EngineRegistry,
  state: store.ConfigurationRow,
): { property: string; message: string }[] {
  const { languageEngine, deploymentName } = state
  if (languageEngine === 'BuiltIn') return []
  const known = engines
    .deployments()
    .some((one) => one.languageEngine === languageEngine && one.deploymentName === deploymentName)
  if (known) return []
  const message = deploymentName
    ? `${languageEngine} has no deployment named "${deploymentName}". Choose one from the list of deployments.`
    : `Choose a deployment of ${languageEngine}.`
  return [{ property: 'deploymentName', message }]
}

/** What is taken from a configuration without a word elsewhere: a deployment writes no more than it can. */
function limitWarnings(
  engines: EngineRegistry,
  { languageEngine, deploymentName, maxTokens }: store.ConfigurationRow,
): { property: string; message: string }[] {
  if (languageEngine === 'BuiltIn' || !deploymentName) return []
  const { maxOutputTokens } = engines.findDeployment(languageEngine, deploymentName)
  if (maxTokens <= maxOutputTokens) return []
  const message = `${deploymentName} writes at most ${maxOutputTokens} tokens; no more are asked for.`
  return [{ property: 'maxTokens', message }]
}
