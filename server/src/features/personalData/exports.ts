import { limits } from '@parlance/contract/limits'
import type { personalData as contract } from '@parlance/contract/personalData'
import type { Actor } from '../../platform/access/actor.ts'
import { readHolders } from '../../platform/access/holders.ts'
import type { RecordChange } from '../../platform/audit/audit.ts'
import { isUniqueViolation, type Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { FileAnswer } from '../../platform/http/files.ts'
import type { Handlers } from '../../platform/http/serve.ts'
import { type Notice, type Tell, withdrawNotices } from '../../platform/notifications/notifications.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import type { Users } from '../users/index.ts'
import type { Builder } from './builder.ts'
import { fileNameOf } from './contents/fileNameOf.ts'
import * as store from './store.ts'

const MOST_APPROVERS = 100
const DAY = 10
const REMOVED_AT_ONCE = 100
const topicOf = (id: string) => `data export ${id}`

interface Needs {
  instance: Pick<CurrentInstance, 'read'>
  users: Pick<Users, 'requireAbove'>
  builder: Builder
}

type OfExports =
  | 'createOwnExport'
  | 'listOwnExports'
  | 'getOwnExport'
  | 'downloadOwnExport'
  | 'createExport'
  | 'listExports'
  | 'getExport'
  | 'approveExport'
  | 'downloadExport'

/** Exports of what is stored about someone: for the person, and for others only as far as they could read it. */
export function createExports(
  { blobs, database, notifications }: Pick<Platform, 'blobs' | 'database' | 'notifications'>,
  { instance, users, builder }: Needs,
): Handlers<Pick<typeof contract, OfExports>> {
  const { db } = database

  const found = (row: store.ExportRow | null): store.ExportRow => {
    if (!row) throw new AppError('dataExport.notFound')
    return row
  }
  const oneRunning = (cause: unknown): never => {
    if (!isUniqueViolation(cause, 'one_running_data_export')) throw cause
    throw new AppError('dataExport.running', { cause })
  }

  /** Refuses exports that can't be downloaded now. */
  function requireFile({ state }: store.ExportRow): void {
    if (state === 'Expired') throw new AppError('dataExport.expired')
    if (state === 'Failed') throw new AppError('dataExport.failed')
    if (state !== 'Ready') throw new AppError('dataExport.notReady')
  }

  async function fileOf({ dataExportId, personName, createdAt }: store.ExportRow): Promise<FileAnswer> {
    const key = await store.readBlobKey(db, dataExportId)
    if (key === null) throw new AppError('dataExport.expired')
    const name = `${fileNameOf(`personal-data ${personName}`)} ${createdAt.slice(0, DAY)}.zip`
    return { name, size: await blobs.sizeOf(key), bytes: blobs.read(key) }
  }

  const oneOf = async (
    tx: Sql,
    actor: Actor,
    params: { userId: string; dataExportId: string },
  ): Promise<store.ExportRow> => {
    // What is about oneself is under one's own account, where it needs no approval.
    if (params.userId === actor.userId) throw new AppError('dataExport.own')
    return found(await store.findExportOf(tx, actor, params))
  }

  async function askApprovers(tx: Sql, row: store.ExportRow): Promise<Notice[]> {
    const holders = await readHolders(tx, 'UserConversationsRead', MOST_APPROVERS)
    return holders
      .filter((userId) => userId !== row.requestedBy && userId !== row.userId)
      .map((userId) => ({
        kind: 'DataExportWaits' as const,
        userId,
        about: row.userId,
        params: {
          requesterName: row.requesterName,
          personName: row.personName,
          reason: row.reason ?? '',
        },
        path: `/admin/user/dataExports/${row.userId}`,
        topic: { name: topicOf(row.dataExportId) },
      }))
  }

  return {
    async createOwnExport(call) {
      if (!(await instance.read()).dataExportsAllowed) throw new AppError('dataExport.off')
      const row = await call
        .change(async (tx) => {
          if ((await store.lockOwnStarted(tx, call.actor)) >= limits.dataExportsPerDay)
            throw new AppError('dataExport.tooMany')
          const { userId } = call.actor
          const { language } = call.input
          const id = await store.insertExport(tx, call.actor, {
            userId,
            reason: null,
            language,
            needsApproval: false,
          })
          return found(await store.findOwnExport(tx, call.actor, id))
        })
        .catch(oneRunning)
      builder.wake()
      return row
    },
    listOwnExports: async ({ actor }) => ({
      items: await store.listOwnExports(db, actor),
      allowed: (await instance.read()).dataExportsAllowed,
    }),
    getOwnExport: async ({ actor, params }) =>
      found(await store.findOwnExport(db, actor, params.dataExportId)),
    async downloadOwnExport({ actor, params }) {
      const row = found(await store.findOwnExport(db, actor, params.dataExportId))
      requireFile(row)
      return fileOf(row)
    },
    async createExport(call) {
      const { actor, params, input } = call
      if (params.userId === actor.userId) throw new AppError('dataExport.own')
      const { readsNeedApproval: needsApproval } = await instance.read()
      let tell: Tell = () => {}
      const answer = await call
        .change(async (tx, record) => {
          const person = await store.readSubject(tx, params.userId)
          if (!person) throw new AppError('user.notFound')
          await users.requireAbove(tx, actor, person.userId, true)
          const { reason, language = null } = input
          const id = await store.insertExport(tx, actor, {
            userId: person.userId,
            reason,
            language,
            needsApproval,
          })
          const row = found(await store.findExportOf(tx, actor, { userId: person.userId, dataExportId: id }))
          recordExport(record, row, { before: null, after: { approval: row.approval } })
          const told: Notice = {
            kind: 'DataExportRequested',
            userId: person.userId,
            about: actor.userId,
            params: { personName: actor.name, reason },
            path: '/admin/user/account#personalData',
          }
          tell = await notifications.store(tx, [told, ...(needsApproval ? await askApprovers(tx, row) : [])])
          return row
        })
        .catch(oneRunning)
      tell()
      builder.wake()
      return answer
    },
    async listExports({ actor, params }) {
      if (params.userId === actor.userId) throw new AppError('dataExport.own')
      return {
        items: await store.listExportsOf(db, actor, params.userId),
        needsApproval: (await instance.read()).readsNeedApproval,
      }
    },
    getExport: ({ actor, params }) => oneOf(db, actor, params),
    async approveExport(call) {
      const { actor, params } = call
      let tell: Tell = () => {}
      const answer = await call.change(async (tx, record) => {
        await store.lockExport(tx, params.dataExportId)
        if (params.userId === actor.userId) throw new AppError('dataExport.approver')
        const row = await oneOf(tx, actor, params)
        if (row.requestedBy === actor.userId) throw new AppError('dataExport.approver')
        if (row.approval !== 'Waiting') throw new AppError('dataExport.decided')
        await store.approve(tx, actor, row.dataExportId)
        const approved = await oneOf(tx, actor, params)
        recordExport(record, approved, {
          before: { approval: row.approval },
          after: { approval: approved.approval },
        })
        await withdrawNotices(tx, topicOf(row.dataExportId))
        tell = await notifications.store(tx, [
          {
            kind: 'DataExportApproved',
            userId: row.requestedBy,
            about: row.userId,
            params: { personName: row.personName },
            path: `/admin/user/dataExports/${row.userId}`,
          },
        ])
        return approved
      })
      tell()
      return answer
    },
    async downloadExport(call) {
      const { actor, params } = call
      const row = await call.change(async (tx, record) => {
        const one = await oneOf(tx, actor, params)
        // The zip contains conversations, so it is for the one who gave the reason, like a permission to read.
        if (one.requestedBy !== actor.userId) throw new AppError('dataExport.notFound')
        if (one.approval === 'Waiting') throw new AppError('dataExport.waiting')
        requireFile(one)
        await store.markDownloaded(tx, one.dataExportId)
        recordExport(record, one, { before: {}, after: { size: one.size } })
        return one
      })
      return fileOf(row)
    },
  }
}

function recordExport(
  record: RecordChange,
  row: store.ExportRow,
  { before, after }: { before: Record<string, unknown> | null; after: Record<string, unknown> },
): void {
  record({
    entityType: 'DataExport',
    entityId: row.dataExportId,
    entityName: row.personName,
    before,
    after: { ...after, ...(before === null ? { userId: row.userId } : {}) },
    ...(row.reason === null ? {} : { reason: row.reason }),
  })
}

/** Deletes the bytes of exports whose time is over, and rows from long ago. */
export async function removeExpired({
  blobs,
  database,
}: Pick<Platform, 'blobs' | 'database'>): Promise<void> {
  for (;;) {
    const expired = await store.expire(database.db, REMOVED_AT_ONCE)
    for (const { dataExportId, key } of expired) {
      await blobs.remove(key)
      await store.forgetBlob(database.db, dataExportId)
    }
    if (expired.length < REMOVED_AT_ONCE) break
  }
  while ((await database.transaction(store.removeOldExports)) > 0);
}
