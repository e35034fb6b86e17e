import { Suspense, useEffect, useRef } from 'react'
import { useObservable } from '../../../base/useObservable.ts'
import { loadLater } from '../../../ui/loadLater.tsx'
import { closeSource, openedSource } from '../../chatModel/sources.ts'
import { closeExecutionDetails, useExecutionDetailsShown } from '../details/openDetails.ts'
import { closeDocument, openedDocument } from './openDocument.ts'

const CanvasPanel = loadLater(async () => (await import('./CanvasPanel.tsx')).default, { over: true })

/** Loads the panel when a document is first opened. It replaces other panels, and is replaced by them. */
export function CanvasHost({ conversationId }: { conversationId: string | null }) {
  const { document } = useObservable(openedDocument)
  const { source } = useObservable(openedSource)
  const details = useExecutionDetailsShown()
  const isOther = document !== null && document.conversationId !== conversationId
  const others = source !== null || details
  const before = useRef({ document, others })
  useEffect(() => {
    const wasOpen = before.current.document !== null
    before.current = { document, others }
    if (!document || !others) return
    if (wasOpen) closeDocument()
    else {
      closeSource()
      closeExecutionDetails()
    }
  }, [document, others])
  useEffect(() => {
    if (isOther) closeDocument()
  }, [isOther])
  useEffect(() => closeDocument, [])
  if (!document || isOther) return null
  return (
    <Suspense>
      <CanvasPanel document={document} />
    </Suspense>
  )
}
