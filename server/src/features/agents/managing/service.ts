import type { agents } from '@parlance/contract/agents'
import { limits } from '@parlance/contract/limits'
import type { Actor } from '../../../platform/access/actor.ts'
import type { RecordChange } from '../../../platform/audit/audit.ts'
import type { Recorded } from '../../../platform/audit/differences.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import { createContinuation } from '../../../platform/http/continuation.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Limit } from '../../usage/index.ts'
import { giveCreatorRights } from '../../userRoles/index.ts'
import type { FirstEngine } from '../modelOptions.ts'
import { restorableBy } from '../policy.ts'
import { turnOffPage } from '../publicEndpoint/service.ts'
import { insertAgent, isBrand } from '../store.ts'
import { recorded } from '../writing.ts'
import * as store from './store.ts'

/** The calls for system agents as a whole. */
export function createManaging({ database, config }: Platform, firstEngine: () => Promise<FirstEngine>) {
  const pages = createContinuation<{ value: string; id: string; sort: string }>(
    config.secretKey,
    'managedGptSystems',
  )

  return {
    async listGptSystems({ actor, input }: Call<typeof agents.listGptSystems>) {
      const { pageSize = limits.pageSize, search = '', sort = 'name', published, deleted } = input
      const order: store.ManagedList['sort'] = {
        by: sort.replace('-', '') as 'name' | 'updatedAt',
        descending: sort.startsWith('-'),
      }
      const position = pages.read(input.continuationToken)
      // A position is valid only for the sort order it was created for.
      const after = position?.sort === sort ? position : null
      const found = await store.listManaged(database.db, actor, {
        search,
        deleted: deleted !== undefined,
        published: published === undefined ? null : published === 'true',
        sort: order,
        after,
        limit: pageSize + 1,
      })
      const items = found.slice(0, pageSize)
      const last = items.at(-1)
      const more = found.length > pageSize && last
      return {
        items,
        continuationToken: more
          ? pages.write({ value: store.sortValue(last, order), id: last.gptSystemId, sort })
          : null,
      }
    },

    async createGptSystem(call: Call<typeof agents.createGptSystem>) {
      const engine = await firstEngine()
      return call.change(async (tx, record) => {
        const { name, description = '', brandKey = null } = call.input
        await demandBrand(tx, brandKey)
        const configuration = await insertAgent(tx, call.actor.userId, {
          name,
          description,
          brandKey,
          ...engine,
        })
        const { gptSystemId, gptSystemType, avatarFileName } = configuration
        await giveCreatorRights(tx, call.actor.userId, { entityType: 'GptSystem', entityId: gptSystemId })
        record({
          entityType: 'GptSystem',
          entityId: gptSystemId,
          entityName: name,
          before: null,
          after: { ...recorded(configuration), brandKey },
        })
        return {
          gptSystem: {
            gptSystemId,
            name,
            description,
            gptSystemType,
            avatarFileName,
            brandKey,
            madeBy: null,
            mayEdit: false,
          },
          configuration,
        }
      })
    },

    async getGptSystem({ actor, params }: Call<typeof agents.getGptSystem>) {
      const agent = await store.findManaged(database.db, actor, params.gptSystemId)
      if (!agent) throw new AppError('agent.notFound')
      return agent
    },

    updateGptSystem: (call: Call<typeof agents.updateGptSystem>) =>
      call.change(async (tx, record) => {
        const before = await locked(tx, call.actor, call.params.gptSystemId)
        if (before.version !== call.ifMatch) throw new AppError('request.stale', { current: before })
        await writeBrand(tx, before, call.input.brandKey, record)
        return locked(tx, call.actor, before.gptSystemId)
      }),

    updateUx: (call: Call<typeof agents.updateUx>) =>
      call.change(async (tx, record) => {
        const before = await locked(tx, call.actor, call.params.gptSystemId)
        if (before.version !== call.ifMatch) throw new AppError('request.stale', { current: before })
        await writeUx(tx, before, call.input, record)
        return locked(tx, call.actor, before.gptSystemId)
      }),

    updateLimits: (call: Call<typeof agents.updateLimits>) =>
      call.change(async (tx, record) => {
        const before = await locked(tx, call.actor, call.params.gptSystemId)
        if (before.version !== call.ifMatch) throw new AppError('request.stale', { current: before })
        await writeLimits(tx, before, call.input.limits, record)
        return locked(tx, call.actor, before.gptSystemId)
      }),

    removeGptSystem: (call: Call<typeof agents.removeGptSystem>) =>
      call.change(async (tx, record) => {
        const before = await locked(tx, call.actor, call.params.gptSystemId)
        await store.removeAgent(tx, before.gptSystemId)
        await turnOffPage(tx, before.gptSystemId, record)
        record({
          entityType: 'GptSystem',
          entityId: before.gptSystemId,
          entityName: before.name,
          before: recordedAgent(before),
          after: null,
        })
        return {}
      }),

    // Its own policy and its shares are still there, so it has the access that it had.
    restoreGptSystem: (call: Call<typeof agents.restoreGptSystem>) =>
      call.change(async (tx, record) => {
        const { gptSystemId } = call.params
        if (!(await store.restoreAgent(tx, gptSystemId, restorableBy(call.actor))))
          throw new AppError('agent.notFound')
        const agent = await locked(tx, call.actor, gptSystemId)
        record({
          entityType: 'GptSystem',
          entityId: gptSystemId,
          entityName: agent.name,
          before: null,
          after: recordedAgent(agent),
        })
        return agent
      }),
  }
}

