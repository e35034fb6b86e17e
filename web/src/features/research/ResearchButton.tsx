import { Telescope } from 'lucide-react'
import { researchTexts } from './lang/en.ts'
import './button.css'

/** Switches whether the next question is researched. */
export default function ResearchButton({ isOn, toggle }: { isOn: boolean; toggle: () => void }) {
  const t = researchTexts.useText()
  return (
    <button
      type="button"
      className="ib research-toggle"
      aria-pressed={isOn}
      aria-label={t('research')}
      title={isOn ? t('researchOff') : t('research')}
      onClick={toggle}
    >
      <Telescope size={18} />
      <span>{t('research')}</span>
    </button>
  )
}
