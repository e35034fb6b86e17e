import type { conversationReads, readsOfOneself } from '@parlance/contract/conversationReads'
import type { Actor } from '../../../platform/access/actor.ts'
import { readHolders } from '../../../platform/access/holders.ts'
import type { RecordChange } from '../../../platform/audit/audit.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Handlers } from '../../../platform/http/serve.ts'
import { type Notice, type Tell, withdrawNotices } from '../../../platform/notifications/notifications.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CurrentInstance } from '../../instanceSettings/index.ts'
import * as store from './store.ts'

const MOST_APPROVERS = 100
const topicOf = (id: string) => `conversation read ${id}`

/** Lets people read the conversations of others: for a reason, for an hour, and never unnoticed. */
export function createConversationReads(
  { database, notifications }: Pick<Platform, 'database' | 'notifications'>,
  instance: Pick<CurrentInstance, 'read'>,
): Handlers<typeof conversationReads> & Handlers<typeof readsOfOneself> {
  const { db } = database

  const lock = async (tx: Sql, actor: Actor, id: string): Promise<store.ReadRow> => {
    const row = await store.lockRead(tx, actor, id)
    if (!row) throw new AppError('conversationRead.notFound')
    return row
  }
  /** Returns the caller's own, if it can be used now. */
  async function openOf(
    tx: Sql,
    { actor, params }: Pick<Call, 'actor'> & { params: { conversationReadId: string } },
  ) {
    const row = await lock(tx, actor, params.conversationReadId)
    if (row.readerId !== actor.userId) throw new AppError('conversationRead.notFound')
    if (row.state === 'Waiting') throw new AppError('conversationRead.waiting')
    if (row.state === 'Ended') throw new AppError('conversationRead.ended')
    return row
  }
  /** Visitors see it in their chat instead. */
  const tellPerson = ({ userId, readerId, readerName, reason }: store.ReadRow): Notice[] =>
    userId === null
      ? []
      : [
          {
            kind: 'ConversationsRead',
            userId,
            about: readerId,
            params: { personName: readerName, reason },
            path: '/admin/user/account#conversationReads',
          },
        ]

  async function opening(
    call: Call<typeof conversationReads.open> | Call<typeof conversationReads.openOfVisitor>,
    about: store.Subject,
    check: (tx: Sql) => Promise<void>,
  ): Promise<store.ReadRow> {
    const { actor, input } = call
    const { readsNeedApproval: needsApproval } = await instance.read()
    let tell: Tell = () => {}
    const answer = await call.change(async (tx, record) => {
      await check(tx)
      const id = await store.insertRead(tx, { about, ...input, reader: actor, needsApproval })
      const row = await lock(tx, actor, id)
      recordRead(record, row, { before: null, after: { state: row.state, expiresAt: row.expiresAt } })
      tell = await notifications.store(tx, needsApproval ? await askApprovers(tx, row) : tellPerson(row))
      return row
    })
    tell()
    return answer
  }

  const tellReader = (row: store.ReadRow): Notice => ({
    kind: 'ReadApproved',
    userId: row.readerId,
    ...(row.userId === null ? {} : { about: row.userId }),
    params: { personName: row.personName, ...visiting(row) },
    path: `/admin/conversationReads/${row.conversationReadId}`,
  })

  return {
    async open(call) {
      const { userId } = call.params
      if (userId === call.actor.userId) throw new AppError('conversationRead.own')
      return opening(call, { userId }, async (tx) => {
        if (!(await store.findPerson(tx, call.actor, userId))) throw new AppError('user.notFound')
      })
    },
    openOfVisitor: (call) =>
      opening(call, call.params, async (tx) => {
        if (!(await store.isVisitor(tx, call.params.sessionIdentifier)))
          throw new AppError('conversationRead.noVisitor')
      }),
    listVisitors: ({ input: { gptSystemId = null, after = null } }) =>
      store.readVisitors(db, { gptSystemId, after }),
    list: async ({ actor }) => ({
      items: await store.listReads(db, actor),
      needsApproval: (await instance.read()).readsNeedApproval,
    }),
    async approve(call) {
      const { actor, params } = call
      let tell: Tell = () => {}
      const answer = await call.change(async (tx, record) => {
        const row = await lock(tx, actor, params.conversationReadId)
        if (actor.userId === row.readerId || actor.userId === row.userId)
          throw new AppError('conversationRead.approver')
        if (row.state !== 'Waiting') throw new AppError('conversationRead.decided')
        await store.approve(tx, actor, row.conversationReadId)
        const approved = await lock(tx, actor, row.conversationReadId)
        const change = { before: { state: row.state }, after: { state: approved.state } }
        recordRead(record, approved, change)
        await withdrawNotices(tx, topicOf(row.conversationReadId))
        tell = await notifications.store(tx, [...tellPerson(approved), tellReader(approved)])
        return approved
      })
      tell()
      return answer
    },
    close: (call) =>
      call.change(async (tx, record) => {
        const row = await lock(tx, call.actor, call.params.conversationReadId)
        if (row.readerId !== call.actor.userId) throw new AppError('conversationRead.notFound')
        if (row.state === 'Ended') throw new AppError('conversationRead.ended')
        await store.end(tx, call.actor, row.conversationReadId)
        await withdrawNotices(tx, topicOf(row.conversationReadId))
        const ended = await lock(tx, call.actor, row.conversationReadId)
        recordRead(record, ended, { before: { state: row.state }, after: { state: ended.state } })
        return ended
      }),
    listConversations: ({ actor, params, input: { after = null, search } }) =>
      database.transaction(async (tx) =>
        store.readConversations(tx, await openOf(tx, { actor, params }), { after, search }),
      ),
    openConversation: (call) =>
      call.change(async (tx, record) => {
        const row = await openOf(tx, call)
        const found = await store.readConversation(tx, row, call.params.conversationId)
        if (!found) throw new AppError('conversation.notFound')
        await store.insertOpening(tx, row, found)
        recordRead(record, row, { before: {}, after: { conversationId: found.conversationId } })
        return found
      }),
    listConversationReads: async ({ actor }) => ({ items: await store.listReadsOf(db, actor) }),
  }

  async function askApprovers(tx: Sql, row: store.ReadRow): Promise<Notice[]> {
    const holders = await readHolders(tx, 'UserConversationsRead', MOST_APPROVERS)
    return holders
      .filter((userId) => userId !== row.readerId && userId !== row.userId)
      .map((userId) => ({
        kind: 'ReadWaits' as const,
        userId,
        ...(row.userId === null ? {} : { about: row.userId }),
        params: {
          readerName: row.readerName,
          personName: row.personName,
          reason: row.reason,
          ...visiting(row),
        },
        path: '/admin/conversationReads',
        topic: { name: topicOf(row.conversationReadId) },
      }))
  }
}

/** The log says who read whom and what, but not the titles, which are part of what was read. */
function recordRead(
  record: RecordChange,
  row: store.ReadRow,
  { before, after }: { before: Record<string, unknown> | null; after: Record<string, unknown> },
): void {
  record({
    entityType: 'ConversationRead',
    entityId: row.conversationReadId,
    entityName: row.personName,
    before,
    after: { ...after, ...(before === null ? whoseOf(row) : {}) },
    reason: row.reason,
  })
}

const whoseOf = ({ userId, sessionIdentifier }: store.ReadRow) =>
  userId === null ? { sessionIdentifier } : { userId }

const visiting = ({ userId }: store.ReadRow) => (userId === null ? { ofVisitor: true } : {})
