import type { NamedDeployment } from '@parlance/contract/agentConfiguration'
import { type Engines, isSame } from '../../../engines/registry.ts'
import type { Actor, Rights } from '../../../platform/access/actor.ts'
import type { RecordChange } from '../../../platform/audit/audit.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { giveCreatorRights } from '../../userRoles/index.ts'
import { demandBrand } from '../managing/service.ts'
import type { FirstEngine } from '../modelOptions.ts'
import { writableBy } from '../policy.ts'
import { preparePage } from '../publicEndpoint/service.ts'
import { DEFAULT_TOP_K } from '../states/service.ts'
import * as store from '../store.ts'
import { recorded, writeDraft } from '../writing.ts'

/** A system agent that is created together with what it needs. */
interface NewDraft {
  name: string
  description: string
  introduction: string
  systemPrompt: string
  brandKey: string | null
  engine: FirstEngine
  /** The library that it answers from, and nothing else. */
  dataSourceId: string
  /** Its public page, which stays turned off. */
  page: { slug: string; language: 'en' | 'ar'; allowedOrigins: string[] } | null
}

export interface Drafting {
  /** Returns the engine of a new agent. Throws if the deployment isn’t available. */
  engineOf(wanted: NamedDeployment | null | undefined): Promise<FirstEngine>
  /**
   * Creates a draft and its public page as part of another change. The caller has checked GptSystemsCreate; the page is
   * prepared only for users who can publish.
   */
  create(
    tx: Sql,
    actor: Pick<Actor, 'userId' | 'actions'>,
    record: RecordChange,
    draft: NewDraft,
  ): Promise<{ gptSystemId: string; configStateId: string; gptPublicEndpoint: string | null }>
  /**
   * Writes the starter questions of a draft that has none. Returns false if it has some, isn’t a draft anymore, or if
   * the user can’t change it anymore.
   */
  addStarters(
    tx: Sql,
    owner: Rights & Pick<Actor, 'userId'>,
    record: RecordChange,
    draft: { configStateId: string; starterQuestions: string[] },
  ): Promise<boolean>
}

export function createDrafting(engines: Engines, firstEngine: () => Promise<FirstEngine>): Drafting {
  return {
    async engineOf(wanted) {
      if (wanted === undefined) return firstEngine()
      if (wanted === null) return { languageEngine: 'BuiltIn', deploymentName: null }
      const registry = await engines.current()
      if (registry.deployments().some((one) => isSame(one, wanted))) return wanted
      const fields = [
        { field: 'deployment', message: 'This deployment isn’t available. Choose another one.' },
      ]
      throw new AppError('request.invalid', { fields })
    },

    async create(tx, actor, record, { name, description, brandKey, engine, dataSourceId, page, ...texts }) {
      await demandBrand(tx, brandKey)
      const { userId } = actor
      const inserted = await store.insertAgent(tx, userId, { name, description, brandKey, ...engine })
      const { gptSystemId, configStateId } = inserted
      const changed = await store.updateDraft(tx, configStateId, {
        ...texts,
        restrictAnswerToInformationReturnedByTools: true,
        temperature: TEMPERATURE,
      })
      const link = await store.insertLink(
        tx,
        configStateId,
        { dataSourceId, topK: DEFAULT_TOP_K, useGraph: true, readMode: 'Search', folders: [] },
        userId,
      )
      await giveCreatorRights(tx, userId, { entityType: 'GptSystem', entityId: gptSystemId })
      record({
        entityType: 'GptSystem',
        entityId: gptSystemId,
        entityName: name,
        before: null,
        after: { ...recorded({ ...changed, dataSources: [link] }), brandKey },
      })
      const mayPublish = actor.actions.has('GptSystemsPublish')
      const gptPublicEndpoint = page && mayPublish ? await preparePage(tx, gptSystemId, page, record) : null
      return { gptSystemId, configStateId, gptPublicEndpoint }
    },

    async addStarters(tx, owner, record, { configStateId, starterQuestions }) {
      const draft = await store.lockWritableDraft(tx, writableBy(owner), configStateId)
      if (!draft || draft.starterQuestions.length > 0) return false
      await writeDraft(tx, draft, { starterQuestions }, record)
      return true
    },
  }
}

/** Answers from documents vary little. The same as in the template for them. */
const TEMPERATURE = 0.2
