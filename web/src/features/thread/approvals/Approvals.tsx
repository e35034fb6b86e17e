import { Suspense } from 'react'
import { loadLater } from '../../../ui/loadLater.tsx'
import type { ShownSegment } from '../../chatModel/branch.ts'

const ToolApproval = loadLater(async () => (await import('./ToolApproval.tsx')).ToolApproval)

/** The decisions for which a live answer waits. */
export function Approvals({
  segment,
  conversationId,
}: {
  segment: ShownSegment
  conversationId: string | null
}) {
  const { conversationSegmentId, steps } = segment
  if (!conversationId || !conversationSegmentId) return null
  return steps.map(
    (step) =>
      step.state === 'AwaitingApproval' &&
      'asks' in step &&
      step.asks && (
        <Suspense key={step.id}>
          <ToolApproval
            conversationId={conversationId}
            conversationSegmentId={conversationSegmentId}
            toolCallId={step.id}
            asks={step.asks}
          />
        </Suspense>
      ),
  )
}
