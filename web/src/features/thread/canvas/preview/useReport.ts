import { useMemo } from 'react'
import { conversationsApi } from '../../../chatModel/api.ts'
import { useWithin } from '../../../chatModel/chatFamily.ts'
import type { Segment } from '../../../chatModel/segments.ts'
import type { CanvasDocument } from '../data/api.ts'

export interface Report {
  conversationId: string
  segment: Segment
}

/** Returns the answer whose research wrote a document; null if none did. The numbers in the report are its sources. */
export function useReport({ conversationId, documentId, versions }: CanvasDocument): Report | null {
  const within = useWithin()
  // The newest is first, and the oldest always stays.
  const written = versions.at(-1)?.segmentId ?? null
  const { currentData } = conversationsApi.useListSegmentsQuery(
    { conversationId, ids: written ?? '', ...within },
    { skip: written === null },
  )
  return useMemo(() => {
    const segment = currentData?.items.find((one) => one.conversationSegmentId === written)
    const isReport = segment?.steps.some(
      ({ id, document }) => id === 'research-report' && document?.documentId === documentId,
    )
    return segment && isReport ? { conversationId, segment } : null
  }, [currentData, written, conversationId, documentId])
}
