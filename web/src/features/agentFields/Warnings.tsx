import { TriangleAlert } from 'lucide-react'
import { formatNumber } from '../../lang/format.ts'
import type { AgentState } from './data/api.ts'
import { agentFieldsTexts } from './lang/en.ts'
import './agentFields.css'

/** Warnings about the draft, each with a link to its field. */
export function Warnings({ warnings }: Pick<AgentState, 'warnings'>) {
  const t = agentFieldsTexts.useText()
  if (warnings.length === 0) return null
  return (
    <div className="strip w agent-warnings" role="status">
      <TriangleAlert size={16} />
      <div className="grow">
        <strong>{t('warnings')}</strong>
        <ul>
          {warnings.map(({ property, code, name, tokens }) => (
            <li key={`${property} ${code} ${name}`}>
              <span className="h4">{t(property as 'deploymentName')}</span>{' '}
              <span>{t(`warning.${code}`, { name, tokens: formatNumber(tokens ?? 0) })}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
