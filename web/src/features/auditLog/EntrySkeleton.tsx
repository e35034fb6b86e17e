import { useFeltWait } from '../../ui/admin/useFeltWait.ts'
import { uiTexts } from '../../ui/lang/en.ts'

/** Placeholder for an entry. */
export function EntrySkeleton() {
  const t = uiTexts.useText()
  if (!useFeltWait()) return null
  return (
    <div role="status" aria-label={t('loading')} className="audit-skeleton">
      <span className="sk" style={{ inlineSize: '50%' }} />
      <span className="sk" style={{ inlineSize: '70%' }} />
      <div className="card" />
      <div className="card" />
    </div>
  )
}
