import type { attachments } from '@parlance/contract/attachments'
import type { Answer, Input } from '@parlance/contract/endpoint'
import { limits } from '@parlance/contract/limits'
import { v7 as uuid } from 'uuid'
import type { Actor, Visit } from '../../platform/access/actor.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call, Upload } from '../../platform/http/call.ts'
import { Base64Answer, type FileAnswer } from '../../platform/http/files.ts'
import type { Platform } from '../../platform/platform.ts'
import { type AttachedFile, imageTypeOf, type Knowledge } from '../knowledge/index.ts'
import * as store from './store.ts'

/** An upload by a user or a visitor. */
type Uploading = Pick<Call<typeof attachments.upload>, 'actor' | 'upload' | 'change'> & {
  input: Input<typeof attachments.upload>
}
interface Naming {
  actor: Actor
  params: { attachmentId: string }
}
type Shown = Answer<typeof attachments.upload>

/** Those of a question that is being sent while the next one is written. */
const MOST_UNSENT_OF_VISITOR = 2 * limits.publicAttachmentsPerSegment

/** The calls for attachments, which do the same for users and for visitors. */
export function createAttachmentsService(platform: Platform, knowledge: Knowledge) {
  const { database, blobs } = platform

  /** Returns the user's own attachment with its file; a deleted attachment is not found. */
  async function own(actor: Actor, attachmentId: string) {
    const attachment = await store.findOwn(database.db, actor, attachmentId)
    const [file] = attachment ? await knowledge.attached.files(database.db, [attachment.dataSourceId]) : []
    if (!attachment || !file) throw new AppError('attachment.notFound')
    return { attachment, file }
  }

  async function mimeTypeOf(upload: Upload, searched: boolean, actor: Actor): Promise<string> {
    const image = searched ? imageTypeOf(upload.head) : null
    // Visitors are strangers and many, so no text is recognized for them.
    if (image && !actor.visit) {
      if (await knowledge.recognizes()) return image
      throw new AppError('conversation.cannotSee')
    }
    if (searched) return knowledge.kindOf(upload)
    // Files for the code interpreter can be of any kind.
    return knowledge.kindOf(upload).catch(() => 'application/octet-stream')
  }

  /** Visitors are strangers and many, so all their files count. */
  async function makeRoomForVisitor(tx: Sql, actor: Actor, visit: Visit, size: number): Promise<void> {
    const { unsent, bytes, ofPage } = await store.lockVisitors(tx, actor, visit)
    if (bytes + size > limits.publicAttachmentBytesOfSession) throw new AppError('publicChat.attachmentQuota')
    const isFull =
      ofPage.files >= limits.publicAttachmentsOfPage ||
      ofPage.bytes + size > limits.publicAttachmentBytesOfPage
    if (isFull && !visit.testedBy) throw new AppError('publicChat.pageAttachmentQuota')
    if (unsent >= MOST_UNSENT_OF_VISITOR)
      await knowledge.attached.remove(tx, await store.removeOldestUnsent(tx, actor))
  }

  /** Unsent files are stored for a day, so a single user must not be able to fill the disk. */
  async function makeRoom(tx: Sql, actor: Actor, size: number): Promise<void> {
    if (actor.visit) return makeRoomForVisitor(tx, actor, actor.visit, size)
    const unsent = await store.lockUnsent(tx, actor.userId)
    const files = await knowledge.attached.files(tx, unsent)
    const bytes = files.reduce((sum, file) => sum + file.size, size)
    if (unsent.length >= limits.unsentAttachments || bytes > limits.unsentAttachmentBytes)
      throw new AppError('attachment.quota')
  }

  return {
    async upload(call: Uploading): Promise<Shown> {
      const { attachmentType, context } = call.input
      const { upload, actor } = call
      refuseForAgent(context)
      if (actor.visit && upload.size > limits.publicAttachmentBytes)
        throw new AppError('publicChat.attachmentTooLarge')
      if (upload.size > limits.attachmentBytes) throw new AppError('attachment.tooLarge')
      const searched = attachmentType === 'FileSearch'
      const mimeType = await mimeTypeOf(upload, searched, actor)
      const answer = await call.change(async (tx) => {
        await makeRoom(tx, actor, upload.size)
        const file = await knowledge.attached.create(tx, {
          upload,
          mimeType,
          uploadedBy: actor.visit ? null : actor.userId,
          searched,
        })
        const attachment = {
          attachmentId: uuid(),
          originalFileName: upload.name,
          attachmentType,
          context,
          dataSourceId: file.dataSourceId,
        }
        await store.insert(tx, actor, { ...attachment, size: upload.size })
        return shown(attachment, file)
      })
      knowledge.wake()
      return answer
    },

    async get({ actor, params }: Naming): Promise<FileAnswer> {
      const { attachment, file } = await own(actor, params.attachmentId)
      return { name: attachment.originalFileName, size: file.size, bytes: blobs.read(file.blobKey) }
    },

    async getBase64({ actor, params }: Naming) {
      const { attachment, file } = await own(actor, params.attachmentId)
      const { originalFileName } = attachment
      const { mimeType, blobKey } = file
      return new Base64Answer({ originalFileName, mimeType }, 'base64Content', blobs.read(blobKey))
    },

    async getState({ actor, params }: Naming) {
      const { attachment, file } = await own(actor, params.attachmentId)
      return shown(attachment, file)
    },

    async remove(call: Naming & Pick<Call<typeof attachments.remove>, 'change'>) {
      const { attachmentId } = call.params
      await call.change(async (tx) => {
        const found = await store.findOwn(tx, call.actor, attachmentId)
        if (!found) throw new AppError('attachment.notFound')
        if (!(await store.removeUnsent(tx, call.actor, attachmentId))) throw new AppError('attachment.sent')
        await knowledge.attached.remove(tx, [found.dataSourceId])
      })
      knowledge.wake()
      return {}
    },
  }
}

/** An agent's files are in file libraries, which its versions link. */
function refuseForAgent(context: Uploading['input']['context']): void {
  if (context === 'Conversation') return
  const message = 'Add files for an agent to a file library, and link the library to the agent.'
  throw new AppError('request.invalid', { fields: [{ field: 'context', message }] })
}

function shown(
  attachment: Pick<store.AttachmentRow, 'attachmentId' | 'originalFileName' | 'attachmentType' | 'context'>,
  file: AttachedFile,
): Shown {
  const { attachmentId, originalFileName, attachmentType, context } = attachment
  const { size, mimeType, state, progress, reason, pages } = file
  return {
    attachmentId,
    originalFileName,
    attachmentType,
    context,
    size,
    mimeType,
    state,
    progress,
    reason,
    pages,
  }
}
