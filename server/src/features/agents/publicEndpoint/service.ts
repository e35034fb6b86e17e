import type { agents } from '@parlance/contract/agents'
import type { Answer } from '@parlance/contract/endpoint'
import { PublicEndpointInput } from '@parlance/contract/publicEndpoints'
import { GptPublicEndpoint } from '@parlance/contract/publicSlug'
import type { Engines } from '../../../engines/registry.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import type { RecordChange } from '../../../platform/audit/audit.ts'
import { isUniqueViolation, type Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import { setPageOfOwnPolicy } from '../../chatAccessPolicies/index.ts'
import type { CurrentInstance } from '../../instanceSettings/index.ts'
import { readPageUsage } from '../../usage/index.ts'
import { isBrand } from '../store.ts'
import { atField } from './atField.ts'
import { createEscalationTargets, recordedTarget } from './escalationTarget.ts'
import { demandPublicLibraries } from './libraries.ts'
import * as store from './store.ts'

/** Leaves room for a number after a name that is taken. */
const SLUG_BASE = 50

type State = Answer<typeof agents.getPublicEndpoint>

interface Needs {
  engines: Engines
  instance: Pick<CurrentInstance, 'isFeatureOn'>
}

/** The calls for the public pages of agents, for users who can publish them. */
export function createPublicEndpoints(platform: Platform, { engines, instance }: Needs) {
  const { config, database, mail } = platform
  const targets = createEscalationTargets(platform)
  const isFlagOn = () => instance.isFeatureOn('AllowPublicEndpoints')

  async function isPriced({ languageEngine, deploymentName }: store.PublicAgent): Promise<boolean> {
    if (languageEngine === null || languageEngine === 'BuiltIn') return languageEngine !== null
    return (await engines.current()).findDeployment(languageEngine, deploymentName).price !== null
  }

  async function obstaclesOf(
    db: Sql,
    actor: Actor,
    gptSystemId: string,
    { publishedStateId }: store.PublicAgent,
    page: store.PageRow | null,
  ): Promise<State['obstacles']> {
    const found: State['obstacles'] = []
    if (!(await isFlagOn())) found.push({ kind: 'FlagOff', names: [] })
    if (!publishedStateId) found.push({ kind: 'NotPublished', names: [] })
    const libraries = publishedStateId ? await store.findPrivateLibraries(db, actor, publishedStateId) : null
    if (libraries?.count) found.push({ kind: 'LibraryNotPublic', names: libraries.names })
    const isClosed =
      page?.enabled && publishedStateId
        ? !(await store.readIsOpen(db, gptSystemId, page.gptPublicEndpoint))
        : !(await store.isOwnPolicyActive(db, gptSystemId))
    if (isClosed) found.push({ kind: 'PolicyInactive', names: [] })
    return found
  }

  async function shown(db: Sql, actor: Actor, gptSystemId: string, agent: store.PublicAgent): Promise<State> {
    const page = await store.readPage(db, gptSystemId)
    const { version = 0, ...publicEndpoint } = page ?? {}
    return {
      publicEndpoint: page && (publicEndpoint as Omit<store.PageRow, 'version'>),
      url: page && `${config.publicOrigin}/public-chat/${page.gptPublicEndpoint}`,
      obstacles: await obstaclesOf(db, actor, gptSystemId, agent, page),
      isPriced: await isPriced(agent),
      knowsNetworks: config.trustProxy,
      sendsEmail: mail !== null,
      usageToday: await readPageUsage(db, gptSystemId),
      version,
    }
  }

  async function found(actor: Actor, gptSystemId: string): Promise<store.PublicAgent> {
    const agent = await store.findPublisher(database.db, actor, gptSystemId)
    if (!agent) throw new AppError('agent.notFound')
    return agent
  }

  async function locked(tx: Sql, actor: Actor, gptSystemId: string): Promise<store.PublicAgent> {
    const agent = await store.lockPublisher(tx, actor, gptSystemId)
    if (!agent) throw new AppError('agent.notFound')
    return agent
  }

  async function demandSettings(
    tx: Sql,
    gptSystemId: string,
    page: store.PageSettings,
    priced: boolean,
  ): Promise<void> {
    if (page.brandKey && !(await isBrand(tx, page.brandKey))) throw atField('brandKey', 'brand.notFound')
    if (page.costPerDayUsd !== null && !priced) throw atField('costPerDayUsd', 'publicEndpoint.unpriced')
    if (page.networkMessagesPerDay !== null && !config.trustProxy)
      throw atField('networkMessagesPerDay', 'publicEndpoint.networks')
    const slug = await store.readSlugState(tx, page.gptPublicEndpoint, gptSystemId)
    if (slug === 'Taken') throw atField('gptPublicEndpoint', 'publicEndpoint.slugTaken')
    if (slug === 'Reserved') throw atField('gptPublicEndpoint', 'publicEndpoint.slugReserved')
  }

  return {
    async getPublicEndpoint({ actor, params: { gptSystemId } }: Call<typeof agents.getPublicEndpoint>) {
      return shown(database.db, actor, gptSystemId, await found(actor, gptSystemId))
    },

    async getPublicEndpointAvailability({
      actor,
      params: { gptSystemId },
      input: { slug },
    }: Call<typeof agents.getPublicEndpointAvailability>) {
      await found(actor, gptSystemId)
      if (!GptPublicEndpoint.safeParse(slug).success) return { state: 'Invalid' as const }
      return { state: await store.readSlugState(database.db, slug, gptSystemId) }
    },

    async setPublicEndpoint(call: Call<typeof agents.setPublicEndpoint>) {
      const { gptSystemId } = call.params
      const given = targets.given(gptSystemId, call.input.escalation)
      const entered = { ...call.input, allowedOrigins: [...new Set(call.input.allowedOrigins)] }
      const priced = await isPriced(await found(call.actor, gptSystemId))
      return namingPage(() =>
        call.change(async (tx, record) => {
          const agent = await locked(tx, call.actor, gptSystemId)
          const before = await store.lockPage(tx, gptSystemId)
          if ((before?.version ?? 0) !== call.ifMatch)
            throw new AppError('request.stale', {
              current: await shown(tx, call.actor, gptSystemId, agent),
            })
          const escalation = given ?? { target: before?.escalation ?? null, sealedSecret: null }
          const page = { ...entered, escalation: escalation.target }
          await demandSettings(tx, gptSystemId, page, priced)
          await targets.demandSecret(tx, gptSystemId, escalation)
          await store.writePage(tx, gptSystemId, page)
          await store.writeEscalation(tx, gptSystemId, escalation)
          const after = { ...page, enabled: before?.enabled ?? false }
          // The log holds no secret, so it records that a new one was entered.
          const secretGiven = escalation.sealedSecret === null ? {} : { escalationSecretGiven: true }
          const afterwards = { ...recorded(after), ...secretGiven }
          record({ ...named(gptSystemId, after), before: recorded(before), after: afterwards })
          if (before && before.gptPublicEndpoint !== page.gptPublicEndpoint) {
            await store.reserveSlug(tx, before.gptPublicEndpoint, gptSystemId)
            const name = agent.name || gptSystemId
            await setPageOfOwnPolicy(
              tx,
              { gptSystemId, name, page: page.gptPublicEndpoint, former: before.gptPublicEndpoint },
              record,
            )
          }
          await store.removeReservation(tx, page.gptPublicEndpoint)
          return shown(tx, call.actor, gptSystemId, agent)
        }),
      )
    },

    async setPublicEndpointEnabled(call: Call<typeof agents.setPublicEndpointEnabled>) {
      const { gptSystemId } = call.params
      const { enabled } = call.input
      const isOn = await isFlagOn()
      return call.change(async (tx, record) => {
        const agent = await locked(tx, call.actor, gptSystemId)
        const before = await store.lockPage(tx, gptSystemId)
        if (!before) throw new AppError('publicEndpoint.notFound')
        const { gptPublicEndpoint } = before
        if (enabled) {
          if (!isOn) throw new AppError('publicEndpoint.flagOff')
          if (!agent.publishedStateId) throw new AppError('publicEndpoint.unpublished')
          await demandPublicLibraries(tx, call.actor, agent.publishedStateId)
        }
        if (before.enabled === enabled) record('nothing')
        else {
          await store.setEnabled(tx, gptSystemId, enabled)
          const after = { ...before, enabled }
          record({ ...named(gptSystemId, before), before: recorded(before), after: recorded(after) })
        }
        // The policy keeps naming a page that is turned off, with everything that it says about it.
        if (enabled) {
          const name = agent.name || gptSystemId
          await setPageOfOwnPolicy(tx, { gptSystemId, name, page: gptPublicEndpoint }, record)
        }
        if (enabled && !(await store.readIsOpen(tx, gptSystemId, gptPublicEndpoint)))
          throw new AppError('publicEndpoint.policy')
        return shown(tx, call.actor, gptSystemId, agent)
      })
    },

    async removePublicEndpoint(call: Call<typeof agents.removePublicEndpoint>) {
      const { gptSystemId } = call.params
      return call.change(async (tx, record) => {
        const agent = await locked(tx, call.actor, gptSystemId)
        const before = await store.lockPage(tx, gptSystemId)
        if (!before) throw new AppError('publicEndpoint.notFound')
        await store.removePage(tx, gptSystemId)
        await store.reserveSlug(tx, before.gptPublicEndpoint, gptSystemId)
        record({ ...named(gptSystemId, before), before: recorded(before), after: null })
        await setPageOfOwnPolicy(tx, { gptSystemId, name: agent.name || gptSystemId, page: null }, record)
        return {}
      })
    },
  }
}

/** The defaults of a page that no one has set up by hand. Later fields have their own. */
const blank = {
  brandKey: null,
  allowVision: false,
  allowSourceDownload: false,
  visitorMessagesPerDay: 50,
  messagesPerDay: 1000,
  tokensPerDay: 1_000_000,
  costPerDayUsd: null,
  networkMessagesPerDay: null,
  contact: null,
  privacyUrl: null,
}

/**
 * Sets up the page of a new agent, turned off, under the suggested name or the next free one. Returns its name. The
 * caller has checked the permission.
 */
export async function preparePage(
  tx: Sql,
  gptSystemId: string,
  wanted: { slug: string; language: 'en' | 'ar'; allowedOrigins: string[] },
  record: RecordChange,
): Promise<string> {
  const taken = await store.readSlugsLike(tx, wanted.slug.slice(0, SLUG_BASE))
  let gptPublicEndpoint = wanted.slug
  for (let number = 2; taken.has(gptPublicEndpoint); number += 1)
    gptPublicEndpoint = `${wanted.slug.slice(0, SLUG_BASE)}-${number}`
  const { language } = wanted
  const isAllowed = (origin: string) => PublicEndpointInput.shape.allowedOrigins.safeParse([origin]).success
  // A site with an origin that pages can't allow, such as plain http, is added by hand once it has another.
  const allowedOrigins = wanted.allowedOrigins.filter(isAllowed)
  const entered = PublicEndpointInput.parse({ ...blank, gptPublicEndpoint, language, allowedOrigins })
  const page = { ...entered, escalation: null }
  await namingPage(() => store.writePage(tx, gptSystemId, page))
  await store.removeReservation(tx, gptPublicEndpoint)
  const after = recorded({ ...page, enabled: false })
  record({ ...named(gptSystemId, page), before: null, after, area: 'publicEndpoint' })
  return gptPublicEndpoint
}

/** Turns off the public page of an agent that is deleted. Restoring the agent doesn't turn it on again. */
export async function turnOffPage(tx: Sql, gptSystemId: string, record: RecordChange): Promise<void> {
  const before = await store.lockPage(tx, gptSystemId)
  if (!before?.enabled) return
  await store.setEnabled(tx, gptSystemId, false)
  const after = { ...before, enabled: false }
  record({ ...named(gptSystemId, before), before: recorded(before), after: recorded(after) })
}

/** Two agents can be given the same name at the same moment. */
async function namingPage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!isUniqueViolation(cause, 'public_endpoint_gpt_public_endpoint_key')) throw cause
    throw atField('gptPublicEndpoint', 'publicEndpoint.slugTaken')
  }
}

const named = (gptSystemId: string, { gptPublicEndpoint }: Pick<store.PageRow, 'gptPublicEndpoint'>) => ({
  entityType: 'PublicEndpoint',
  entityId: gptSystemId,
  entityName: gptPublicEndpoint,
})

/** The page in the audit log, without what changes automatically. */
function recorded(page: (store.PageSettings & { enabled: boolean }) | store.PageRow | null) {
  if (!page) return null
  const { version: _, updatedAt: __, escalation, ...fields } = { version: 0, updatedAt: '', ...page }
  return { ...fields, escalation: recordedTarget(escalation) }
}