/** What the audit log says of an agent that is deleted or restored. */
function recordedAgent(agent: store.ManagedAgent): Recorded {
  const { name, description, brandKey, categories, listedInDirectory, limits, publishedStateId } = agent
  return { name, description, brandKey, categories, listedInDirectory, limits, publishedStateId }
}

/** Returns an agent that the user can change, locked until the transaction ends. */
export async function locked(tx: Sql, actor: Actor, gptSystemId: string): Promise<store.ManagedAgent> {
  const agent = await store.lockManaged(tx, actor, gptSystemId)
  if (!agent) throw new AppError('agent.notFound')
  return agent
}

/** Changes an agent's chat appearance and records it. */
export async function writeUx(
  tx: Sql,
  { gptSystemId, name, ux: before }: store.ManagedAgent,
  ux: store.ManagedAgent['ux'],
  record: RecordChange,
): Promise<void> {
  await store.updateUx(tx, gptSystemId, ux)
  record({
    entityType: 'GptSystemUx',
    entityId: gptSystemId,
    entityName: name,
    before,
    after: ux,
  })
}

/** Sets the brand of an agent's chat and records it. */
export async function writeBrand(
  tx: Sql,
  { gptSystemId, name, brandKey: before }: store.ManagedAgent,
  brandKey: string | null,
  record: RecordChange,
): Promise<void> {
  await demandBrand(tx, brandKey)
  await store.updateBrandKey(tx, gptSystemId, brandKey)
  record({
    entityType: 'GptSystemBrand',
    entityId: gptSystemId,
    entityName: name,
    before: { brandKey: before },
    after: { brandKey },
  })
}

/** Sets an agent's usage limits and records it. */
export async function writeLimits(
  tx: Sql,
  { gptSystemId, name, limits: before }: store.ManagedAgent,
  limits: Limit[],
  record: RecordChange,
): Promise<void> {
  await store.updateLimits(tx, gptSystemId, limits)
  record({
    entityType: 'GptSystemLimits',
    entityId: gptSystemId,
    entityName: name,
    before: { limits: before },
    after: { limits },
  })
}

/** Throws unless the brand exists, or none is wanted. */
export async function demandBrand(tx: Sql, brandKey: string | null): Promise<void> {
  if (brandKey === null || (await isBrand(tx, brandKey))) return
  const fields = [{ field: 'brandKey', message: 'No brand has this key.' }]
  throw new AppError('request.invalid', { fields })
}
