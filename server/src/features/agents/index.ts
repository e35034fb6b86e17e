import type { NamedDeployment } from '@parlance/contract/agentConfiguration'
import { agents, agentsForConversation } from '@parlance/contract/agents'
import { currentUser } from '@parlance/contract/currentUser'
import type { Answer } from '@parlance/contract/endpoint'
import { limits } from '@parlance/contract/limits'
import { personalAgents } from '@parlance/contract/personalAgents'
import { personalData } from '@parlance/contract/personalData'
import { userPrompts } from '@parlance/contract/userPrompts'
import type { Engines, PricedDeployment } from '../../engines/registry.ts'
import { type Actor, readMostRights } from '../../platform/access/actor.ts'
import { requireOwn } from '../../platform/access/grantable.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type Continuation, createContinuation } from '../../platform/http/continuation.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import type { LimitedAgent } from '../usage/index.ts'
import { createAvatars } from './avatars/service.ts'
import { type Chosen, choicesOf, choose, helpersOf } from './choices.ts'
import { createDrafting, type Drafting } from './drafting/service.ts'
import { ofAgents } from './erasure/personalDataStore.ts'
import { heldInAgents } from './erasure/store.ts'
import { createFinding } from './finding/service.ts'
import * as findingStore from './finding/store.ts'
import { createHandOver } from './handingOver/service.ts'
import { listLeft } from './handingOver/store.ts'
import { scheduleForgetting } from './managing/forgetting.ts'
import { createManaging } from './managing/service.ts'
import { readFirstEngine, readModelOptions } from './modelOptions.ts'
import { createOwnAgents } from './personal/agents.ts'
import { createPersonalStates, demandPersonal } from './personal/states.ts'
import * as personalStore from './personal/store.ts'
import { createPrompts } from './prompts/service.ts'
import { findOffered, type PromptRow } from './prompts/store.ts'
import { createPublicPages, type PublicPages } from './publicEndpoint/pages.ts'
import { createPublicEndpoints } from './publicEndpoint/service.ts'
import { findPublisher } from './publicEndpoint/store.ts'
import { createPublishing } from './publishing/service.ts'
import { publish, updateListing } from './publishing/store.ts'
import { restoreAgents } from './restoring.ts'
import { createPeople } from './shares/people.ts'
import { createShares } from './shares/service.ts'
import { createStates, type Linkable } from './states/service.ts'
import * as store from './store.ts'

export {
  configurationReadBy,
  linkGivesSome,
  onPage,
  publishableBy,
  testableBy,
  usableBy,
  usableByMany,
  writableBy,
} from './policy.ts'
export type { PublicPages } from './publicEndpoint/pages.ts'
export type { PageWatch } from './publicEndpoint/watching.ts'
export { errorsOf as errorsOfShares } from './shares/service.ts'
export { findShared, readShareVerdict, type Share, type ShareVerdict } from './shares/store.ts'
export {
  type ConfigurationRow,
  countUsable,
  isWrittenByOthers,
  listUsable,
  nameOfAgent,
  readFacts,
  readReached,
  type TestedState,
  type UsableAgent,
} from './store.ts'

export interface Agents {
  /** Returns an agent's published configuration if the user can chat with it. */
  findUsable: typeof store.findUsable
  /** Returns a configuration in its current state if the user can test it. */
  findTested: typeof store.findTested
  /** The same two as part of another statement. */
  usableAgent: typeof store.usableAgent
  testedAgent: typeof store.testedAgent
  /** A configuration that the user can see, for performance tests. */
  configuredAgent: typeof store.configuredAgent
  /** Returns whether this configuration reads images: its model can, vision is enabled, and providers get personal data. */
  sees(configuration: Sight): Promise<boolean>
  /** Returns a configuration with the requested deployment, if people can choose it, and the models to call. */
  choose(configuration: store.ConfigurationRow, wanted: NamedDeployment | null): Promise<Chosen & Models>
  /** Returns the limits of an agent for a user who can chat with it. */
  boundFor(actor: Actor, gptSystemId: string): Promise<LimitedAgent>
  /**
   * Returns whether users can ask an agent with this prompt: one of their own, or one of the agent's. The caller
   * has checked access to the agent.
   */
  hasPrompt(actor: Actor, gptSystemId: string, promptId: string): Promise<boolean>
  /** Returns the brand of an agent's chat, or null if there is no brand or no agent. */
  brandOf(gptSystemId: string): Promise<string | null>
  /** Returns a page of the prompts of an agent that this user or visitor can chat with. */
  listPromptsFor(
    actor: Actor,
    gptSystemId: string,
    input: { pageSize?: number | undefined; continuationToken?: string | undefined },
  ): Promise<{ items: PromptRow[]; continuationToken: string | null }>
  /** Whether the user can publish an agent, and so set up its public page. */
  isPublishable(actor: Actor, gptSystemId: string): Promise<boolean>
  pages: PublicPages
  /** Creates drafts as part of other changes. */
  drafting: Drafting
  /** Creates and publishes a system agent at the first startup. */
  seedAgent(tx: Sql, agent: SeedAgent): Promise<string>
}

