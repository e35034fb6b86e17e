import { type ErrorCode, errors } from '@parlance/contract/errors'
import { limits } from '@parlance/contract/limits'
import { chatCallOf, type Within } from '../../../api/chatCalls.ts'
import { paths } from '../../../api/paths.ts'
import { type Upload as QueuedUpload, UploadQueue } from '../../../api/uploadQueue.ts'
import { ApiError } from '../../../transport/apiError.ts'
import {
  type Attachment,
  type AttachmentType,
  attachmentCall,
  attachmentLimits,
  type SentImage,
  type UploadedFile,
} from '../../chatModel/attachments/api.ts'
import { keepDraftFiles, readDraftFiles } from '../../chatModel/drafts.ts'
import { hasReadableText, isImage } from './isImage.ts'

interface Target {
  draftOf: string
  attachmentType: AttachmentType | 'Vision'
  /** The chat that the file is uploaded to. */
  chat: Within
  place: number
}
export type Upload = QueuedUpload<Target>

/** The types that are uploaded. Importing the contract's list would add its schemas to the bundle. */
const uploadedTypes: readonly string[] = ['FileSearch', 'CodeInterpreter'] satisfies AttachmentType[]

/** Uploaded files by attachment ID, which a retry sends again while the page is open. */
const atHand = new Map<string, File>()
const listeners = new Set<(file: UploadedFile) => void>()

const queue = new UploadQueue<Target>({
  call: ({ attachmentType, chat }) => {
    if (attachmentType === 'Vision') return chatCallOf('uploadVisionImage', chat)
    const [method, path] = paths[attachmentCall(chat, 'upload')]
    return { method, path, query: { attachmentType, context: 'Conversation' } }
  },
  arrived: ({ target: { draftOf, place, attachmentType } }, answer, file) => {
    const uploaded =
      attachmentType === 'Vision'
        ? { ...imageOf(answer as SentImage, file), draftOf, place }
        : { ...fileOf(answer as Attachment), draftOf, place }
    atHand.set(uploaded.attachmentId, file)
    // Stored even if no composer listens, because the user can be on another screen by now.
    keepDraftFiles(draftOf, [...readDraftFiles(draftOf), uploaded])
    for (const listener of listeners) listener(uploaded)
  },
  isOnlyCopy: ({ target }) => pasted.has(target.place),
})

const fileOf = ({ attachmentId, originalFileName, size, state, progress, reason }: Attachment) => ({
  attachmentId,
  originalFileName,
  size,
  state,
  progress,
  reason,
})

/** An image is ready immediately, because it is re-encoded during the upload. */
function imageOf(
  { visionImageId, blobFileName, thumbnailBlobFileName, width, height }: SentImage,
  { name, size }: File,
) {
  const image = { visionImageId, blobFileName, thumbnailBlobFileName, width, height }
  const read = { state: 'Ready', progress: 100, reason: null } as const
  return { attachmentId: visionImageId, originalFileName: name, size, ...read, image }
}

export const { uploads } = queue

