import { X } from 'lucide-react'
import { useAddressParams, withValues } from '../../ui/addressParams.ts'
import { Finder } from '../../ui/admin/fields/Finder.tsx'
import type { Filters } from '../../ui/admin/listShape.ts'
import { useAgentName } from '../../ui/agentName.ts'
import { useFoundAgents } from '../agents/data/useFoundAgents.ts'
import { testsTexts } from './lang/en.ts'

/** The agent that filters the list. It is stored in the URL with its name, like the search. */
export function useAgentFilter() {
  const t = testsTexts.useText()
  const [params, changeParams] = useAddressParams()
  const gptSystemId = params.get('gptSystemId') ?? undefined
  const name = useAgentName()(params.get('agent') ?? gptSystemId ?? '')
  const narrow = (agent: { key: string; name: string } | undefined) =>
    changeParams((now) => withValues(now, { gptSystemId: agent?.key, agent: agent?.name }))
  const clear = () => narrow(undefined)
  const fields = gptSystemId ? (
    <button type="button" className="btn soft sm test-filter" onClick={clear} title={t('filterClear')}>
      <span className="trunc">
        <span className="hidden">{t('filterByAgent')}: </span>
        <bdi>{name}</bdi>
      </span>
      <X size={14} />
    </button>
  ) : (
    <div className="test-filter">
      <Finder label={t('filterByAgent')} useFound={useFoundAgents} choose={narrow} />
    </div>
  )
  const filters: Filters = { fields, on: gptSystemId !== undefined, clear }
  return { agent: gptSystemId === undefined ? undefined : { gptSystemId, name }, filters }
}
