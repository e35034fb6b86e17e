import { Suspense, useMemo } from 'react'
import { loadLater } from '../../../ui/loadLater.tsx'
import type { ShownSegment } from '../../chatModel/branch.ts'
import { useOutput } from '../AnswerSteps.tsx'
import { cellsOf } from './cells.ts'

const CodeCells = loadLater(async () => (await import('./CodeCells.tsx')).default)

/** The code that an answer runs or ran, if any. */
export function AnswerCode({
  segment,
  conversationId,
}: {
  segment: ShownSegment
  conversationId: string | null
}) {
  const text = useOutput(segment)
  const cells = useMemo(() => cellsOf(text), [text])
  const { conversationSegmentId } = segment
  if (!cells) return null
  const place =
    conversationId !== null && conversationSegmentId !== null
      ? { conversationId, conversationSegmentId }
      : null
  return (
    <Suspense>
      <CodeCells cells={cells} place={place} />
    </Suspense>
  )
}
