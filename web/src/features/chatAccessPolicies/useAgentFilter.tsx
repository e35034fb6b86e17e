import { X } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { Filters } from '../../ui/admin/AdminList.tsx'
import { Finder } from '../../ui/admin/fields/Finder.tsx'
import { useFoundAgents } from '../agents/useFoundAgents.ts'
import { policiesTexts } from './policiesTexts.ts'

/** The agent that the list is narrowed to. It stands in the address, with its name, as search and order do. */
export function useAgentFilter(): { gptSystemId: string | undefined; filters: Filters } {
  const t = policiesTexts.useText()
  const [params, setParams] = useSearchParams()
  const gptSystemId = params.get('gptSystemId') ?? undefined
  const name = params.get('agent') ?? gptSystemId ?? ''

  function narrow(agent: { key: string; name: string } | undefined) {
    const next = new URLSearchParams(params)
    for (const [param, value] of [
      ['gptSystemId', agent?.key],
      ['agent', agent?.name],
    ] as const) {
      if (value === undefined) next.delete(param)
      else next.set(param, value)
    }
    setParams(next, { replace: true })
  }
  const clear = () => narrow(undefined)

  const fields = gptSystemId ? (
    <button type="button" className="btn soft sm policy-filter" onClick={clear} title={t('filterClear')}>
      <span className="trunc">
        <span className="hidden">{t('filterByAgent')}: </span>
        <bdi>{name}</bdi>
      </span>
      <X size={14} />
    </button>
  ) : (
    <div className="policy-filter">
      <Finder label={t('filterByAgent')} useFound={useFoundAgents} choose={narrow} />
    </div>
  )
  return { gptSystemId, filters: { fields, on: gptSystemId !== undefined, clear } }
}
