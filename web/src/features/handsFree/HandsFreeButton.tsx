import { AudioLines } from 'lucide-react'
import { handsFreeTexts } from './lang/en.ts'

/** Opens and closes a conversation by voice. */
export default function HandsFreeButton({ isOpen, toggle }: { isOpen: boolean; toggle: () => void }) {
  const t = handsFreeTexts.useText()
  const label = isOpen ? t('end') : t('start')
  return (
    <button
      type="button"
      className="ib hands-free-start"
      aria-label={label}
      title={label}
      aria-expanded={isOpen}
      onClick={toggle}
    >
      <AudioLines size={18} />
    </button>
  )
}
