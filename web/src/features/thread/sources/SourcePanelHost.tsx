import { Suspense, useEffect, useRef } from 'react'
import { useObservable } from '../../../base/useObservable.ts'
import { loadLater } from '../../../ui/loadLater.tsx'
import { closeSource, openedSource } from '../../chatModel/sources.ts'
import { closeExecutionDetails, useExecutionDetailsShown } from '../details/openDetails.ts'

const SourcePanel = loadLater(async () => (await import('./SourcePanel.tsx')).default, { over: true })

/** Loads the panel when it is first opened. There is a single panel, which shows the source opened last. */
export function SourcePanelHost() {
  const { source } = useObservable(openedSource)
  const details = useExecutionDetailsShown()
  const before = useRef({ source, details })
  useEffect(() => {
    if (source !== null && details) {
      if (before.current.details) closeExecutionDetails()
      else closeSource()
    }
    before.current = { source, details }
  }, [source, details])
  useEffect(() => closeSource, [])
  if (!source) return null
  return (
    <Suspense>
      <SourcePanel source={source} />
    </Suspense>
  )
}
