import { Suspense, useEffect } from 'react'
import { loadLater } from '../../../ui/loadLater.tsx'
import type { ShownSegment } from '../../chatModel/branch.ts'
import {
  closeExecutionDetails,
  type DetailsOpener,
  useDetailedSegment,
  useExecutionDetailsShown,
} from './openDetails.ts'

const ExecutionDetailsDrawer = loadLater(async () => (await import('./ExecutionDetailsDrawer.tsx')).default, {
  over: true,
})

interface Props {
  conversationId: string | null
  shown: ShownSegment[]
  details: DetailsOpener
}

/** Loads the drawer when it is first opened: next to the chat on large screens, over it on smaller ones. */
export function ExecutionDetailsHost({ conversationId, shown, details }: Props) {
  const open = useExecutionDetailsShown()
  const segment = useDetailedSegment(shown)
  useEffect(() => closeExecutionDetails, [])
  if (!open) return null
  return (
    <Suspense>
      <ExecutionDetailsDrawer
        conversationId={conversationId}
        segment={segment}
        latest={segment === null || segment === shown.at(-1)}
        details={details}
      />
    </Suspense>
  )
}
