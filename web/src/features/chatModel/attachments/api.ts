import type { attachments, attachmentTypes } from '@parlance/contract/attachments'
import type { conversations } from '@parlance/contract/conversations'
import type { ErrorCode } from '@parlance/contract/errors'
import { limits } from '@parlance/contract/limits'
import type { Within } from '../../../api/chatCalls.ts'
import { type Answer, callOf } from '../../../api/request.ts'
import { jsonOf, send } from '../../../session/http.ts'

export type Attachment = Answer<typeof attachments.getState>
export type AttachmentType = (typeof attachmentTypes)[number]

/** An image as displayed with a question. */
export type SentImage = Answer<typeof conversations.listSegments>['items'][number]['visionImages'][number]

/** What is sent with a question besides its text. */
export interface Sent {
  attachments: SentAttachment[]
  images: SentImage[]
  /** The page of another site on which a visitor asks. */
  pageContext?: PageContext | undefined
}

/** The page of another site on which a visitor asks, as that site describes it. */
export type PageContext = NonNullable<
  Answer<typeof conversations.listSegments>['items'][number]['pageContext']
>

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

/** What can be attached to a question of a chat. */
interface AttachmentLimits {
  perQuestion: number
  bytes: number
  /** The error of a larger file. */
  tooLarge: ErrorCode
}
const ofUsers: AttachmentLimits = {
  perQuestion: limits.attachmentsPerSegment,
  bytes: limits.attachmentBytes,
  tooLarge: 'attachment.tooLarge',
}
const ofVisitors: AttachmentLimits = {
  perQuestion: limits.publicAttachmentsPerSegment,
  bytes: limits.publicAttachmentBytes,
  tooLarge: 'publicChat.attachmentTooLarge',
}
const isVisitors = ({ gptPublicEndpoint }: Within) => gptPublicEndpoint !== undefined

export const attachmentLimits = (chat: Within): AttachmentLimits => (isVisitors(chat) ? ofVisitors : ofUsers)

const calls = {
  upload: 'publicChat.uploadAttachment',
  get: 'publicChat.getAttachment',
  getState: 'publicChat.getAttachmentState',
  remove: 'publicChat.removeAttachment',
} as const

/** Returns the operation for attachments of a chat: the user's own, or a visitor's. */
export const attachmentCall = <N extends keyof typeof calls>(chat: Within, name: N) =>
  isVisitors(chat) ? calls[name] : (`attachments.${name}` as const)

export const getState = async (
  chat: Within,
  attachmentId: string,
  signal: AbortSignal,
): Promise<Attachment> =>
  jsonOf<Attachment>(await send({ ...callOf(attachmentCall(chat, 'getState'), { attachmentId }), signal }))

export const remove = (chat: Within, attachmentId: string): Promise<unknown> =>
  send(callOf(attachmentCall(chat, 'remove'), { attachmentId }))
