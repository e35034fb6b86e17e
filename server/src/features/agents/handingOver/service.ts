import { limits } from '@parlance/contract/limits'
import type { personalAgents } from '@parlance/contract/personalAgents'
import type { personalData } from '@parlance/contract/personalData'
import { type Actor, readMostRights } from '../../../platform/access/actor.ts'
import { requireOwn } from '../../../platform/access/grantable.ts'
import { lockRoles } from '../../../platform/access/rolesLock.ts'
import type { RecordChange } from '../../../platform/audit/audit.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Notifications, Tell } from '../../../platform/notifications/notifications.ts'
import type { CurrentInstance } from '../../instanceSettings/index.ts'
import { demandPersonal } from '../personal/states.ts'
import { countOwn } from '../store.ts'
import { transferredTopic } from '../topics.ts'
import * as store from './store.ts'

interface Needs {
  db: Sql
  instance: CurrentInstance
  notifications: Notifications
}

/**
 * Transfers a personal agent: by its owner, or by a user administrator if the owner left. Links keep the user
 * who created them, so the new owner doesn't gain the former owner's permissions.
 */
export function createHandOver({ db, instance, notifications }: Needs) {
  /** Locks the new owner before the agent, in the same order as agent creation, to avoid deadlocks. */
  async function give(
    tx: Sql,
    { userId, from, gptSystemId, keep, most, by }: Giving,
    record: RecordChange,
  ): Promise<Tell> {
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
    return notifications.store(tx, [
      {
        kind: 'AgentTransferred',
        userId,
        about: by.userId,
        params: { agentName: agent.name, personName: by.name },
        path: '/chat/agents',
        topic: { name: transferredTopic(gptSystemId) },
      },
    ])
  }

  /** Locks someone who left, and the new owner. Refuses actors with fewer permissions than the one who left. */
  async function lockLeaver(
    tx: Sql,
    actor: Actor,
    { from, userId }: { from: string; userId: string },
  ): Promise<void> {
    await lockRoles(tx)
    const [owner, receiver] = await store.lockPeople(tx, [from, userId])
    if (!owner) throw new AppError('user.notFound')
    if (!owner.disabled) throw new AppError('agent.ownerMaySignIn')
    const { actions, specific } = await readMostRights(tx, from)
    requireOwn(actor, { actions, rights: specific }, 'user.beyondOwn')
    if (!receiver || receiver.disabled) throw new AppError('agent.receiver')
  }

  return {
    async handOver(call: Call<typeof personalAgents.handOver>) {
      await demandPersonal(instance)
      const { personalAgentLimit: most, peopleSearch } = await instance.read()
      const { userId, keep } = call.input
      const { gptSystemId } = call.params
      let tell: Tell | undefined
      await call.change(async (tx, record) => {
        const all = peopleSearch === 'All'
        if (!(await store.lockFindable(tx, call.actor, { userId, gptSystemId, all })))
          throw new AppError('agent.receiver')
        const giving = { userId, from: call.actor.userId, gptSystemId, keep, most, by: call.actor }
        tell = await give(tx, giving, record)
        return {}
      })
      tell?.()
      return {}
    },

    async previewTransfer({ actor, params }: Call<typeof personalData.previewTransfer>) {
      const [owner] = await store.readPeople(db, [params.userId])
      if (!owner) throw new AppError('user.notFound')
      const { actions, specific } = await readMostRights(db, params.userId)
      requireOwn(actor, { actions, rights: specific }, 'user.beyondOwn')
      return {
        agents: await store.countNamed(db, actor, params.userId),
        canSignIn: !owner.disabled,
        items: await store.listTransferable(db, actor, {
          userId: params.userId,
          limit: limits.transferredAgents,
        }),
      }
    },

    async transferAgents(call: Call<typeof personalData.transferAgents>) {
      await demandPersonal(instance)
      const { personalAgentLimit: most } = await instance.read()
      const { userId: from } = call.params
      const { toUserId: userId, gptSystemIds: chosen } = call.input
      const tells: Tell[] = []
      const answer = await call.change(async (tx, record) => {
        await lockLeaver(tx, call.actor, { from, userId })
        const listed = await store.listTransferable(tx, call.actor, {
          userId: from,
          limit: limits.transferredAgents,
        })
        const gptSystemIds = [...new Set(chosen ?? listed.map(({ gptSystemId }) => gptSystemId))]
        if ((await countOwn(tx, { userId })) + gptSystemIds.length > most)
          throw new AppError('agent.receiverFull')
        // In one order, like everything that locks several agents.
        for (const gptSystemId of gptSystemIds.toSorted()) {
          tells.push(await give(tx, { userId, from, gptSystemId, most, by: call.actor }, record))
          await store.carryLinks(tx, { gptSystemId, from, to: userId })
        }
        if (gptSystemIds.length === 0) record('nothing')
        return {
          transferred: gptSystemIds.length,
          left: await store.countNamed(tx, call.actor, from),
        }
      })
      for (const tell of tells) tell()
      return answer
    },

    async handOverLeft(call: Call<typeof personalAgents.handOverLeft>) {
      await demandPersonal(instance)
      const { personalAgentLimit: most } = await instance.read()
      const { userId: from, gptSystemId } = call.params
      const { newOwnerId: userId } = call.input
      let tell: Tell | undefined
      await call.change(async (tx, record) => {
        await lockLeaver(tx, call.actor, { from, userId })
        tell = await give(tx, { userId, from, gptSystemId, most, by: call.actor }, record)
        return {}
      })
      tell?.()
      return {}
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
  /** Who transfers it. */
  by: Actor
}
