import type { exposure } from '@parlance/contract/exposure'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../../platform/access/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { errorsOfShares, findShared } from '../agents/index.ts'
import { demandOwnPolicy, ownPolicyWith, policyOf, readOwnPolicy } from '../chatAccessPolicies/index.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import * as store from './store.ts'

/** Nothing is written: the request is combined with the stored data, and the access query decides on both. */
export function createService({ database }: Platform, instance: CurrentInstance) {
  const { db } = database
  const administration = (actor: Actor): store.Reader => ({
    actor,
    people: actor.actions.has('UserRead') ? 'all' : 'none',
  })

  return {
    async previewPublishing({ actor, params, input }: Call<typeof exposure.previewPublishing>) {
      const { gptSystemId } = params
      const { gptSystemConfigurationStateId: wantedStateId, whoMayUse: wanted } = input
      const agent = await store.findPublishing(db, actor, gptSystemId, wantedStateId ?? null)
      if (!agent) throw new AppError('agent.notFound')
      if (wantedStateId && !agent.hasState) throw new AppError('agent.stateNotFound')
      const stateId = wantedStateId === undefined ? agent.publishedStateId : wantedStateId
      const own = wanted ? await readOwnPolicy(db, gptSystemId) : null
      if (wanted) demandOwnPolicy(actor, own)
      const id = own?.chatAccessPolicyId ?? uuid()
      return store.findExposure(db, administration(actor), {
        about: { gptSystemId },
        published: { gptSystemId, stateId },
        // The name is not used here.
        policy: wanted ? { id, as: ownPolicyWith(own, { gptSystemId, name: id, wanted }) } : null,
        shares: null,
      })
    },

    async previewRemoval({ actor, params }: Call<typeof exposure.previewRemoval>) {
      const { gptSystemId } = params
      if (!(await store.findWritable(db, actor, gptSystemId))) throw new AppError('agent.notFound')
      // Deleting an agent has the same effect on access as unpublishing it.
      return store.findExposure(db, administration(actor), {
        about: { gptSystemId },
        published: { gptSystemId, stateId: null },
        policy: null,
        shares: null,
      })
    },

    async previewPolicy({ actor, input }: Call<typeof exposure.previewPolicy>) {
      const { chatAccessPolicyId: id = uuid(), ...policy } = input
      return store.findExposure(db, administration(actor), {
        about: { policyId: id },
        published: null,
        policy: { id, as: policyOf(policy) },
        shares: null,
      })
    },

    async previewShares({ actor, params, input }: Call<typeof exposure.previewShares>) {
      const { gptSystemId } = params
      const all = (await instance.read()).peopleSearch === 'All'
      const shares = input.items.map(({ userId = null, groupId = null, right }) => ({
        userId,
        groupId,
        right,
      }))
      const agent = await findShared(db, actor, gptSystemId)
      if (!agent) throw new AppError('agent.notFound')
      // People who can't be found are not counted either.
      const fields = await errorsOfShares(db, actor, shares, { known: agent.shares, all })
      if (fields.length > 0) throw new AppError('request.invalid', { fields })
      return store.findExposure(
        db,
        { actor, people: all ? 'all' : 'ofOwnGroups' },
        { about: { gptSystemId }, published: null, policy: null, shares: { gptSystemId, shares } },
      )
    },
  }
}
