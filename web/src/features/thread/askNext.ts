import type { Sent } from '../chatModel/attachments/api.ts'
import type { NamedAgent } from '../chatModel/otherAgent.ts'
import type { ShownChat } from './useThread.ts'

/** Asks the next question in the shown conversation, of its agent or another one. */
export function askNext(
  { address, agent, conversation, deployment, shown, stream, temporary = false }: ShownChat,
  question: string,
  { attachments, images }: Sent = { attachments: [], images: [] },
  answeredBy: NamedAgent | null = null,
): void {
  const gptSystemId = conversation?.gptSystem.gptSystemId ?? agent.current?.gptSystemId
  if (!gptSystemId && !address.conversationId) return
  // A rejected question isn't stored, so the next one doesn't continue from it.
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
