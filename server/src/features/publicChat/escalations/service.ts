import type { ErrorCode } from '@parlance/contract/errors'
import type { escalations } from '@parlance/contract/escalations'
import { limits } from '@parlance/contract/limits'
import { v7 as uuid } from 'uuid'
import type { Visit } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Handlers } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Agents } from '../../agents/index.ts'
import { recordedBy, scheduleEscalations } from './deliveries.ts'
import * as store from './store.ts'

interface Needs {
  agents: Pick<Agents, 'pages' | 'isPublishable'>
}

type Contact = { label: string; url: string } | null

/** Lets visitors send a conversation to the team behind a public page, and the team open it. */
export function createEscalations(
  platform: Platform,
  { agents: { pages, isPublishable } }: Needs,
): Handlers<typeof escalations> {
  const { audit, config, database, mail } = platform
  const deliver = scheduleEscalations(platform, pages.isOn)
  platform.erasure.addOfConversations(store.ofConversations)

  async function visitOn({ actor: { visit } }: Pick<Call, 'actor'>): Promise<Visit> {
    if (!visit) throw new Error('Only visitors can call this.')
    if (!visit.isOn || !(await pages.isOn())) throw new AppError('publicChat.unavailable')
    return visit
  }

  /** Counts one for everyone whom it counts for. Throws for the first who has sent enough today. */
  async function count(tx: Sql, visit: Visit, sessionId: string, contact: Contact): Promise<void> {
    const { gptSystemId, network, testedBy } = visit
    const bounds: [ErrorCode, subject: string, most: number][] = [
      ['escalation.visitorLimit', `visitor:${sessionId}`, limits.escalationsPerVisitor],
    ]
    // Like budgets, the bounds of visitors aren't used up by those who test the page.
    if (testedBy === null && config.trustProxy)
      bounds.push(['escalation.networkLimit', `network:${network}`, limits.escalationsPerNetwork])
    if (testedBy === null) bounds.push(['escalation.pageLimit', 'page', limits.escalationsPerPage])
    for (const [code, subject, most] of bounds) {
      if (await store.countSent(tx, { gptSystemId, subject, most })) continue
      const message = contact && `${contact.label}: ${contact.url}`
      throw new AppError(code, message ? { fields: [{ field: 'contact', message }] } : {})
    }
  }

  return {
    async send(call) {
      const { actor, params, input } = call
      const visit = await visitOn(call)
      const { escalation: target, contact } = await pages.settingsOf(visit)
      const row = await call.change(async (tx) => {
        const own = await store.lockOwn(tx, actor, params.conversationId)
        if (!own) throw new AppError('conversation.notFound')
        if (!target || (target.kind === 'Email' && !mail)) throw new AppError('escalation.notConfigured')
        const { leafSegmentId } = own
        if (leafSegmentId === null) throw new AppError('escalation.empty')
        const sent = { ...params, leafSegmentId, replyTo: input.replyTo }
        const same = await store.readSame(tx, sent)
        if (same) return same
        await count(tx, visit, actor.sessionId, contact)
        const { gptSystemId, gptPublicEndpoint } = visit
        const queued = await store.insertEscalation(tx, uuid(), { ...sent, gptSystemId })
        await audit.record(tx, recordedBy(call.requestId), {
          entityType: 'Escalation',
          entityId: queued.escalationId,
          entityName: gptPublicEndpoint,
          before: null,
          after: { state: 'Queued' },
        })
        return queued
      })
      deliver()
      return row
    },

    async list(call) {
      await visitOn(call)
      const items = await store.listEscalations(database.db, call.actor, call.params.conversationId)
      if (!items) throw new AppError('conversation.notFound')
      return { items }
    },

    async listDeliveries({ actor, params: { gptSystemId } }) {
      if (!(await isPublishable(actor, gptSystemId))) throw new AppError('agent.notFound')
      return { items: await store.readDeliveries(database.db, gptSystemId) }
    },

    open: (call) =>
      call.change(async (tx, record) => {
        const found = await store.readEscalation(tx, call.params.escalationId)
        if (!found) throw new AppError('escalation.notFound')
        const { isExpired, conversationId, leafSegmentId, ...shown } = found
        if (isExpired) throw new AppError('escalation.expired')
        const last = { conversationId, leafSegmentId }
        record({
          entityType: 'Escalation',
          entityId: shown.escalationId,
          entityName: shown.agentName,
          before: {},
          after: { opened: true },
        })
        return { ...shown, ...(await store.readTurns(tx, last, limits.escalationShownBytes)) }
      }),
  }
}
