import { limits } from '@parlance/contract/limits'
import type { personalAgents } from '@parlance/contract/personalAgents'
import { readMostRights } from '../../../platform/access/actor.ts'
import { requireOwn } from '../../../platform/access/grantable.ts'
import { lockRoles } from '../../../platform/access/rolesLock.ts'
import type { RecordChange } from '../../../platform/audit/audit.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { CurrentInstance } from '../../instanceSettings/index.ts'
import { demandPersonal } from '../personal/states.ts'
import { countOwn } from '../store.ts'
import * as store from './store.ts'

/**
 * Transfers a personal agent: by its owner, or by a user administrator if the owner left. Links keep the user
 * who created them, so the new owner doesn't gain the former owner's permissions.
 */
export function createHandOver(instance: CurrentInstance) {
  /** Locks the new owner before the agent, in the same order as agent creation, to avoid deadlocks. */
  async function give(
    tx: Sql,
    { userId, from, gptSystemId, keep, most }: Giving,
    record: RecordChange,
  ): Promise<void> {
    const agent = await store.lockOwned(tx, { userId: from }, gptSystemId)
    if (!agent) throw new AppError('agent.notFound')
    if (agent.name === '') throw new AppError('agent.unnamed')
    if ((await countOwn(tx, { userId })) >= most) throw new AppError('agent.receiverFull')
    await store.replaceOwner(tx, gptSystemId, userId)
    if (keep) {
      if ((await store.countShares(tx, gptSystemId)) >= limits.mostShares)
        throw new AppError('agent.sharesFull')
      await store.insertShare(tx, { gptSystemId, userId: from, right: keep, by: from })
    }
    record({
      entityType: 'AgentOwner',
      entityId: gptSystemId,
      entityName: agent.name,
      before: { ownerUserId: from },
      after: { ownerUserId: userId },
    })
  }

  return {
    async handOver(call: Call<typeof personalAgents.handOver>) {
      await demandPersonal(instance)
      const { personalAgentLimit: most, peopleSearch } = await instance.read()
      const { userId, keep } = call.input
      const { gptSystemId } = call.params
      return call.change(async (tx, record) => {
        const all = peopleSearch === 'All'
        if (!(await store.lockFindable(tx, call.actor, { userId, gptSystemId, all })))
          throw new AppError('agent.receiver')
        await give(tx, { userId, from: call.actor.userId, gptSystemId, keep, most }, record)
        return {}
      })
    },

    async handOverLeft(call: Call<typeof personalAgents.handOverLeft>) {
      await demandPersonal(instance)
      const { personalAgentLimit: most } = await instance.read()
      const { userId: from, gptSystemId } = call.params
      const { newOwnerId: userId } = call.input
      return call.change(async (tx, record) => {
        await lockRoles(tx)
        const [owner, receiver] = await store.lockPeople(tx, [from, userId])
        if (!owner) throw new AppError('user.notFound')
        if (!owner.disabled) throw new AppError('agent.ownerMaySignIn')
        const { actions, specific } = await readMostRights(tx, from)
        requireOwn(call.actor, { actions, rights: specific }, 'user.beyondOwn')
        if (!receiver || receiver.disabled) throw new AppError('agent.receiver')
        await give(tx, { userId, from, gptSystemId, most }, record)
        return {}
      })
    },
  }
}

interface Giving {
  userId: string
  from: string
  gptSystemId: string
  /** The former owner's remaining access. */
  keep?: 'Use' | 'Edit' | undefined
  /** The maximum number of agents per user. */
  most: number
}
