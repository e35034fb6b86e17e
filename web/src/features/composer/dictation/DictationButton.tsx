import { Mic } from 'lucide-react'
import { dictationTexts } from './lang/en.ts'

/** Opens and closes dictation. */
export default function DictationButton({ isOpen, toggle }: { isOpen: boolean; toggle: () => void }) {
  const t = dictationTexts.useText()
  return (
    <button
      type="button"
      className="ib"
      aria-label={t('dictate')}
      title={t('dictate')}
      aria-expanded={isOpen}
      onClick={toggle}
    >
      <Mic size={18} />
    </button>
  )
}
