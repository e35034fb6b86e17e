import { formatNumber } from '../../lang/format.ts'
import { type AgentField, type AgentValues, domainLines } from './agentForm.ts'
import { agentFieldsTexts } from './lang/en.ts'

/** A field's value as text, shown in the edit conflict dialog. */
export function AgentValue({ value }: { value: AgentValues[AgentField] }) {
  const t = agentFieldsTexts.useText()
  const lines = linesOf(value, t('yes'), t('no'))
  if (lines.length === 0) return <span className="m3">{t('nothing')}</span>
  return (
    <ul className="agent-value">
      {lines.map((line) => (
        <li key={line}>
          <bdi>{line}</bdi>
        </li>
      ))}
    </ul>
  )
}

function linesOf(value: AgentValues[AgentField], yes: string, no: string): string[] {
  if (typeof value === 'boolean') return [value ? yes : no]
  if (typeof value === 'number') return [formatNumber(value)]
  if (Array.isArray(value))
    return [
      ...new Set(
        value.map((one) => (typeof one === 'string' ? one : `${one.label} (${one.deploymentName})`)),
      ),
    ]
  if (typeof value === 'object' && value !== null) return domainLines(value)
  return value ? [value] : []
}
