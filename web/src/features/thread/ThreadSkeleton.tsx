import { useEffect, useState } from 'react'
import { conversationTexts } from '../chatModel/lang/en.ts'

const SHOWN_AFTER_MS = 150

/** Placeholder for a conversation, shown once loading takes long enough to notice. */
export function ThreadSkeleton() {
  const t = conversationTexts.useText()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="thread-scroll" aria-busy="true">
      <span className="hidden">{t('loading')}</span>
      {shown && (
        <div className="turn skeleton" aria-hidden="true">
          <span className="sk w38 end" />
          <span className="sk w86" />
          <span className="sk w72" />
          <span className="sk w80" />
          <span className="sk w30" />
          <span className="sk w66" />
        </div>
      )}
    </div>
  )
}
