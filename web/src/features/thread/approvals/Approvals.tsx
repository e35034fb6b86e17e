import { Suspense } from 'react'
import { loadLater } from '../../../ui/loadLater.tsx'
import type { ShownSegment } from '../../chatModel/branch.ts'

const ToolApproval = loadLater(async () => (await import('./ToolApproval.tsx')).ToolApproval)
const MemoryApproval = loadLater(async () => (await import('./MemoryApproval.tsx')).MemoryApproval)

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
  return steps.map((step) => {
    if (step.state !== 'AwaitingApproval' || !('asks' in step) || !step.asks) return null
    const call = { conversationId, conversationSegmentId, toolCallId: step.id }
    return (
      <Suspense key={step.id}>
        {step.memoryId ? (
          <MemoryApproval {...call} memoryId={step.memoryId} />
        ) : (
          <ToolApproval {...call} asks={step.asks} />
        )}
      </Suspense>
    )
  })
}
