import type { ShownSegment } from './branch.ts'
import { focusComposer } from './focusComposer.ts'
import type { ShownChat } from './useThread.ts'

/**
 * The same question once more: a stored one gets another answer beside the first, one that was not stored is sent again.
 * One answer at a time: answers whether it asked.
 */
export function again(page: ShownChat, segment: ShownSegment): boolean {
  if (page.stream.answering) return false
  if (segment.conversationSegmentId !== null) {
    if (!askInstead(page, segment, segment.question)) return false
  } else void page.stream.tryAgain(page.deployment.sent)
  // What was pressed went with its turn. On a touch screen the focus would bring the keyboard over the answer.
  if (matchMedia('(pointer: fine)').matches) focusComposer()
  return true
}

/** Another question in the place of this one: both stay, and one goes from the one to the other. Answers whether it asked. */
export function askInstead(
  { stream, conversation, agent, address, deployment }: ShownChat,
  segment: ShownSegment,
  question: string,
): boolean {
  const gptSystemId = conversation?.gptSystem.gptSystemId ?? agent.current?.gptSystemId
  if (stream.answering || !(gptSystemId || address.conversationId)) return false
  void stream.ask({
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
    deployment: deployment.sent,
  })
  return true
}
