import type { FieldError } from '@parlance/contract/errors'
import type { personalAgents } from '@parlance/contract/personalAgents'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Database, Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import {
  type Notice,
  type Notifications,
  type Tell,
  withdrawNotices,
} from '../../../platform/notifications/notifications.ts'
import type { CurrentInstance } from '../../instanceSettings/index.ts'
import { sharedTopic } from '../topics.ts'
import * as store from './store.ts'

/** The page that lists personal agents, with those shared for editing. */
const AGENTS_PATH = '/chat/agents'

interface Needs {
  database: Database
  instance: CurrentInstance
  notifications: Notifications
}

/** The calls for sharing agents. */
export function createShares({ database, instance, notifications }: Needs) {
  return {
    async getShares({ actor, params }: Call<typeof personalAgents.getShares>) {
      const agent = await store.findShared(database.db, actor, params.gptSystemId)
      if (!agent) throw new AppError('agent.notFound')
      return shown(agent)
    },

    async setShares(call: Call<typeof personalAgents.setShares>) {
      const { actor, params } = call
      if (!(await instance.isFeatureOn('AllowUserCreatedGptSystems'))) throw new AppError('agent.personalOff')
      const { peopleSearch } = await instance.read()
      const shares = call.input.items.map(({ userId = null, groupId = null, right }) => ({
        userId,
        groupId,
        right,
      }))
      let tell: Tell | undefined
      const answered = await call.change(async (tx, record) => {
        const before = await store.lockShared(tx, actor, params.gptSystemId)
        if (!before) throw new AppError('agent.notFound')
        if (before.version !== call.ifMatch) {
          throw new AppError('request.stale', { current: shown(before) })
        }
        const fields = await errorsOf(tx, actor, shares, {
          known: before.shares,
          all: peopleSearch === 'All',
        })
        if (fields.length > 0) throw new AppError('request.invalid', { fields })
        await store.replaceShares(tx, params.gptSystemId, shares, actor.userId)
        const after = await store.findShared(tx, actor, params.gptSystemId)
        if (!after) throw new Error('The agent with the updated shares is missing.')
        record({
          entityType: 'AgentShares',
          entityId: params.gptSystemId,
          entityName: after.name,
          before: { shares: before.shares },
          after: { shares: after.shares },
        })
        await withdrawNotices(tx, sharedTopic(params.gptSystemId), withLess({ before, after }))
        tell = await notifications.store(tx, noticesOf(actor, params.gptSystemId, { before, after }))
        return shown(after)
      })
      tell?.()
      return answered
    },
  }
}

const shown = ({ shares: items, libraries, version }: store.SharedAgent) => ({ items, libraries, version })

type Change = Record<'before' | 'after', store.SharedAgent>

const rightIn = ({ shares }: store.SharedAgent, userId: string) =>
  shares.find((share) => share.userId === userId)?.right

/** The people who can now do less with an agent. */
const withLess = ({ before, after }: Change): string[] =>
  before.shares.flatMap(({ userId, right }) => {
    if (userId === null) return []
    const left = rightIn(after, userId)
    return !left || (right === 'Edit' && left === 'Use') ? [userId] : []
  })

/** Notifies people whose access to an agent has grown. Those who can only use it are notified once it is published. */
function noticesOf(
  { userId: about, name: personName }: Actor,
  gptSystemId: string,
  { before, after }: Change,
): Notice[] {
  return after.shares.flatMap(({ userId, right }): Notice[] => {
    if (userId === null) return []
    const had = rightIn(before, userId)
    if (had === right || had === 'Edit') return []
    if (right === 'Use' && !after.isPublished) return []
    return [
      {
        kind: 'AgentShared',
        userId,
        about,
        params: { agentName: after.name, personName, right },
        path: right === 'Use' ? `/chat/${gptSystemId}` : AGENTS_PATH,
        topic: { name: sharedTopic(gptSystemId) },
      },
    ]
  })
}

/** Tells people about an agent that was shared with them before it could be used. */
export async function tellOfFirstPublishing(
  tx: Sql,
  notifications: Notifications,
  actor: Actor,
  gptSystemId: string,
): Promise<Tell | undefined> {
  const after = await store.lockShared(tx, actor, gptSystemId)
  if (!after) return undefined
  // Its editors know it already.
  const before = { ...after, shares: after.shares.filter(({ right }) => right === 'Edit') }
  return notifications.store(tx, noticesOf(actor, gptSystemId, { before, after }))
}

const keyOf = ({ userId, groupId }: Pick<store.Share, 'userId' | 'groupId'>) => userId ?? `group ${groupId}`

/**
 * Validates shares: users can share only with people and groups they can find. Unknown and hidden ones are
 * rejected alike. Existing shares can stay.
 */
export async function errorsOf(
  tx: Sql,
  actor: Actor,
  shares: readonly store.Share[],
  { known, all }: { known: readonly store.ShownShare[]; all: boolean },
): Promise<FieldError[]> {
  const kept = new Set(known.map(keyOf))
  const added = shares.filter((share) => !kept.has(keyOf(share)))
  const people = await store.findPeople(
    tx,
    actor,
    added.flatMap(({ userId }) => userId ?? []),
    all,
  )
  const groups = await store.findGroups(tx, actor)
  const seen = new Set<string>()
  return shares.flatMap((share, place): FieldError[] => {
    const field = `items.${place}`
    const key = keyOf(share)
    if (seen.has(key)) return [{ field, message: 'This person or group is listed twice.' }]
    seen.add(key)
    if (share.userId === actor.userId) return [{ field, message: 'You can’t share the agent with yourself.' }]
    if (kept.has(key)) return []
    const isThere = share.userId
      ? people.has(share.userId)
      : share.groupId !== null && (all || groups.has(share.groupId))
    if (isThere) return []
    return [
      { field, message: 'This person or group doesn’t appear in your search. Choose someone who does.' },
    ]
  })
}
