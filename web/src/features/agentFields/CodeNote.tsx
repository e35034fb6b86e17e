import { Link } from 'react-router'
import { formatList } from '../../lang/format.ts'
import { useActions } from '../currentUser/data/useActions.ts'
import { useFlags } from '../instance/data/api.ts'
import { pageFlag } from '../instanceSettings/data/api.ts'
import type { ModelOptions } from './data/api.ts'
import { agentFieldsTexts } from './lang/en.ts'

type Tool = ModelOptions['tools'][number]

/** Why the agent runs no code although its code interpreter is chosen, or what code lacks. */
export function CodeNote({ state, missing }: Tool) {
  const t = agentFieldsTexts.useText()
  const isShown = useFlags().has(pageFlag)
  const mayOpen = useActions().held.has('InstanceSettingsRead') && isShown
  if (state === 'Available') return null
  return (
    <p className={state === 'Reduced' ? 'hint' : 'strip w'} role="status">
      <span>
        {state === 'Reduced'
          ? t('codeReduced', { missing: formatList([...missing]) })
          : t(whyNot(state, missing))}{' '}
        {mayOpen && (
          <Link className="agent-web-settings" to="/admin/instanceSettings?tab=tools">
            {t('openToolSettings')}
          </Link>
        )}
      </span>
    </p>
  )
}

function whyNot(state: Exclude<Tool['state'], 'Available' | 'Reduced'>, missing: readonly string[]) {
  if (state === 'Off') return 'codeOff'
  if (state === 'NotApproved') return 'codeNotApproved'
  if (missing.includes('redaction')) return 'codeRedacted'
  return missing.includes('namespaces') || missing.length === 0 ? 'codeNotAllowed' : 'codeNotInstalled'
}
