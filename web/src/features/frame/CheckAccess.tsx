import type { Action } from '@parlance/contract/actions'
import { SearchCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { loadLater } from '../../ui/loadLater.tsx'
import { useActions } from '../currentUser/data/useActions.ts'
import { explainTexts } from '../accessExplanations/explainTexts.ts'

const ExplainPanel = loadLater(async () => (await import('../accessExplanations/ExplainPanel.tsx')).ExplainPanel, {
  over: true,
})

const explainers: readonly Action[] = [
  'UserRead',
  'UserWrite',
  'ChatAccessPoliciesRead',
  'ChatAccessPoliciesWrite',
  'UserRolePermissionsRead',
  'UserRolePermissionsWrite',
]

/** Opens the access explainer from a page that knows one part of the question; nothing for those who may not ask. */
export function CheckAccess(known: { userId?: string | undefined; gptSystemId?: string | undefined }) {
  const t = explainTexts.useText()
  const { held } = useActions()
  const [open, setOpen] = useState(false)
  if (!explainers.some((action) => held.has(action))) return null
  return (
    <>
      <button type="button" className="btn out" onClick={() => setOpen(true)}>
        <SearchCheck size={16} />
        {t('checkAccess')}
      </button>
      {open && (
        <Suspense fallback={null}>
          <ExplainPanel {...known} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
