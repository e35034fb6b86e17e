import { executionDetailsTexts } from './lang/en.ts'

export function DetailsSkeleton() {
  const t = executionDetailsTexts.useText()
  return (
    <div className="details-skeleton" aria-busy="true">
      <span className="hidden">{t('loading')}</span>
      {[100, 62, 88, 74, 50, 80].map((share) => (
        <span key={share} className="sk" style={{ inlineSize: `${share}%` }} />
      ))}
    </div>
  )
}
