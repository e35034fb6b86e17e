import { type ErrorCode, errors } from '@parlance/contract/errors'
import { limits } from '@parlance/contract/limits'
import { ApiError } from '../../../api/apiError.ts'
import { paths } from '../../../api/paths.ts'
import { type Upload as QueuedUpload, UploadQueue } from '../../../api/uploadQueue.ts'
import { keepDraftFiles, readDraftFiles } from '../drafts.ts'
import type { Attachment, AttachmentType, UploadedFile } from './api.ts'

interface Target {
  draftOf: string
  attachmentType: AttachmentType
  place: number
}
export type Upload = QueuedUpload<Target>

/** What is uploaded at all; the contract's own list would bring its schemas along. */
const uploadedTypes: readonly string[] = ['FileSearch', 'CodeInterpreter'] satisfies AttachmentType[]

/** Of files that are read no more than once: what a retry sends again while the page is open. */
const atHand = new Map<string, File>()
const listeners = new Set<(file: UploadedFile) => void>()

const queue = new UploadQueue<Target>({
  call: ({ attachmentType }) => {
    const [method, path] = paths['attachments.upload']
    return { method, path, query: { attachmentType, context: 'Conversation' } }
  },
  arrived: ({ target: { draftOf, place } }, answer, file) => {
    const { attachmentId, originalFileName, size, state, progress, reason } = answer as Attachment
    const uploaded = { attachmentId, originalFileName, size, state, progress, reason, draftOf, place }
    atHand.set(attachmentId, file)
    // Also where no composer listens, since the person has gone to another screen meanwhile.
    keepDraftFiles(draftOf, [...readDraftFiles(draftOf), uploaded])
    for (const listener of listeners) listener(uploaded)
  },
})

export const { uploads } = queue

export function onUploaded(listener: (file: UploadedFile) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let lastPlace = Date.now()

/**
 * Puts files in the queue for a draft, `room` of them at most; answers those that there was no room for. Only the two
 * types that an agent can work with are uploaded, others are ignored. What the server would refuse fails here.
 */
export function attachFiles(
  draftOf: string,
  files: readonly File[],
  attachmentType: string,
  room: number,
): File[] {
  if (!uploadedTypes.includes(attachmentType)) return []
  let taken = 0
  const left: File[] = []
  for (const file of files) {
    const code = refusal(file, attachmentType)
    if (!code && taken >= room) {
      left.push(file)
      continue
    }
    if (!code) taken++
    const target = { draftOf, attachmentType: attachmentType as AttachmentType, place: ++lastPlace }
    queue.add(target, [{ file, refused: code && refused(code) }])
  }
  return left
}

/** Kinds that hold nothing to search; of all others the server decides, by content. */
const unsearchable = /^(image|video|audio|font)\/|^application\/(zip|gzip|x-tar|x-7z-compressed|vnd\.rar)$/

function refusal(file: File, attachmentType: string): ErrorCode | undefined {
  if (file.size === 0) return 'file.empty'
  if (file.size > limits.attachmentBytes) return 'attachment.tooLarge'
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

/** What failed without being uploaded goes with the question that is sent without it. */
export const dismissFailed = (draftOf: string): void =>
  queue.cancelAll(({ target, state }) => target.draftOf === draftOf && state === 'Failed')

export const moveUploads = (from: string, to: string): void =>
  queue.retarget((target) => (target.draftOf === from ? { ...target, draftOf: to } : target))

/** Whether a file that could not be read can be sent once more. */
export const isAtHand = (attachmentId: string): boolean => atHand.has(attachmentId)
export const forget = (attachmentId: string): boolean => atHand.delete(attachmentId)

/** A file that was uploaded and could not be read, once more and in its own place. */
export function uploadAgain({ attachmentId, draftOf, place }: UploadedFile): void {
  const file = atHand.get(attachmentId)
  if (!file) return
  forget(attachmentId)
  queue.add({ draftOf, attachmentType: 'FileSearch', place }, [{ file }])
}
