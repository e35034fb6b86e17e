import type { attachments, attachmentTypes } from '@parlance/contract/attachments'
import type { conversations } from '@parlance/contract/conversations'
import { type Answer, callOf } from '../../../api/request.ts'
import { jsonOf, send } from '../../../session/http.ts'

export type Attachment = Answer<typeof attachments.getState>
export type AttachmentType = (typeof attachmentTypes)[number]

/** An image as a question shows it. */
export type SentImage = Answer<typeof conversations.listSegments>['items'][number]['visionImages'][number]

/** What goes with a question. */
export interface Sent {
  attachments: SentAttachment[]
  images: SentImage[]
}

/** A file as a question names it. */
export type SentAttachment = Pick<Attachment, 'attachmentId' | 'originalFileName'>

/** A file that is uploaded for a question that is not sent yet. */
export interface UploadedFile
  extends Pick<Attachment, 'attachmentId' | 'originalFileName' | 'size' | 'state' | 'progress' | 'reason'> {
  /** The draft it belongs to: a conversation's id, or a new conversation's agent. */
  draftOf: string
  /** Its place among the files of the draft, from before it was uploaded. */
  place: number
  /** Of an image that a model looks at, whose id is the file's. */
  image?: SentImage
}

const arrived = (files: readonly UploadedFile[]) => files.filter(({ state }) => state !== 'Failed')

/** Of the files of a draft those that go with its question to be searched. */
export const uploadedFilesPrompt = (files: readonly UploadedFile[]): SentAttachment[] =>
  arrived(files).flatMap(({ attachmentId, originalFileName, image }) =>
    image ? [] : [{ attachmentId, originalFileName }],
  )

/** And those that go with it to be looked at. */
export const uploadedImagesPrompt = (files: readonly UploadedFile[]): SentImage[] =>
  arrived(files).flatMap(({ image }) => image ?? [])

export const getState = async (attachmentId: string, signal: AbortSignal): Promise<Attachment> =>
  jsonOf<Attachment>(await send({ ...callOf('attachments.getState', { attachmentId }), signal }))

export const remove = (attachmentId: string): Promise<unknown> =>
  send(callOf('attachments.remove', { attachmentId }))