export function onUploaded(listener: (file: UploadedFile) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How many refused files of a selection are listed with the reason. Others are only counted. */
const REFUSED_SHOWN = 5

let lastPlace = Date.now()

/** How a draft handles images. */
export interface Images {
  /** Whether the agent can read them, or the server their text. */
  seen: boolean | 'TextOnly'
  /** How many more images the question can have. */
  room: number
  /** Only images can be attached. */
  isOnly?: boolean
  /** Why they can’t be read, if not because of the agent. */
  refusedAs?: ErrorCode | undefined
}
const unseen: Images = { seen: false, room: 0 }

/**
 * Queues at most `room` files for a draft and returns the ones that didn't fit. Only the two types that agents
 * support are uploaded. Others are ignored. Files that the server would reject fail here.
 */
export function attachFiles(
  { draftOf, chat }: Pick<Target, 'draftOf' | 'chat'>,
  files: readonly File[],
  attachmentType: string,
  room: number,
  { seen, room: imageRoom, isOnly = false, refusedAs }: Images = unseen,
): File[] {
  if (!uploadedTypes.includes(attachmentType)) return []
  let taken = 0
  let refusedHere = 0
  let images = 0
  const left: File[] = []
  for (const file of files) {
    const type: Target['attachmentType'] =
      isImage(file) && seen === true ? 'Vision' : (attachmentType as AttachmentType)
    const isUnseen = isImage(file) && type === 'FileSearch' && !(seen === 'TextOnly' && hasReadableText(file))
    const code =
      (isUnseen ? (refusedAs ?? 'conversation.cannotSee') : undefined) ??
      (isOnly && type !== 'Vision' ? 'image.kind' : refusal(file, type, chat))
    // A folder can contain thousands of files that can't be sent. Some show why.
    const isOneTooMany = code ? ++refusedHere > REFUSED_SHOWN : taken >= room
    if (isOneTooMany || (!code && type === 'Vision' && images >= imageRoom)) {
      left.push(file)
      continue
    }
    if (!code) taken++
    if (!code && type === 'Vision') images++
    const target = { draftOf, attachmentType: type, chat, place: ++lastPlace }
    queue.add(target, [{ file, refused: code && refused(code) }])
  }
  return left
}

/** Pasted texts that became files, by the file's place, while they wait in a draft of this page. */
const pasted = new Map<number, string>()
export const pastedAt = (place: number): string | null => pasted.get(place) ?? null
export const forgetPasted = (place: number): boolean => pasted.delete(place)

/** Attaches a text to the question as a file. */
export function attachText(
  { draftOf, chat }: Pick<Target, 'draftOf' | 'chat'>,
  text: string,
  name: string,
): void {
  const file = new File([text], name, { type: 'text/plain' })
  const code = refusal(file, 'FileSearch', chat)
  const place = ++lastPlace
  pasted.set(place, text)
  const target: Target = { draftOf, attachmentType: 'FileSearch', chat, place }
  queue.add(target, [{ file, refused: code && refused(code) }])
}

/**
 * File types without searchable content. For all others, the server decides by content. Browsers take TypeScript for video
 * (MP2T), by its extension.
 */
const unsearchable =
  /^(video(?!\/(mp2t|vnd\.dlna\.mpeg-tts)$)|audio|font)\/|^application\/(zip|gzip|x-tar|x-7z-compressed|vnd\.rar)$/

function refusal(file: File, attachmentType: AttachmentType | 'Vision', chat: Within): ErrorCode | undefined {
  if (file.size === 0) return 'file.empty'
  if (attachmentType === 'Vision')
    return file.size > limits.visionImageBytes ? 'visionImage.tooLarge' : undefined
  const { bytes, tooLarge } = attachmentLimits(chat)
  if (file.size > bytes) return tooLarge
  return attachmentType === 'FileSearch' && unsearchable.test(file.type) ? 'file.kind' : undefined
}

function refused(code: ErrorCode): ApiError {
  const [status, title] = errors[code]
  return new ApiError({
    status,
    data: { type: 'about:blank', title, status, code, requestId: '' },
    requestId: '',
  })
}

export const cancelUpload = (uploadId: string): void => queue.cancel(uploadId)
export const retryUpload = (uploadId: string): void => queue.retry(uploadId)

/**
 * Discards failed uploads when the question is sent without them. A pasted text stays, because it can be the
 * only copy.
 */
export const dismissFailed = (draftOf: string): void =>
  queue.cancelAll(
    ({ target, state }) => target.draftOf === draftOf && state === 'Failed' && !pasted.has(target.place),
  )

export const moveUploads = (from: string, to: string): void =>
  queue.retarget((target) => (target.draftOf === from ? { ...target, draftOf: to } : target))

/** Whether a file that couldn't be read can be uploaded again. */
export const isAtHand = (attachmentId: string): boolean => atHand.has(attachmentId)
export const forget = (attachmentId: string): boolean => atHand.delete(attachmentId)

/** Uploads a file that couldn't be read again, in the same position. */
export function uploadAgain(chat: Within, { attachmentId, draftOf, place }: UploadedFile): void {
  const file = atHand.get(attachmentId)
  if (!file) return
  forget(attachmentId)
  queue.add({ draftOf, attachmentType: 'FileSearch', chat, place }, [{ file }])
}
