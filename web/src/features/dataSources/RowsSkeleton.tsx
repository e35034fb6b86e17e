import { useEffect, useState } from 'react'
import { uiTexts } from '../../ui/uiTexts.ts'

/** Only a wait that is felt shows a skeleton. */
const AFTER_MS = 150
const rows = [62, 44, 71, 52]

export function RowsSkeleton() {
  const t = uiTexts.useText()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!shown) return null
  return (
    <div className="card rows-skeleton" role="status" aria-label={t('loading')}>
      {rows.map((percent) => (
        <span key={percent} className="sk" style={{ inlineSize: `${percent}%` }} />
      ))}
    </div>
  )
}
