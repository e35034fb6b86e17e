import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { loadLater } from '../../ui/loadLater.tsx'
import { useFlags } from '../instance/data/api.ts'
import { personalAgentsTexts } from './lang/en.ts'

const QuickCreatePopover = loadLater(
  async () => (await import('./QuickCreatePopover.tsx')).QuickCreatePopover,
  { over: true },
)

/** Shown if people can create personal agents. */
export function CreatePersonalAgentButton() {
  const t = personalAgentsTexts.useText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (!useFlags().has('AllowUserCreatedGptSystems')) return null
  return (
    <>
      <button
        type="button"
        className="btn ghost"
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Plus size={16} />
        {t('create')}
      </button>
      {anchor && (
        <Suspense fallback={null}>
          <QuickCreatePopover anchor={anchor} close={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}
