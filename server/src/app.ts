import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { createConfiguredEngines, type EngineOptions } from './engines/configured.ts'
import { accessExplanationsFeature } from './features/accessExplanations/index.ts'
import { agentSetupsFeature } from './features/agentSetups/index.ts'
import { agentsFeature } from './features/agents/index.ts'
import { announcementsFeature } from './features/announcements/index.ts'
import { attachmentsFeature } from './features/attachments/index.ts'
import { authorization } from './features/authorization/index.ts'
import { brandsFeature } from './features/brands/index.ts'
import { budgetsFeature } from './features/budgets/index.ts'
import { chatAccessPoliciesFeature } from './features/chatAccessPolicies/index.ts'
import { checklistFeature } from './features/checklist/index.ts'
import { createCodeInterpreter } from './features/codeInterpreter/index.ts'
import { complianceFeature } from './features/compliance/index.ts'
import { conversationsFeature, estimateTokens, pictureTokens } from './features/conversations/index.ts'
import { customInstructionsFeature } from './features/customInstructions/index.ts'
import { emailFeature } from './features/email/index.ts'
import { exposureFeature } from './features/exposure/index.ts'
import { guidelinesFeature } from './features/guidelines/index.ts'
import { importsFeature } from './features/imports/index.ts'
import { instance as instanceFeature } from './features/instance/index.ts'
import {
  createCurrentInstance,
  createProviders,
  instanceSettingsFeature,
} from './features/instanceSettings/index.ts'
import { knowledge as knowledgeFeature } from './features/knowledge/index.ts'
import { memoriesFeature } from './features/memories/index.ts'
import { performanceTestsFeature } from './features/performanceTests/index.ts'
import { personalDataFeature } from './features/personalData/index.ts'
import { publicChatFeature } from './features/publicChat/index.ts'
import { retrievalDebuggerFeature } from './features/retrievalDebugger/index.ts'
import { seed } from './features/seed/index.ts'
import { type Sessions, sessionsFeature } from './features/sessions/index.ts'
import { speechFeature } from './features/speech/index.ts'
import { supervisionExportsFeature } from './features/supervisionExports/index.ts'
import { unansweredQuestionsFeature } from './features/unansweredQuestions/index.ts'
import { type Usage, usageFeature } from './features/usage/index.ts'
import { userRolesFeature } from './features/userRoles/index.ts'
import { usersFeature } from './features/users/index.ts'
import { webhooksFeature } from './features/webhooks/index.ts'
import { createWebSearch } from './features/webSearch/index.ts'
import type { Auth } from './platform/auth/auth.ts'
import { sweepBlobs } from './platform/blobs/sweepBlobs.ts'
import { removeOldIdempotencyKeys } from './platform/http/idempotency.ts'
import type { PageBrandOf } from './platform/http/pageBrand.ts'
import type { PublicStart } from './platform/http/publicStart.ts'
import type { Platform } from './platform/platform.ts'

export interface App {
  /** Returns how a requested page looks. */
  pageBrandOf: PageBrandOf
  /** The version of the instance settings for the pages of a host; empty if it can't be determined yet. */
  settingsVersionAt(host: string): Promise<string>
  /** Whether answers can link to other sites. */
  areLinksAllowed(): Promise<boolean>
  /** Returns the origins whose pages can embed a public page. */
  originsThatEmbed(gptPublicEndpoint: string): Promise<readonly string[]>
  /** Returns what a public page shows first. Throws if it doesn’t answer. */
  publicStartOf(gptPublicEndpoint: string): Promise<PublicStart>
  /** Signs an account of the embedded directory out of the product. */
  endSessionsOf: Sessions['endSessionsOf']
  /** Runs the features' startup tasks, after migration and before the first request. */
  start(): Promise<void>
  stop(): Promise<void>
}

const folder = path.join(import.meta.dirname, 'features')

/** Features that need only the platform, and that no other feature needs: the default exports of their `feature.ts`. */
const independent = await Promise.all(
  readdirSync(folder)
    .filter((name) => existsSync(path.join(folder, name, 'feature.ts')))
    .map(async (name) => {
      const module = (await import(`./features/${name}/feature.ts`)) as {
        default: (platform: Platform) => void
      }
      return module.default
    }),
)

