import { LoaderCircle } from 'lucide-react'
import { useObservable } from '../../base/useObservable.ts'
import { auth } from '../../session/auth.ts'
import { frameTexts } from '../frame/lang/en.ts'

/** Covers the page while the health check reports an issue. */
export function Initializing() {
  const t = frameTexts.useText()
  const { healthCheckIssue } = useObservable(auth)
  if (!healthCheckIssue) return null
  return (
    <div className="initializing" role="status">
      <p className="row">
        <LoaderCircle size={18} className="spin" />
        {t('initializing')}
      </p>
    </div>
  )
}
