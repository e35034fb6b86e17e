import type { attachments, attachmentTypes } from '@parlance/contract/attachments'
import type { conversations } from '@parlance/contract/conversations'
import { type Answer, callOf } from '../../../api/request.ts'
import { jsonOf, send } from '../../../session/http.ts'

export type Attachment = Answer<typeof attachments.getState>
export type AttachmentType = (typeof attachmentTypes)[number]

/** An image as displayed with a question. */
export type SentImage = Answer<typeof conversations.listSegments>['items'][number]['visionImages'][number]

/** The attachments and images of a question. */
export interface Sent {
  attachments: SentAttachment[]
  images: SentImage[]
}

/** A file as named in a question. */
export type SentAttachment = Pick<Attachment, 'attachmentId' | 'originalFileName'>

/** A file uploaded for a question that hasn't been sent. */
export interface UploadedFile
  extends Pick<Attachment, 'attachmentId' | 'originalFileName' | 'size' | 'state' | 'progress' | 'reason'> {
  /** The draft it belongs to: a conversation's ID, or the agent of a new conversation. */
  draftOf: string
  /** Its position among the draft's files, assigned before the upload. */
  place: number
  /** Set for images that a model looks at. The file's ID is the image's. */
  image?: SentImage
}

const arrived = (files: readonly UploadedFile[]) => files.filter(({ state }) => state !== 'Failed')

/** Returns the draft's files to send with the question for searching. */
export const uploadedFilesPrompt = (files: readonly UploadedFile[]): SentAttachment[] =>
  arrived(files).flatMap(({ attachmentId, originalFileName, image }) =>
    image ? [] : [{ attachmentId, originalFileName }],
  )

/** Returns the draft's images to send with the question. */
export const uploadedImagesPrompt = (files: readonly UploadedFile[]): SentImage[] =>
  arrived(files).flatMap(({ image }) => image ?? [])

export const getState = async (attachmentId: string, signal: AbortSignal): Promise<Attachment> =>
  jsonOf<Attachment>(await send({ ...callOf('attachments.getState', { attachmentId }), signal }))

export const remove = (attachmentId: string): Promise<unknown> =>
  send(callOf('attachments.remove', { attachmentId }))
