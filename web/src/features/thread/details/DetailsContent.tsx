import { useEffect, useState } from 'react'
import { LoadError } from '../../../ui/LoadError.tsx'
import { conversationsApi } from '../../chatModel/api.ts'
import type { ShownSegment } from '../../chatModel/branch.ts'
import { useWithin } from '../../chatModel/chatFamily.ts'
import { DetailsSkeleton } from './DetailsSkeleton.tsx'
import type { DetailsTab } from './detailsTabs.ts'
import { PromptTab } from './PromptTab.tsx'
import { RetrievalTab } from './RetrievalTab.tsx'
import { StepsTab } from './StepsTab.tsx'
import { TraceLogTab } from './TraceLogTab.tsx'

interface Props {
  conversationId: string
  segment: ShownSegment
  tab: DetailsTab
}

/** Each tab loads its data when it is opened. Data of an unfinished answer is loaded again when it ends. */
export function DetailsContent({ conversationId, segment, tab }: Props) {
  const ids = {
    conversationId,
    conversationSegmentId: segment.conversationSegmentId ?? '',
    ...useWithin(),
  }
  const running = segment.status === 'Pending'
  const { currentData, error, refetch } = conversationsApi.useGetExecutionDetailsQuery(ids, {
    refetchOnMountOrArgChange: true,
  })
  useAtEnd(running, refetch)
  if (error) return <LoadError error={error} retry={refetch} />
  if (!currentData) return <DetailsSkeleton />
  switch (tab) {
    case 'steps':
      return <StepsTab details={currentData} segment={segment} />
    case 'retrieval':
      return <RetrievalTab details={currentData} />
    case 'prompt':
      return <PromptTab details={currentData} />
    case 'traceLog':
      return <TraceLogTab details={currentData} ids={ids} />
  }
}

function useAtEnd(running: boolean, refetch: () => void) {
  const [before, setBefore] = useState(running)
  useEffect(() => {
    if (before === running) return
    setBefore(running)
    if (!running) refetch()
  }, [before, running, refetch])
}
