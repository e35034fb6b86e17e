import { agents, agentsForConversation } from '@parlance/contract/agents'
import { currentUser } from '@parlance/contract/currentUser'
import { limits } from '@parlance/contract/limits'
import { personalAgents } from '@parlance/contract/personalAgents'
import type { Engines } from '../../engines/registry.ts'
import type { Actor } from '../../platform/access/actor.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type Continuation, createContinuation } from '../../platform/http/continuation.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import type { LimitedPolicy } from '../usage/index.ts'
import { createPersonalAgents } from './personal.ts'
import { restoreAgents } from './restoring.ts'
import { createAgentsService, type Linkable } from './service.ts'
import * as store from './store.ts'

export { usableBy } from './policy.ts'
export { type ConfigurationRow, countUsable, listUsable, readFacts, type UsableAgent } from './store.ts'

export interface Agents {
  /** An agent's published configuration, for a person who may chat with it. */
  findUsable: typeof store.findUsable
  /** A configuration that a person may change, locked until the transaction's end. */
  findWritableState: typeof store.findWritableState
  /** By which policies a person has an agent, with their limits; null for its owner and its managers. */
  policiesFor(actor: Actor, gptSystemId: string): Promise<readonly LimitedPolicy[] | null>
  /** The brand that an agent's chat wears; null for none, and for no agent. */
  brandOf(gptSystemId: string): Promise<string | null>
  /** Makes and publishes a system agent as part of the first start. */
  seedAgent(tx: Sql, agent: SeedAgent): Promise<string>
}

export interface SeedAgent {
  name: string
  description: string
  introduction: string
  starterQuestions: string[]
  dataSourceId: string
}

export interface AgentsNeeds {
  engines: Engines
  instance: CurrentInstance
  linkable: Linkable
  /** How many files the libraries of an agent hold. */
  countFiles: (dataSourceIds: string[]) => Promise<number>
}

export function agentsFeature(
  platform: Platform,
  { engines, instance, linkable, countFiles }: AgentsNeeds,
): Agents {
  const { database } = platform
  const continuation = createContinuation<{ name: string; id: string }>(
    platform.config.secretKey,
    'gptSystems',
  )
  const managedPages = createContinuation<{ name: string; id: string }>(
    platform.config.secretKey,
    'managedGptSystems',
  )
  const firstEngine = async () => {
    const [{ defaultChatDeployment }, registry] = await Promise.all([instance.read(), engines.current()])
    const { languageEngine, deploymentName } = defaultChatDeployment ?? {}
    const there = registry
      .deployments()
      .find((one) => one.languageEngine === languageEngine && one.deploymentName === deploymentName)
    if (!there) return { languageEngine: 'BuiltIn', deploymentName: null }
    return { languageEngine: there.languageEngine, deploymentName: there.deploymentName }
  }
  restoreAgents(platform.restorers, engines)
  serve(platform, agents, {
    ...createAgentsService({ engines, linkable, firstEngine }),
    listGptSystems: ({ actor, input }) =>
      pageOf(managedPages, input, (options) => store.listManaged(database.db, actor, options)),
  })
  serve(platform, personalAgents, createPersonalAgents({ instance, engines, firstEngine }))
  serve(platform, agentsForConversation, {
    async getDetails({ actor, params }) {
      const agent = await store.findUsable(database.db, actor, params.gptSystemId)
      if (!agent) throw new AppError('agent.notFound')
      const { configuration, policies: _, ...gptSystem } = agent
      const { tools } = await instance.read()
      const sources = configuration.dataSources.map((link) => link.dataSourceId)
      return {
        gptSystem,
        introduction: configuration.introduction,
        starterQuestions: configuration.starterQuestions,
        tools: configuration.capabilityTypes.map((tool) => {
          const isThere = tools.some((one) => one.tool === tool && one.state === 'Available')
          return { tool, state: isThere ? ('Available' as const) : ('NotConfigured' as const) }
        }),
        knowledge: { libraries: sources.length, files: await countFiles(sources) },
        extracts: configuration.languageEngine === 'BuiltIn',
      }
    },
  })
  serve(
    platform,
    { listGptSystems: currentUser.listGptSystems },
    {
      listGptSystems: ({ actor, input }) =>
        pageOf(continuation, input, (options) => store.listUsable(database.db, actor, options)),
    },
  )
  return {
    findUsable: store.findUsable,
    findWritableState: store.findWritableState,
    async policiesFor(actor, gptSystemId) {
      const agent = await store.findUsable(database.db, actor, gptSystemId)
      if (!agent) throw new AppError('agent.notFound')
      return agent.policies
    },
    brandOf: (gptSystemId) => store.brandOf(database.db, gptSystemId),
    seedAgent,
  }
}

/** A page of agents by name. */
async function pageOf<T extends { name: string; gptSystemId: string }>(
  pages: Continuation<{ name: string; id: string }>,
  input: {
    pageSize?: number | undefined
    search?: string | undefined
    continuationToken?: string | undefined
  },
  read: (options: {
    search: string
    after: { name: string; id: string } | null
    limit: number
  }) => Promise<T[]>,
) {
  const limit = input.pageSize ?? limits.pageSize
  const after = pages.read(input.continuationToken)
  const found = await read({ search: input.search ?? '', after, limit: limit + 1 })
  const items = found.slice(0, limit)
  const last = items.at(-1)
  const more = found.length > limit && last
  return { items, continuationToken: more ? pages.write({ name: last.name, id: last.gptSystemId }) : null }
}

async function seedAgent(tx: Sql, agent: SeedAgent): Promise<string> {
  const { name, description, introduction, starterQuestions, dataSourceId } = agent
  const draft = await store.insertAgent(tx, null, { name, description, languageEngine: 'BuiltIn' })
  await store.updateDraft(tx, draft.configStateId, {
    introduction,
    starterQuestions,
    restrictAnswerToInformationReturnedByTools: true,
  })
  await store.insertLink(tx, draft.configStateId, { dataSourceId, topK: 5, useGraph: true }, null)
  await store.publish(tx, draft.gptSystemId, draft.configStateId, null, 'First start')
  return draft.gptSystemId
}
