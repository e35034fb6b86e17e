import { agentSetups } from '@parlance/contract/agentSetups'
import { limits } from '@parlance/contract/limits'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../../platform/access/actor.ts'
import { ownRows } from '../../platform/erasure/erasure.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Agents } from '../agents/index.ts'
import type { Knowledge } from '../knowledge/index.ts'
import { lookAt } from './lookAt.ts'
import { ofSetups } from './personalDataStore.ts'
import * as store from './store.ts'
import { createSetupWorker } from './worker.ts'

export { pageFile } from './site/pageFile.ts'
export { createSiteReader, type SiteReader } from './site/siteReader.ts'

export interface AgentSetups {
  /** Resumes setups that a shutdown or crash interrupted. */
  start(): Promise<void>
  stop(): Promise<void>
}

interface Needs {
  agents: Pick<Agents, 'drafting'>
  knowledge: Pick<Knowledge, 'createLibrary' | 'addFile' | 'progressOf' | 'reading'>
}

/** The guided setup of an agent: from a website or files to a draft that answers from them. */
export function agentSetupsFeature(platform: Platform, { agents, knowledge }: Needs): AgentSetups {
  const { config, database, egress, erasure, jobs, personalData } = platform
  const { db } = database
  const worker = createSetupWorker(platform, { agents, knowledge })
  personalData.add(ofSetups)
  erasure.add(ownRows({ table: 'agent_setup', owner: 'owner_user_id', key: 'setup_id' }))
  jobs.schedule('agentSetups.remove', '53 3 * * *', () => store.removeOld(database))

  async function found(actor: Actor, setupId: string, from = db): Promise<store.SetupRow> {
    const setup = await store.findSetup(from, actor, setupId)
    if (!setup) throw new AppError('agentSetup.notFound')
    return setup
  }

  serve(platform, agentSetups, {
    lookAtSite: ({ input }) => lookAt(egress, input.url, config.publicOrigin),

    async createSetup(call) {
      demandLibraries(call.actor)
      const engine = await agents.drafting.engineOf(call.input.deployment)
      const setup = await call.change(async (tx, record) => {
        const { source, name, description = '', introduction = '', systemPrompt = '' } = call.input
        const { brandKey = null, language, slug } = call.input
        const site = source.kind === 'Site' ? new URL(source.url) : null
        if (site && (await store.lockUnfinished(tx, call.actor)) >= limits.unfinishedSetups)
          throw new AppError('agentSetup.tooMany')
        const { dataSourceId } = await knowledge.createLibrary(tx, call.actor, record, { name, description })
        const allowedOrigins = site ? [site.origin] : []
        const draft = await agents.drafting.create(tx, call.actor, record, {
          name,
          description,
          introduction,
          systemPrompt,
          brandKey,
          engine,
          dataSourceId,
          page: slug ? { slug, language, allowedOrigins } : null,
        })
        const setupId = uuid()
        await store.insertSetup(tx, call.actor, {
          setupId,
          source: source.kind,
          url: site?.href ?? null,
          host: site?.host ?? null,
          name,
          language,
          dataSourceId,
          gptSystemId: draft.gptSystemId,
          stateId: draft.configStateId,
          gptPublicEndpoint: draft.gptPublicEndpoint,
          filesChosen: source.kind === 'Files' ? source.files : null,
        })
        return found(call.actor, setupId, tx)
      })
      worker.wake()
      return setup
    },

    listSetups: async ({ actor }) => ({ items: await store.listSetups(db, actor) }),

    getSetup: ({ actor, params }) => found(actor, params.setupId),

    async endUploads(call: Call<typeof agentSetups.endUploads>) {
      const { actor, params } = call
      const setup = await call.change(async (tx) => {
        await store.endUploads(tx, actor, params.setupId)
        return found(actor, params.setupId, tx)
      })
      worker.wake()
      return setup
    },

    async retrySetup(call: Call<typeof agentSetups.retrySetup>) {
      const { actor, params } = call
      const setup = await call.change(async (tx) => {
        const isUnfinished = (await found(actor, params.setupId, tx)).phase === 'Reading'
        if (!isUnfinished && (await store.lockUnfinished(tx, actor)) >= limits.unfinishedSetups)
          throw new AppError('agentSetup.tooMany')
        await store.restartReading(tx, actor, params.setupId)
        return found(actor, params.setupId, tx)
      })
      worker.wake()
      return setup
    },
  })
  return { start: () => worker.start(), stop: () => worker.stop() }
}

/** A setup also creates a library, which needs a permission of its own. */
function demandLibraries({ actions }: Actor): void {
  if (actions.has('DataSourcesCreate')) return
  throw new AppError('access.denied', { fields: [{ field: 'action', message: 'DataSourcesCreate' }] })
}
