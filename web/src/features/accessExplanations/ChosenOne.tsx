import type { LucideIcon } from 'lucide-react'
import { explainTexts } from './explainTexts.ts'

/** One that has been chosen, with the way to choose another. */
export function ChosenOne({ name, Icon, change }: { name: string; Icon: LucideIcon; change: () => void }) {
  const t = explainTexts.useText()
  return (
    <div className="row explain-chosen">
      <Icon size={16} className="m3" />
      <span className="grow">
        <bdi>{name}</bdi>
      </span>
      <button type="button" className="btn ghost sm" onClick={change}>
        {t('other')}
      </button>
    </div>
  )
}
