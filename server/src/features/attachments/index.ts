import type { Readable } from 'node:stream'
import { attachments as contract } from '@parlance/contract/attachments'
import type { ErrorCode } from '@parlance/contract/errors'
import { limits } from '@parlance/contract/limits'
import type { publicAttachments } from '@parlance/contract/publicAttachments'
import type { Actor } from '../../platform/access/actor.ts'
import type { Sql } from '../../platform/database/database.ts'
import { inSlices, removedAtOnce } from '../../platform/database/slices.ts'
import { AppError } from '../../platform/errors.ts'
import { type Handlers, serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FileState, Knowledge } from '../knowledge/index.ts'
import { ofAttachments } from './personalDataStore.ts'
import { createAttachmentsService } from './service.ts'
import * as store from './store.ts'

export { sentWith } from './store.ts'

export interface SentAttachment {
  attachmentId: string
  originalFileName: string
}

export interface ReadAttachment extends SentAttachment {
  state: FileState
  reason: ErrorCode | null
  /** Its ID in the index; null if the attachment is stored but not searched. */
  libraryId: number | null
  dataSourceId: string
  passages: number
}

export interface Attachments {
  /** The calls for the attachments of visitors. The caller checks the page. */
  ofVisitors: Handlers<typeof publicAttachments>
  /**
   * Binds the user's unsent attachments to a question, in the question's transaction, and returns them. Throws
   * request.invalid naming attachmentIds for unknown, foreign, sent, or more than 20 attachments.
   */
  bind(
    tx: Sql,
    actor: Actor,
    question: { conversationId: string; segmentId: string; attachmentIds: readonly string[] },
  ): Promise<SentAttachment[]>
  /**
   * Waits until these are processed or failed, for up to 30 s. The caller has checked that the user can read
   * them.
   */
  whenRead(attachmentIds: readonly string[], signal: AbortSignal): Promise<ReadAttachment[]>
  /** Returns the bytes of attachments, in this order. The caller has checked that the user can read them. */
  filesOf(attachmentIds: readonly string[]): Promise<AttachedFile[]>
  /** The same of all attachments of a conversation, the oldest first. */
  filesIn(conversationId: string): Promise<AttachedFile[]>
  /**
   * Whether the source is an attachment of this conversation. The caller has checked that the conversation is
   * the actor's.
   */
  belongsTo(db: Sql, conversationId: string, dataSourceId: string): Promise<boolean>
  /** Deletes the unsent attachments of a visitor's session. */
  removeUnsentOf(tx: Sql, sessionIdentifier: string): Promise<void>
}

/** A file that a person attached, with its bytes. */
interface AttachedFile {
  fileId: string
  name: string
  size: number
  wasWritten: false
  read(): Readable
}

const READ_WAIT_MS = 30_000

/** Files that users attach to a conversation. Each is searched only there and accessible only to its owner. */
export function attachmentsFeature(platform: Platform, { knowledge }: { knowledge: Knowledge }): Attachments {
  const { database } = platform
  const own = createAttachmentsService(platform, knowledge)
  serve(platform, contract, own)
  platform.jobs.schedule('attachments.removeForgotten', '23 * * * *', () =>
    removeForgotten(platform, knowledge),
  )
  platform.personalData.add(ofAttachments)
  platform.erasure.add({
    columns: ['attachment.owner_user_id'],
    async erase(tx, { userId }) {
      const dataSourceIds = await store.removeOf(tx, userId, removedAtOnce.rows)
      await knowledge.attached.remove(tx, dataSourceIds)
      return dataSourceIds.length || knowledge.attached.removeEmpty(tx, userId)
    },
  })
  async function filesFor(rows: store.AttachmentRow[]): Promise<AttachedFile[]> {
    const files = await knowledge.attached.files(
      database.db,
      rows.map(({ dataSourceId }) => dataSourceId),
    )
    return rows.flatMap(({ attachmentId, originalFileName, dataSourceId }) => {
      const file = files.find((one) => one.dataSourceId === dataSourceId)
      if (!file) return []
      const { size, blobKey } = file
      const read = () => platform.blobs.read(blobKey)
      return [{ fileId: attachmentId, name: originalFileName, size, wasWritten: false as const, read }]
    })
  }
  return {
    ofVisitors: {
      uploadAttachment: own.upload,
      getAttachment: own.get,
      getAttachmentBase64: own.getBase64,
      getAttachmentState: own.getState,
      removeAttachment: own.remove,
    },
    async bind(tx, actor, question) {
      const attachmentIds = [...new Set(question.attachmentIds)]
      const most = actor.visit ? limits.publicAttachmentsPerSegment : limits.attachmentsPerSegment
      const fits = attachmentIds.length <= most
      const bound = fits ? await store.bind(tx, actor, { ...question, attachmentIds }) : []
      if (bound.length === attachmentIds.length) return bound
      throw new AppError('request.invalid', {
        fields: [
          { field: 'attachmentIds', message: `Include up to ${most} of your own unsent attachments.` },
        ],
      })
    },
    async whenRead(attachmentIds, signal) {
      const rows = await store.readMany(database.db, attachmentIds)
      const ids = rows.map((row) => row.dataSourceId)
      const files = await knowledge.attached.whenRead(ids, READ_WAIT_MS, signal)
      return rows.flatMap(({ attachmentId, originalFileName, attachmentType, dataSourceId }) => {
        const file = files.find((one) => one.dataSourceId === dataSourceId)
        if (!file) return []
        const { state, reason, passages } = file
        const libraryId = attachmentType === 'FileSearch' ? file.libraryId : null
        return [{ attachmentId, originalFileName, state, reason, libraryId, dataSourceId, passages }]
      })
    },
    filesOf: async (attachmentIds) => filesFor(await store.readMany(database.db, attachmentIds)),
    filesIn: async (conversationId) => filesFor(await store.readSentIn(database.db, conversationId)),
    belongsTo: store.belongsTo,
    removeUnsentOf: async (tx, sessionIdentifier) =>
      knowledge.attached.remove(tx, await store.removeUnsentOf(tx, sessionIdentifier)),
  }
}

/** Deletes attachments that are still unsent after a day and those of deleted questions. */
async function removeForgotten(
  { database }: Pick<Platform, 'database'>,
  knowledge: Knowledge,
): Promise<void> {
  await inSlices(() =>
    database.transaction(async (tx) => {
      const dataSourceIds = await store.removeForgotten(tx, removedAtOnce.rows)
      await knowledge.attached.remove(tx, dataSourceIds)
      return dataSourceIds.length
    }),
  )
  knowledge.wake()
}
