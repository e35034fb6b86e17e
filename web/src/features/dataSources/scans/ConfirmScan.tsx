import type { RowAction } from '../../../ui/admin/RowMenu.tsx'
import { scansTexts } from './lang/en.ts'

/** A file with many scanned pages waits until someone who can change the library confirms. */
export function ConfirmScan({ action }: { action: RowAction | undefined }) {
  const t = scansTexts.useText()
  if (!action) return <div className="small m2">{t('unconfirmedHint')}</div>
  return (
    <button type="button" className="btn soft sm" onClick={action.act}>
      {action.label}
    </button>
  )
}
