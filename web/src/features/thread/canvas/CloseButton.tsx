import { X } from 'lucide-react'
import { canvasTexts } from './lang/en.ts'
import { closeDocument } from './openDocument.ts'

export function CloseButton() {
  const t = canvasTexts.useText()
  return (
    <button type="button" className="ib" aria-label={t('close')} title={t('close')} onClick={closeDocument}>
      <X size={18} />
    </button>
  )
}
