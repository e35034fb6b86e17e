import { Mic } from 'lucide-react'
import { toast } from '../../../ui/toast.tsx'
import { dictationTexts } from './lang/en.ts'
import { speechRecognition } from './speechRecognition.ts'

/** Opens and closes dictation. In a browser that can’t, it says why. */
export default function DictationButton({ isOpen, toggle }: { isOpen: boolean; toggle: () => void }) {
  const t = dictationTexts.useText()
  const canDictate = speechRecognition() !== null
  const label = canDictate ? t('dictate') : t('unsupported')
  return (
    <button
      type="button"
      className="ib"
      aria-label={t('dictate')}
      title={label}
      aria-expanded={isOpen}
      onClick={() => (canDictate ? toggle() : toast.error(t('unsupported')))}
    >
      <Mic size={18} />
    </button>
  )
}
