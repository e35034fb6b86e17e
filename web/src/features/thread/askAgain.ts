import type { ErrorCode } from '@parlance/contract/errors'
import { focusComposer } from '../chat/data/focusComposer.ts'
import type { ShownSegment } from '../chatModel/branch.ts'
import { type NamedAgent, otherAgentOf } from '../chatModel/otherAgent.ts'
import { type Brought, withoutOf } from '../chatModel/stream/ChatStream.ts'
import type { ShownChat } from './useThread.ts'

/**
 * Asks the same question again. A stored question gets another answer as a new version, and one that wasn't
 * stored is sent again. Returns whether it was asked, because only one answer can run at a time. The same agent
 * answers, or the one given in `by`.
 */
export function again(page: ShownChat, segment: ShownSegment, by?: NamedAgent): boolean {
  if (page.stream.answering) return false
  if (segment.conversationSegmentId !== null) {
    if (!askInstead(page, segment, segment.question, { by })) return false
  } else void page.stream.tryAgain(page.deployment.sent)
  // The pressed button was removed with its turn. On touch screens, focusing would open the keyboard over the
  // answer.
  if (matchMedia('(pointer: fine)').matches) focusComposer()
  return true
}

/** Asks the same question again, with its files read as a whole. */
export function againOverWholeFiles(page: ShownChat, segment: ShownSegment): void {
  if (!askInstead(page, segment, segment.question, { readWhole: true })) return
  if (matchMedia('(pointer: fine)').matches) focusComposer()
}

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
  'visionImage.notSendable',
  'engine.refused',
] satisfies ErrorCode[])
const forAttachments = new Set<string>(['attachment.notFound', 'attachment.sent'] satisfies ErrorCode[])

/** Asks the same question without its images or its files. */
export function askWithout(page: ShownChat, segment: ShownSegment, brought: Brought): void {
  if (page.stream.answering) return
  if (segment.conversationSegmentId === null) void page.stream.askWithout(brought)
  else askInstead(page, segment, segment.question, { without: brought })
  if (matchMedia('(pointer: fine)').matches) focusComposer()
}

/**
 * Asks another question as a version of this one. Both stay, and the user can switch between them. Returns
 * whether it was asked.
 */
export function askInstead(
  { stream, conversation, agent, address, deployment }: ShownChat,
  segment: ShownSegment,
  question: string,
  { without, by, readWhole }: { without?: Brought; by?: NamedAgent | undefined; readWhole?: boolean } = {},
): boolean {
  const gptSystemId = conversation?.gptSystem.gptSystemId ?? agent.current?.gptSystemId
  if (stream.answering || !(gptSystemId || address.conversationId)) return false
  const wanted = by ?? otherAgentOf(segment, gptSystemId)
  const answeredBy = wanted?.gptSystemId === gptSystemId ? null : wanted
  const asked = {
    answeredBy,
    gptSystemId: gptSystemId ?? '',
    conversationId: address.conversationId,
    question,
    parentSegmentId: segment.parentSegmentId,
    attachments: segment.attachments,
    attachmentIds: segment.attachments.map(({ attachmentId }) => attachmentId),
    images: segment.visionImages,
    // Resends the images of an unchanged question, if the answering agent can read images.
    visionImageIds:
      question === segment.question ? [] : segment.visionImages.map(({ visionImageId }) => visionImageId),
    // The selected deployment belongs to the conversation's own agent.
    deployment: answeredBy ? undefined : deployment.sent,
    ...(readWhole ? { readWhole } : {}),
  }
  void stream.ask(without ? withoutOf(asked, without) : asked)
  return true
}
