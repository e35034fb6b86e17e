import type { agentsForConversation } from '@parlance/contract/agents'
import type { Answer } from '@parlance/contract/endpoint'
import type { PublicPage } from '@parlance/contract/publicChat'
import type { z } from 'zod'
import { type Actor, readRights, type Visit } from '../../../platform/access/actor.ts'
import { visitor } from '../../../platform/access/visits.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ImageAnswer } from '../../../platform/http/files.ts'
import type { PublicStart } from '../../../platform/http/publicStart.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CurrentInstance } from '../../instanceSettings/index.ts'
import type { BoundVisit } from '../../usage/index.ts'
import { findAvatarOfAgent } from '../avatars/store.ts'
import { type ConfigurationRow, findUsable, type UsableAgent } from '../store.ts'
import * as store from './store.ts'
import { createPageWatch, type PageWatch } from './watching.ts'

type ShownPage = z.output<typeof PublicPage>
type Tools = Answer<typeof agentsForConversation.getDetails>['tools']

/** An agent’s public page that answers, and its agent as a visitor gets it. */
interface Opened {
  page: store.OpenPage
  agent: UsableAgent
}

/** The public pages that are turned on, for anyone and for their visitors. */
export interface PublicPages {
  /** Returns a page with its agent. Throws `publicChat.unavailable` unless it answers, for whatever reason. */
  open(gptPublicEndpoint: string): Promise<Opened>
  /** Returns a page’s settings without its agent, or throws likewise. */
  openSettings(gptPublicEndpoint: string): Promise<store.OpenPage>
  /** Returns what anyone can see of a page. */
  shown(opened: Opened): Promise<ShownPage>
  /** Returns the picture of a page’s agent. */
  avatarOf(gptPublicEndpoint: string): Promise<ImageAnswer>
  /** Returns the tools that the agent of a page has. */
  toolsOf(configuration: ConfigurationRow): Promise<Tools>
  /** Returns the origins that can embed a page; none if it doesn’t answer. */
  originsOf(gptPublicEndpoint: string): Promise<readonly string[]>
  /** Returns what a page shows first. Throws `publicChat.unavailable` unless it answers. */
  startOf(gptPublicEndpoint: string): Promise<PublicStart>
  /** Returns the brand of a page, or null if it has none or doesn’t answer. */
  brandOf(gptPublicEndpoint: string): Promise<string | null>
  /** Whether public pages are turned on for the instance. */
  isOn(): Promise<boolean>
  /** Returns a visitor with the budgets of their page; null for users. */
  visitorOf(actor: Actor): Promise<BoundVisit | null>
  /** Returns the settings of a visitor’s page. */
  settingsOf(visit: Visit): Promise<store.PageRow>
  watch: PageWatch
}

/** No session has it. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000'

interface Needs {
  instance: CurrentInstance
  sees(configuration: ConfigurationRow): Promise<boolean>
}

export function createPublicPages(platform: Platform, { instance, sees }: Needs): PublicPages {
  const { blobs, database, mail } = platform
  const { db } = database
  const isOn = () => instance.isFeatureOn('AllowPublicEndpoints')

  async function find(gptPublicEndpoint: string): Promise<store.OpenPage | null> {
    return (await isOn()) ? store.readOpenPage(db, gptPublicEndpoint) : null
  }

  async function open(gptPublicEndpoint: string): Promise<Opened> {
    const page = await find(gptPublicEndpoint)
    const visit = page && { ...page, isOn: true, testedBy: null, network: '' }
    const agent = visit && (await findUsable(db, visitor(NO_SESSION, visit), visit.gptSystemId))
    if (!agent) throw new AppError('publicChat.unavailable')
    return { page, agent }
  }

  async function openSettings(gptPublicEndpoint: string): Promise<store.OpenPage> {
    const page = await find(gptPublicEndpoint)
    if (!page) throw new AppError('publicChat.unavailable')
    return page
  }

  async function settingsOf({ gptSystemId }: Visit): Promise<store.PageRow> {
    const page = await store.readPage(db, gptSystemId)
    if (!page?.enabled) throw new AppError('publicChat.unavailable')
    return page
  }

  /** Someone who can no longer publish the agent asks no more questions that count for nothing. */
  async function demandTester(userId: string, gptSystemId: string): Promise<void> {
    if (!(await store.findPublisher(db, await readRights(db, userId), gptSystemId)))
      throw new AppError('publicChat.session')
  }

  async function toolsOf(configuration: ConfigurationRow): Promise<Tools> {
    const [{ tools }, seesImages] = await Promise.all([instance.read(), sees(configuration)])
    return configuration.capabilityTypes.map((tool) => {
      const isThere =
        tool === 'Vision' ? seesImages : tools.some((one) => one.tool === tool && one.state === 'Available')
      return { tool, state: isThere ? ('Available' as const) : ('NotConfigured' as const) }
    })
  }

  return {
    isOn,
    open,
    openSettings,
    toolsOf,
    settingsOf,
    watch: createPageWatch(platform, instance),
    async shown({ page, agent }) {
      const { configuration } = agent
      return {
        gptPublicEndpoint: page.gptPublicEndpoint,
        agentName: agent.name,
        description: agent.description,
        introduction: configuration.introduction,
        starterQuestions: configuration.starterQuestions,
        ux: agent.ux,
        avatarFileName: agent.avatarFileName,
        brandKey: page.shownBrandKey,
        extracts: configuration.languageEngine === 'BuiltIn',
        allowAttachments:
          page.allowAttachments &&
          (await toolsOf(configuration)).some(
            (one) => one.tool === 'FileSearch' && one.state === 'Available',
          ),
        // Extracts from documents don't depend on where someone asks.
        allowPageContext: page.allowPageContext && configuration.languageEngine !== 'BuiltIn',
        allowVision: page.allowVision && (await sees(configuration)),
        allowSourceDownload: page.allowSourceDownload,
        contact: page.contact,
        canEscalate: page.escalation?.kind === 'Webhook' || (page.escalation !== null && mail !== null),
        privacyUrl: page.privacyUrl,
        language: page.language,
      }
    },
    async avatarOf(gptPublicEndpoint) {
      const { page } = await open(gptPublicEndpoint)
      const visit = { ...page, isOn: true, testedBy: null, network: '' }
      const found = await findAvatarOfAgent(db, visitor(NO_SESSION, visit), page.gptSystemId)
      if (!found?.fileName) throw new AppError('agent.avatarNotFound')
      const { size, blobKey } = found as Exclude<typeof found, { fileName: null }>
      return { mimeType: 'image/webp', size, bytes: blobs.read(blobKey), cacheSeconds: null }
    },
    async originsOf(gptPublicEndpoint) {
      return (await find(gptPublicEndpoint))?.allowedOrigins ?? []
    },
    async startOf(gptPublicEndpoint) {
      const { name, description, configuration } = (await open(gptPublicEndpoint)).agent
      return { agentName: name, introduction: configuration.introduction || description }
    },
    async brandOf(gptPublicEndpoint) {
      return (await find(gptPublicEndpoint))?.shownBrandKey ?? null
    },
    async visitorOf({ visit }) {
      if (!visit) return null
      if (visit.testedBy) await demandTester(visit.testedBy, visit.gptSystemId)
      return { visit, budgets: await settingsOf(visit) }
    },
  }
}
