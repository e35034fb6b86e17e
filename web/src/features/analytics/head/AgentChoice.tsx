import { useRef } from 'react'
import { useAgentName } from '../../../ui/agentName.ts'
import type { ReportFilter } from '../data/api.ts'
import { useReport } from '../data/useReport.ts'
import { useShownReport } from '../filterContext.ts'
import { analyticsTexts } from '../lang/en.ts'

interface Props {
  filter: ReportFilter
  choose: (gptSystemId: string | undefined) => void
}

/** The agents that were asked in the period, and the selected one. */
export function AgentChoice({ filter: { reportingPeriod, gptSystemId }, choose }: Props) {
  const t = analyticsTexts.useText()
  const nameOf = useAgentName()
  const all = useReport('Agents', { reportingPeriod }).report?.rows ?? []
  const selected = useShownReport('Agents').report?.rows ?? []
  // The names stay known when another period loads, in which the selected agent may not have been asked.
  const names = useRef(new Map<string, string>())
  for (const { gptSystemId: id, name } of [...selected, ...all]) if (id) names.current.set(id, name ?? '')
  const ids = new Set(all.flatMap(({ gptSystemId: id }) => id ?? []))
  if (gptSystemId) ids.add(gptSystemId)
  const options = [...ids].map((id) => {
    const name = names.current.get(id)
    return { id, name: name === undefined ? t('selectedAgent') : nameOf(name) }
  })
  return (
    <select
      className="in dashboard-choice"
      aria-label={t('agent')}
      value={gptSystemId ?? ''}
      onChange={(event) => choose(event.target.value || undefined)}
    >
      <option value="">{t('allAgents')}</option>
      {options
        .sort((a, b) => a.name.localeCompare(b.name))
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </select>
  )
}
