import type { ErrorCode } from '@parlance/contract/errors'
import { focusComposer } from '../chat/data/focusComposer.ts'
import type { ShownSegment } from '../chatModel/branch.ts'
import { type NamedAgent, otherAgentOf } from '../chatModel/otherAgent.ts'
import { type Brought, withoutOf } from '../chatModel/stream/ChatStream.ts'
import type { ShownChat } from './useThread.ts'

/**
 * The same question once more: a stored one gets another answer beside the first, one that was not stored is sent again.
 * One answer at a time: answers whether it asked. Who answered it answers again, or whom it is put to now (`by`).
 */
export function again(page: ShownChat, segment: ShownSegment, by?: NamedAgent): boolean {
  if (page.stream.answering) return false
  if (segment.conversationSegmentId !== null) {
    if (!askInstead(page, segment, segment.question, { by })) return false
  } else void page.stream.tryAgain(page.deployment.sent)
  // What was pressed went with its turn. On a touch screen the focus would bring the keyboard over the answer.
  if (matchMedia('(pointer: fine)').matches) focusComposer()
  return true
}

/** What a question was refused for, and can be asked without; null where leaving something behind would not help. */
export function refusedFor({ errors, visionImages, attachments }: ShownSegment): Brought | null {
  const code = errors.at(-1)?.code ?? ''
  if (forImages.has(code) && visionImages.length > 0) return 'images'
  return forAttachments.has(code) && attachments.length > 0 ? 'attachments' : null
}
// A provider says of a model that reads text alone no more than that it refuses the request.
const forImages = new Set<string>([
  'conversation.cannotSee',
  'visionImage.notSendable',
  'engine.refused',
] satisfies ErrorCode[])
const forAttachments = new Set<string>(['attachment.notFound', 'attachment.sent'] satisfies ErrorCode[])

/** The same question without its images or its files. */
export function askWithout(page: ShownChat, segment: ShownSegment, brought: Brought): void {
  if (page.stream.answering) return
  if (segment.conversationSegmentId === null) void page.stream.askWithout(brought)
  else askInstead(page, segment, segment.question, { without: brought })
  if (matchMedia('(pointer: fine)').matches) focusComposer()
}

/** Another question in the place of this one: both stay, and one goes from the one to the other. Answers whether it asked. */
export function askInstead(
  { stream, conversation, agent, address, deployment }: ShownChat,
  segment: ShownSegment,
  question: string,
  { without, by }: { without?: Brought; by?: NamedAgent | undefined } = {},
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
    // The same question shows the same images, as far as whoever answers it can see.
    visionImageIds:
      question === segment.question ? [] : segment.visionImages.map(({ visionImageId }) => visionImageId),
    // What is chosen to answer is one of the conversation's own agent's choices.
    deployment: answeredBy ? undefined : deployment.sent,
  }
  void stream.ask(without ? withoutOf(asked, without) : asked)
  return true
}
