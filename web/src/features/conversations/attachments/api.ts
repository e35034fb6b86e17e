import type { attachments, attachmentTypes } from '@parlance/contract/attachments'
import { jsonOf, send } from '../../../api/http.ts'
import { type Answer, callOf } from '../../../api/request.ts'

export type Attachment = Answer<typeof attachments.getState>
export type AttachmentType = (typeof attachmentTypes)[number]

/** A file as a question names it. */
export type SentAttachment = Pick<Attachment, 'attachmentId' | 'originalFileName'>

/** A file that is uploaded for a question that is not sent yet. */
export interface UploadedFile
  extends Pick<Attachment, 'attachmentId' | 'originalFileName' | 'size' | 'state' | 'progress' | 'reason'> {
  /** The draft it belongs to: a conversation's id, or a new conversation's agent. */
  draftOf: string
  /** Its place among the files of the draft, from before it was uploaded. */
  place: number
}

export const getState = async (attachmentId: string, signal: AbortSignal): Promise<Attachment> =>
  jsonOf<Attachment>(await send({ ...callOf('attachments.getState', { attachmentId }), signal }))

export const remove = (attachmentId: string): Promise<unknown> =>
  send(callOf('attachments.remove', { attachmentId }))
