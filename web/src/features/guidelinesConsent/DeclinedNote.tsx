import { BookOpenCheck } from 'lucide-react'
import { guidelinesConsentTexts } from './lang/en.ts'

/** Why there is no composer, and the way back. */
export function DeclinedNote({ open }: { open: () => void }) {
  const t = guidelinesConsentTexts.useText()
  return (
    <div className="composer-area">
      <div className="strip w guidelines-declined" role="status">
        <BookOpenCheck size={16} />
        <p className="grow">{t('declined')}</p>
        <button type="button" className="btn out sm" onClick={open}>
          {t('readAgain')}
        </button>
      </div>
    </div>
  )
}
