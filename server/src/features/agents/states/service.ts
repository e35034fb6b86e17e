import type { agents } from '@parlance/contract/agents'
import { limits } from '@parlance/contract/limits'
import type { Engines } from '../../../engines/registry.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import type { RecordChange } from '../../../platform/audit/audit.ts'
import { isUniqueViolation, type Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import { createContinuation } from '../../../platform/http/continuation.ts'
import type { Platform } from '../../../platform/platform.ts'
import { differencesOf } from '../comparing.ts'
import {
  type ConfigurationRow,
  findWritable,
  findWritableDraft,
  findWritableState,
  insertLink,
  type Link,
} from '../store.ts'
import { demandDraft, recorded, stateAnswer, writeDraft } from '../writing.ts'
import * as store from './store.ts'

/** Returns whether the user can link this library. Provided by the feature that owns libraries. */
export type Linkable = (tx: Sql, actor: Actor, dataSourceId: string) => Promise<boolean>

export const DEFAULT_TOP_K = 5

interface Needs {
  platform: Platform
  engines: Engines
  linkable: Linkable
}

/** The calls for the configurations of system agents. */
export function createStates({ platform: { database, config }, engines, linkable }: Needs) {
  const pages = createContinuation<{ number: number }>(config.secretKey, 'configurationStates')
  const readable = async (actor: Actor, stateId: string) => {
    const found = await store.findReadableState(database.db, actor, stateId)
    if (!found) throw new AppError('agent.stateNotFound')
    return found
  }

  return {
    async listStates({ actor, params, input }: Call<typeof agents.listStates>) {
      const { gptSystemId } = params
      if (!(await store.findReadable(database.db, actor, gptSystemId))) throw new AppError('agent.notFound')
      const limit = input.pageSize ?? limits.pageSize
      const below = pages.read(input.continuationToken)?.number ?? null
      const found = await store.readStates(database.db, gptSystemId, { below, limit: limit + 1 })
      const items = found.slice(0, limit)
      const last = items.at(-1)
      return {
        items,
        continuationToken: found.length > limit && last ? pages.write({ number: last.number }) : null,
      }
    },

    async createState(call: Call<typeof agents.createState>) {
      const { gptSystemId } = call.params
      const registry = await engines.current()
      return call.change(async (tx, record) => {
        if (!(await findWritable(tx, call.actor, gptSystemId))) throw new AppError('agent.notFound')
        const source = await store.readSource(tx, gptSystemId, call.input.fromStateId ?? null)
        if (!source) throw new AppError('agent.stateNotFound')
        const draft = await store.copyAsDraft(tx, source, call.actor.userId).catch((cause: unknown) => {
          throw isUniqueViolation(cause) ? new AppError('agent.hasDraft', { cause }) : cause
        })
        record({ ...named(draft), before: null, after: recorded(draft) })
        return stateAnswer(registry, draft)
      })
    },

    async getState({ actor, params }: Call<typeof agents.getState>) {
      const [registry, state] = await Promise.all([
        engines.current(),
        readable(actor, params.gptSystemConfigurationStateId),
      ])
      return stateAnswer(registry, state)
    },

    async updateState(call: Call<typeof agents.updateState>) {
      const registry = await engines.current()
      return call.change(async (tx, record) => {
        const { gptSystemConfigurationStateId } = call.params
        const found = await findWritableState(tx, call.actor, gptSystemConfigurationStateId)
        const before = demandDraft(registry, found, call.ifMatch)
        return stateAnswer(registry, await writeDraft(tx, before, call.input, record))
      })
    },

    removeState: (call: Call<typeof agents.removeState>) =>
      call.change(async (tx, record) => {
        const draft = await findWritableState(tx, call.actor, call.params.gptSystemConfigurationStateId)
        if (!draft) throw new AppError('agent.stateNotFound')
        if (draft.status !== 'Draft') throw new AppError('agent.stateNotDraft')
        if ((await store.countStates(tx, draft.gptSystemId)) === 1) throw new AppError('agent.onlyState')
        if (await store.isAnswering(tx, draft.configStateId)) throw new AppError('agent.stateAnswering')
        await store.removeState(tx, draft)
        record({ ...named(draft), before: recorded(draft), after: null })
        return {}
      }),

    async getDifferences({ actor, params }: Call<typeof agents.getDifferences>) {
      const [left, right] = await Promise.all([
        readable(actor, params.gptSystemConfigurationStateId),
        readable(actor, params.otherStateId),
      ])
      return differencesOf(left, right)
    },

    addRagDataSource: (call: Call<typeof agents.addRagDataSource>) =>
      call.change(async (tx, record) => {
        const {
          dataSourceId,
          topK = DEFAULT_TOP_K,
          useGraph = true,
          readMode = 'Search',
          folders = [],
        } = call.input
        const draft = await writableDraft(tx, call.actor, call.params.gptSystemId)
        if (!(await linkable(tx, call.actor, dataSourceId))) throw new AppError('dataSource.notFound')
        if ((await store.countLinks(tx, draft.configStateId)) >= limits.dataSourcesPerState)
          throw new AppError('agent.tooManyLibraries')
        const link = await insertLink(
          tx,
          draft.configStateId,
          { dataSourceId, topK, useGraph, readMode, folders },
          call.actor.userId,
        ).catch((cause: unknown) => {
          throw isUniqueViolation(cause) ? new AppError('dataSource.linked', { cause }) : cause
        })
        await recordLinks(tx, record, draft, [...draft.dataSources, link])
        return link
      }),

    updateRagDataSource: (call: Call<typeof agents.updateRagDataSource>) =>
      call.change(async (tx, record) => {
        const { topK, useGraph, readMode, folders } = call.input
        const { draft, link } = await linkOfDraft(tx, call)
        if (!(await linkable(tx, call.actor, link.dataSourceId))) throw new AppError('dataSource.notFound')
        const changed = {
          ...link,
          topK: topK ?? link.topK,
          useGraph: useGraph ?? link.useGraph,
          readMode: readMode ?? link.readMode,
          folders: folders ?? link.folders,
        }
        await store.updateLink(tx, changed)
        await recordLinks(
          tx,
          record,
          draft,
          draft.dataSources.map((one) => (one === link ? changed : one)),
        )
        return changed
      }),

    // Requires no permission for the library: links to a lost library must stay removable.
    removeRagDataSource: (call: Call<typeof agents.removeRagDataSource>) =>
      call.change(async (tx, record) => {
        const { draft, link } = await linkOfDraft(tx, call)
        await store.removeLink(tx, link.gptSystemRagDataSourceId)
        await recordLinks(
          tx,
          record,
          draft,
          draft.dataSources.filter((one) => one !== link),
        )
        return {}
      }),
  }
}

async function writableDraft(tx: Sql, actor: Actor, gptSystemId: string): Promise<ConfigurationRow> {
  if (!(await findWritable(tx, actor, gptSystemId))) throw new AppError('agent.notFound')
  const draft = await findWritableDraft(tx, actor, gptSystemId)
  if (!draft) throw new AppError('agent.noDraft')
  return draft
}

async function linkOfDraft(
  tx: Sql,
  {
    actor,
    params: { gptSystemId, gptSystemRagDataSourceId },
  }: Pick<Call<typeof agents.removeRagDataSource>, 'actor' | 'params'>,
): Promise<{ draft: ConfigurationRow; link: Link }> {
  const draft = await writableDraft(tx, actor, gptSystemId)
  const link = draft.dataSources.find((one) => one.gptSystemRagDataSourceId === gptSystemRagDataSourceId)
  if (!link) throw new AppError('agent.linkNotFound')
  return { draft, link }
}

const named = ({ configStateId, gptSystemName }: ConfigurationRow) => ({
  entityType: 'ConfigurationState',
  entityId: configStateId,
  entityName: gptSystemName,
})

async function recordLinks(
  tx: Sql,
  record: RecordChange,
  draft: ConfigurationRow,
  after: Link[],
): Promise<void> {
  await store.touchDraft(tx, draft.configStateId)
  record({ ...named(draft), before: { dataSources: draft.dataSources }, after: { dataSources: after } })
}
