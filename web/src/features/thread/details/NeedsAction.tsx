import { Lock } from 'lucide-react'
import { usePermissionNames } from '../../../ui/permissions/permissionName.tsx'
import { executionDetailsTexts } from './lang/en.ts'

/**
 * Shown in place of hidden content: the permissions that would show it (any one is enough), and who grants
 * them.
 */
export function NeedsAction({ text, actions }: { text: 'promptNeeds' | 'traceNeeds'; actions: string[] }) {
  const t = executionDetailsTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const [before, after] = t(text, { actions: '\u0000' }).split('\u0000')
  return (
    <div className="state">
      <span className="mark">
        <Lock size={18} />
      </span>
      <p>
        {before}
        {actions.map((action, index) => (
          <span key={action}>
            {index > 0 && t('or')}
            <bdi className="details-action">{fullNameOf(action)}</bdi>
          </span>
        ))}
        {after} {t('grants')}
      </p>
    </div>
  )
}
