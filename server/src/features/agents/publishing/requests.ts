import type { agents } from '@parlance/contract/agents'
import type { Actor } from '../../../platform/access/actor.ts'
import { readHolders } from '../../../platform/access/holders.ts'
import type { RecordChange } from '../../../platform/audit/audit.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { isUniqueViolation } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import { type Notifications, withdrawNotices } from '../../../platform/notifications/notifications.ts'
import type { ConfigurationRow } from '../store.ts'
import * as store from './requestStore.ts'

/** Those who can approve are notified, up to so many. */
const MOST_APPROVERS = 100

const topicOf = (publishRequestId: string) => `publishRequest:${publishRequestId}`
const pathOf = (gptSystemId: string) => `/admin/gptsystem/${gptSystemId}/publish`

interface Requesting {
  actor: Actor
  gptSystemId: string
  state: ConfigurationRow
  note: string
}

/** Stores that someone wants to publish a version, and notifies those who can approve it once that is committed. */
export async function requestPublishing(
  tx: Sql,
  notifications: Pick<Notifications, 'store'>,
  { actor, gptSystemId, state, note }: Requesting,
  record: RecordChange,
): Promise<() => void> {
  const publishRequestId = await alone(
    store.insertRequest(tx, {
      ...{ gptSystemId, note, by: actor.userId },
      stateId: state.configStateId,
      stateVersion: state.version,
    }),
  )
  record({
    entityType: 'GptSystem',
    entityId: gptSystemId,
    entityName: state.gptSystemName,
    before: {},
    after: { requestedStateId: state.configStateId, note },
  })
  const approvers = await readHolders(tx, 'GptSystemsApprove', MOST_APPROVERS)
  return notifications.store(
    tx,
    approvers
      .filter((userId) => userId !== actor.userId)
      .map((userId) => ({
        kind: 'PublishWaits' as const,
        userId,
        about: actor.userId,
        params: {
          requesterName: actor.name,
          agentName: state.gptSystemName,
          number: state.number,
          note,
        },
        path: pathOf(gptSystemId),
        topic: { name: topicOf(publishRequestId) },
      })),
  )
}

async function alone<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('publishRequest.open', { cause: error })
    throw error
  }
}

type Decision = Pick<Call<typeof agents.rejectPublishing>, 'actor' | 'params' | 'input'>

/** Decides about a request, in the transaction of the call, and notifies the one who requested it. */
export async function decideRequest(
  tx: Sql,
  notifications: Pick<Notifications, 'store'>,
  { actor, params, input }: Decision,
  status: 'Approved' | 'Rejected' | 'Withdrawn',
): Promise<{ request: store.Requested; tell: () => void }> {
  const request = await store.findRequest(tx, actor, params)
  if (!request) throw new AppError('publishRequest.notFound')
  const isOwn = request.requesterId === actor.userId
  if (status === 'Withdrawn' && !isOwn) throw new AppError('publishRequest.notFound')
  if (status !== 'Withdrawn' && isOwn) throw new AppError('publishRequest.own')
  if (request.status !== 'Open') throw new AppError('publishRequest.decided')
  if (status === 'Approved' && request.isChanged) throw new AppError('publishRequest.changed')
  await store.decide(tx, request.publishRequestId, { status, note: input.note, by: actor.userId })
  await withdrawNotices(tx, topicOf(request.publishRequestId))
  const { requesterId } = request
  if (requesterId === null || isOwn) return { request, tell: () => undefined }
  const tell = await notifications.store(tx, [
    {
      kind: 'PublishDecided',
      userId: requesterId,
      about: actor.userId,
      params: {
        agentName: await store.readName(tx, request.gptSystemConfigurationStateId),
        number: request.number,
        approved: status === 'Approved',
        note: input.note,
      },
      path: pathOf(params.gptSystemId),
      topic: { name: topicOf(request.publishRequestId) },
    },
  ])
  return { request, tell }
}