/** The list of features: each serves its part of the contract and gets the public interfaces it needs. */
export function createApp(platform: Platform, auth: Auth, engineOptions: EngineOptions): App {
  const instance = createCurrentInstance(platform)
  const providers = createProviders(platform)
  const engines = createConfiguredEngines(platform, providers.current.read, engineOptions)
  const userRoles = userRolesFeature(platform)
  const users = usersFeature(platform, userRoles)
  const { endSessionsOf } = sessionsFeature(platform)
  authorization(platform, auth, users)
  chatAccessPoliciesFeature(platform)
  const guidelines = guidelinesFeature(platform)
  const knowledge = knowledgeFeature(platform, {
    engines,
    instance,
    estimateTokens: (of) => (typeof of === 'string' ? estimateTokens(of) : pictureTokens(of)),
    spendInBackground: (...asked) => usage.spendInBackground(...asked),
  })
  const { linkable, countFiles } = knowledge
  const agents = agentsFeature(platform, {
    engines,
    instance,
    linkable,
    countFiles,
    guidelinesOfChat: guidelines.ofChat,
  })
  const brands = brandsFeature(platform, {
    instance,
    brandOfAgent: agents.brandOf,
    brandOfPage: agents.pages.brandOf,
  })
  const { settingsVersionAt, areLinksAllowed } = instanceFeature(platform, instance, {
    productNameAt: brands.productNameAt,
    recognizes: knowledge.recognizes,
  })
  const budgets = budgetsFeature(platform, instance)
  const announcements = announcementsFeature(platform, instance)
  const usage: Usage = usageFeature(platform, {
    findAgent: agents.boundFor,
    budgetsFor: budgets.ofQuestions,
    budgetsOfBackground: budgets.ofBackground,
    budgetUsed: budgets.checkSoon,
    instance,
    engines,
  })
  const attachments = attachmentsFeature(platform, { knowledge })
  const codeInterpreter = createCodeInterpreter(platform, instance)
  const conversations = conversationsFeature(platform, {
    agents,
    attachments,
    codeInterpreter,
    engines,
    instance,
    knowledge,
    memories: memoriesFeature(platform, instance),
    customInstructions: customInstructionsFeature(platform),
    usage,
    web: createWebSearch(platform, { instance, providers, knowledge }),
  })
  retrievalDebuggerFeature(platform, { knowledge, users, promptPreviews: conversations.promptPreviews })
  const speech = speechFeature(platform, {
    ...{ agents, engines, instance, usage, budgetsOf: budgets.ofQuestions },
    ...{ findAnswer: conversations.findAnswer, avatarAt: brands.avatarAt },
  })
  publicChatFeature(platform, { agents, attachments, guidelines, usage })
  const imports = importsFeature(platform, { agents })
  const agentSetups = agentSetupsFeature(platform, { agents, knowledge })
  instanceSettingsFeature(platform, { instance, providers, engines })
  complianceFeature(platform, instance)
  emailFeature(platform, instance)
  webhooksFeature(platform, instance)
  const supervisionExports = supervisionExportsFeature(platform, instance)
  checklistFeature(platform, instance)
  accessExplanationsFeature(platform, { instance, users, userRoles })
  exposureFeature(platform, instance)
  unansweredQuestionsFeature(platform, { engines, instance })
  const performanceTests = performanceTestsFeature(platform, {
    ...{ engines, instance, knowledge },
    answers: conversations.testAnswers,
  })
  for (const feature of independent) feature(platform)
  const personalData = personalDataFeature(platform, { instance, users })
  platform.jobs.schedule('idempotencyKeys.remove', '17 * * * *', () =>
    removeOldIdempotencyKeys(platform.database),
  )
  platform.jobs.schedule('blobs.sweep', '41 3 * * *', async () => {
    await sweepBlobs(platform)
  })
  return {
    pageBrandOf: brands.pageBrandOf,
    endSessionsOf,
    settingsVersionAt,
    areLinksAllowed,
    originsThatEmbed: agents.pages.originsOf,
    publicStartOf: agents.pages.startOf,
    async start() {
      await users.start()
      await seed(platform, { agents, brands, knowledge })
      await knowledge.start()
      await imports.start()
      await agentSetups.start()
      await personalData.start()
      announcements.start()
      await supervisionExports.start()
      await performanceTests.start()
    },
    async stop() {
      await performanceTests.stop()
      await supervisionExports.stop()
      announcements.stop()
      await personalData.stop()
      await agentSetups.stop()
      await imports.stop()
      // Code that people run ends with its process, and is stored by their conversations.
      await codeInterpreter.stop()
      await speech.stop()
      await conversations.stop()
      await knowledge.stop()
    },
  }
}
