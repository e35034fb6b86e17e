import type { ShownSegment } from './branch.ts'
import { focusComposer } from './focusComposer.ts'
import type { ChatPageState } from './useChatPage.ts'

/** The same question once more: a stored one gets another answer beside the first, one that was not stored is sent again. */
export function again(page: ChatPageState, segment: ShownSegment): void {
  if (page.stream.answering) return
  if (segment.conversationSegmentId === null) void page.stream.tryAgain()
  else askInstead(page, segment, segment.question)
  // What was pressed went with its turn. On a touch screen the focus would bring the keyboard over the answer.
  if (matchMedia('(pointer: fine)').matches) focusComposer()
}

/** Another question in the place of one: both stay, and one goes from the one to the other. */
export function askInstead(
  { stream, conversation, agent, address }: ChatPageState,
  segment: ShownSegment,
  question: string,
): void {
  const gptSystemId = conversation?.gptSystem.gptSystemId ?? agent.current?.gptSystemId
  if (stream.answering || !(gptSystemId || address.conversationId)) return
  void stream.ask({
    gptSystemId: gptSystemId ?? '',
    conversationId: address.conversationId,
    question,
    parentSegmentId: segment.parentSegmentId,
    attachments: segment.attachments,
    attachmentIds: segment.attachments.map(({ attachmentId }) => attachmentId),
  })
}
