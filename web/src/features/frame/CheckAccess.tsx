import type { Action } from '@parlance/contract/actions'
import { SearchCheck } from 'lucide-react'
import { useActions } from '../currentUser/data/useActions.ts'
import { type ExplainerSubject, openExplainer } from '../openers/explainer.ts'
import { frameTexts } from './lang/en.ts'

const explainers: readonly Action[] = [
  'UserRead',
  'UserWrite',
  'ChatAccessPoliciesRead',
  'ChatAccessPoliciesWrite',
  'UserRolePermissionsRead',
  'UserRolePermissionsWrite',
]

/** Opens the access explainer with the known part of the question. Hidden from users who can't use it. */
export function CheckAccess(subject: ExplainerSubject) {
  const t = frameTexts.useText()
  const { held } = useActions()
  if (!explainers.some((action) => held.has(action))) return null
  return (
    <button type="button" className="btn out" onClick={() => openExplainer(subject)}>
      <SearchCheck size={16} />
      {t('checkAccess')}
    </button>
  )
}
