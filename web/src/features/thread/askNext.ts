import type { Sent } from '../chatModel/attachments/api.ts'
import type { NamedAgent } from '../chatModel/otherAgent.ts'
import type { ShownChat } from './useThread.ts'

/** Asks the next question of what is shown, of its agent or of another one. */
export function askNext(
  { address, agent, conversation, deployment, shown, stream, temporary = false }: ShownChat,
  question: string,
  { attachments, images }: Sent = { attachments: [], images: [] },
  answeredBy: NamedAgent | null = null,
): void {
  const gptSystemId = conversation?.gptSystem.gptSystemId ?? agent.current?.gptSystemId
  if (!gptSystemId && !address.conversationId) return
  // A question that was refused was not stored: the next one does not continue from it.
  const parent = shown.findLast((segment) => segment.conversationSegmentId !== null)
  void stream.ask({
    gptSystemId: gptSystemId ?? '',
    conversationId: address.conversationId,
    answeredBy,
    question,
    parentSegmentId: parent?.conversationSegmentId ?? null,
    attachments,
    attachmentIds: attachments.map(({ attachmentId }) => attachmentId),
    images,
    visionImageIds: images.map(({ visionImageId }) => visionImageId),
    deployment: answeredBy ? undefined : deployment.sent,
    temporary,
  })
}