type Sight = Pick<
  store.ConfigurationRow,
  'capabilityTypes' | 'languageEngine' | 'deploymentName' | 'restrictAnswerToInformationReturnedByTools'
>

interface Models {
  /** Answers the question. */
  deployment: PricedDeployment
  /** Make the helper calls, in order of preference; empty if the deployment that answers makes them. */
  helpers: readonly PricedDeployment[]
}

interface SeedAgent {
  name: string
  description: string
  introduction: string
  starterQuestions: string[]
  categories: string[]
  dataSourceId: string
}

export interface AgentsNeeds {
  engines: Engines
  instance: CurrentInstance
  linkable: Linkable
  /** Counts the files in an agent's libraries. */
  countFiles: (dataSourceIds: string[]) => Promise<number>
  /** Returns the guidelines that apply to the actor’s chats with an agent. */
  guidelinesOfChat: (
    actor: Actor,
    gptSystemId: string,
  ) => Promise<Answer<typeof agentsForConversation.getDetails>['guidelinesDocuments']>
}

export function agentsFeature(
  platform: Platform,
  { engines, instance, linkable, countFiles, guidelinesOfChat }: AgentsNeeds,
): Agents {
  const { database, notifications } = platform
  const continuation = createContinuation<{ name: string; id: string }>(
    platform.config.secretKey,
    'gptSystems',
  )
  const sharedPages = createContinuation<{ name: string; id: string }>(
    platform.config.secretKey,
    'sharedGptSystems',
  )
  const directoryPages = createContinuation<{ name: string; id: string }>(
    platform.config.secretKey,
    'gptSystemDirectories',
  )
  const ownPages = createContinuation<{ name: string; id: string }>(
    platform.config.secretKey,
    'ownGptSystems',
  )
  const leftPages = createContinuation<{ name: string; id: string }>(
    platform.config.secretKey,
    'leftGptSystems',
  )
  const firstEngine = () => readFirstEngine({ engines, instance })
  restoreAgents(platform.restorers, engines)
  platform.erasure.add(...heldInAgents)
  platform.personalData.add(...ofAgents)
  scheduleForgetting(platform)
  const prompts = createPrompts(platform)
  async function sees({
    capabilityTypes,
    languageEngine,
    deploymentName,
    restrictAnswerToInformationReturnedByTools: isRestricted,
  }: Sight): Promise<boolean> {
    // The content of an image doesn't come from a tool.
    if (isRestricted || !capabilityTypes.includes('Vision') || !(await instance.isToolOn('Vision')))
      return false
    // Personal data in an image can’t be replaced.
    if (await platform.redaction.redactsForProviders()) return false
    return (await engines.current()).findDeployment(languageEngine, deploymentName).vision
  }
  /** Returns what people see of the deployments they can choose. */
  async function shownChoices(configuration: store.ConfigurationRow) {
    const choices = choicesOf(await engines.current(), configuration)
    return Promise.all(
      choices.map(async ({ languageEngine, deploymentName, label }, place) => ({
        languageEngine,
        deploymentName,
        label,
        isDefault: place === 0,
        seesImages: await sees({ ...configuration, languageEngine, deploymentName }),
      })),
    )
  }
  const pages = createPublicPages(platform, { instance, sees })
  const avatars = createAvatars(platform, () => demandPersonal(instance))
  serve(platform, agents, {
    ...createManaging(platform, firstEngine),
    ...createStates({ platform, engines, linkable }),
    ...createPublishing(platform, engines),
    ...createPublicEndpoints(platform, { engines, instance }),
    ...prompts.management,
    ...avatars.system,
  })
  const { previewTransfer, transferAgents, ...handingOver } = createHandOver({
    db: database.db,
    instance,
    notifications,
  })
  serve(
    platform,
    { previewTransfer: personalData.previewTransfer, transferAgents: personalData.transferAgents },
    { previewTransfer, transferAgents },
  )
  serve(platform, personalAgents, {
    ...createPersonalStates({ platform, instance, engines, firstEngine, linkable }),
    ...createOwnAgents({ database, instance, firstEngine }),
    ...avatars.personal,
    getModelOptions: () => readModelOptions({ engines, instance }),
    list: ({ actor, input }) =>
      pageOf(ownPages, input, (options) =>
        personalStore.listOwn(database.db, actor, { ...options, whose: input.whose ?? 'Own' }),
      ),
    ...createShares({ database, instance, notifications }),
    ...handingOver,
    async listLeft({ actor, params, input }) {
      // Only someone who could transfer this user's agents can see their names.
      const { actions, specific } = await readMostRights(database.db, params.userId)
      requireOwn(actor, { actions, rights: specific }, 'user.beyondOwn')
      return pageOf(leftPages, input, (options) => listLeft(database.db, actor, { ...options, ...params }))
    },
  })
  serve(platform, userPrompts, prompts.own)
  serve(platform, agentsForConversation, {
    listPrompts: prompts.listForConversation,
    async getDetails({ actor, params }) {
      const agent = await store.findUsable(database.db, actor, params.gptSystemId)
      if (!agent) throw new AppError('agent.notFound')
      const { configuration, policies: _, limits: __, isWrittenByOthers: ___, ux, ...gptSystem } = agent
      const [tools, deployments, guidelinesDocuments] = await Promise.all([
        pages.toolsOf(configuration),
        shownChoices(configuration),
        guidelinesOfChat(actor, params.gptSystemId),
      ])
      const sources = configuration.dataSources.map((link) => link.dataSourceId)
      return {
        gptSystem,
        introduction: configuration.introduction,
        starterQuestions: configuration.starterQuestions,
        ux,
        tools,
        knowledge: { libraries: sources.length, files: await countFiles(sources) },
        extracts: configuration.languageEngine === 'BuiltIn',
        allowsResearch: configuration.allowsResearch,
        deployments,
        guidelinesDocuments,
      }
    },
  })
  const {
    listGptSystems,
    listRecent,
    listPinned,
    listShared,
    listDirectory,
    pin,
    unpin,
    orderPins,
    findPeople,
  } = currentUser
  serve(
    platform,
    { listGptSystems, listRecent, listPinned, listShared, listDirectory, pin, unpin, orderPins, findPeople },
    {
      ...createFinding(database),
      ...createPeople(platform, instance),
      listGptSystems: ({ actor, input }) =>
        pageOf(continuation, input, (page) => store.listUsable(database.db, actor, page)),
      listShared: ({ actor, input }) =>
        pageOf(sharedPages, input, (page) => findingStore.listShared(database.db, actor, page)),
      async listDirectory({ actor, params: { directory }, input }) {
        const { category = null } = input
        const [found, there] = await Promise.all([
          pageOf(directoryPages, input, (page) =>
            findingStore.listDirectory(database.db, actor, { ...page, directory, category }),
          ),
          findingStore.countDirectory(database.db, actor, directory),
        ])
        return { ...found, ...there }
      },
    },
  )
  return {
    pages,
    drafting: createDrafting(engines, firstEngine),
    listPromptsFor: (actor, gptSystemId, input) =>
      prompts.listForConversation({ actor, params: { gptSystemId }, input }),
    isPublishable: async (actor, gptSystemId) =>
      (await findPublisher(database.db, actor, gptSystemId)) !== null,
    usableAgent: store.usableAgent,
    testedAgent: store.testedAgent,
    configuredAgent: store.configuredAgent,
    findUsable: store.findUsable,
    sees,
    findTested: store.findTested,
    async choose(configuration, wanted) {
      const [registry, { helperDeployment }] = await Promise.all([engines.current(), instance.read()])
      const chosen = choose(registry, configuration, wanted)
      const { languageEngine, deploymentName } = chosen.configuration
      return {
        ...chosen,
        deployment: registry.findDeployment(languageEngine, deploymentName),
        helpers: helpersOf(registry, configuration, helperDeployment),
      }
    },
    async boundFor(actor, gptSystemId) {
      const agent = await store.findUsable(database.db, actor, gptSystemId)
      if (!agent) throw new AppError('agent.notFound')
      return agent
    },
    hasPrompt: (actor, gptSystemId, promptId) => findOffered(database.db, actor, gptSystemId, promptId),
    brandOf: (gptSystemId) => store.brandOf(database.db, gptSystemId),
    seedAgent,
  }
}

/** Returns a page of agents by name. */
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
  const { name, description, introduction, starterQuestions, categories, dataSourceId } = agent
  const draft = await store.insertAgent(tx, null, { name, description, languageEngine: 'BuiltIn' })
  await store.updateDraft(tx, draft.configStateId, {
    introduction,
    starterQuestions,
    restrictAnswerToInformationReturnedByTools: true,
  })
  await store.insertLink(
    tx,
    draft.configStateId,
    { dataSourceId, topK: 5, useGraph: true, readMode: 'Search', folders: [] },
    null,
  )
  await publish(tx, draft.gptSystemId, draft.configStateId, {
    by: null,
    note: 'First startup',
    kind: 'Publish',
  })
  await updateListing(tx, draft.gptSystemId, { listedInDirectory: true, categories })
  return draft.gptSystemId
}
