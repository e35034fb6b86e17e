import { Suspense } from 'react'
import { loadLater } from '../../../ui/loadLater.tsx'
import type { ShownSegment } from '../../chatModel/branch.ts'
import { useChatFamily } from '../../chatModel/chatFamily.ts'
import { useOutput } from '../AnswerSteps.tsx'
import { isCode } from './cells.ts'

const CodeCells = loadLater(async () => (await import('./CodeCells.tsx')).default)

/** The code that an answer runs or ran, if any. */
export function AnswerCode({
  segment,
  conversationId,
  isAvailable,
}: {
  segment: ShownSegment
  conversationId: string | null
  /** The agent can be asked. */
  isAvailable: boolean
}) {
  const text = useOutput(segment)
  const { runsCode } = useChatFamily()
  const { conversationSegmentId } = segment
  if (!isCode(text)) return null
  const place =
    conversationId !== null && conversationSegmentId !== null
      ? { conversationId, conversationSegmentId }
      : null
  const isRunnable = runsCode && isAvailable && segment.status !== 'Pending'
  return (
    <Suspense>
      <CodeCells text={text} place={place} isRunnable={isRunnable} />
    </Suspense>
  )
}
