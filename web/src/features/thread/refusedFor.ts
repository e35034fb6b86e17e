import type { ErrorCode } from '@parlance/contract/errors'
import type { ShownSegment } from '../chatModel/branch.ts'
import type { Brought } from '../chatModel/stream/ChatStream.ts'

/**
 * Returns what caused a question to be rejected and can be left out, or null if leaving something out wouldn't
 * help.
 */
export function refusedFor({ errors, visionImages, attachments }: ShownSegment): Brought | null {
  const code = errors.at(-1)?.code ?? ''
  if (forImages.has(code) && visionImages.length > 0) return 'images'
  return forAttachments.has(code) && attachments.length > 0 ? 'attachments' : null
}
// For a text-only model, a provider says only that it rejects the request.
const forImages = new Set<string>([
  'conversation.cannotSee',
  'conversation.imagesNotSent',
  'visionImage.notSendable',
  'engine.refused',
] satisfies ErrorCode[])
const forAttachments = new Set<string>(['attachment.notFound', 'attachment.sent'] satisfies ErrorCode[])
