import { useFeltWait } from '../../ui/admin/useFeltWait.ts'
import { uiTexts } from '../../ui/lang/en.ts'

const rows = [62, 44, 71, 52]

export function RowsSkeleton() {
  const t = uiTexts.useText()
  if (!useFeltWait()) return null
  return (
    <div className="card rows-skeleton" role="status" aria-label={t('loading')}>
      {rows.map((percent) => (
        <span key={percent} className="sk" style={{ inlineSize: `${percent}%` }} />
      ))}
    </div>
  )
}
