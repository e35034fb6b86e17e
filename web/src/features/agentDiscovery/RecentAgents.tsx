import { History } from 'lucide-react'
import { useAgentName } from '../../ui/agentName.ts'
import { toast } from '../../ui/toast.tsx'
import { AgentLink } from './AgentLink.tsx'
import { AgentRows } from './AgentRows.tsx'
import { agentDiscoveryApi } from './data/api.ts'
import type { AgentCard } from './data/pendingPins.ts'
import { focusBeside } from './focusBeside.ts'
import { agentDiscoveryTexts } from './lang/en.ts'
import { PinButton } from './PinButton.tsx'
import { shortAge } from './shortAge.ts'
import { usePins } from './usePins.ts'

/** Recently used agents that aren't pinned. */
export function RecentAgents() {
  const t = agentDiscoveryTexts.useText()
  const named = useAgentName()
  const { data, error, refetch } = agentDiscoveryApi.useListRecentAgentsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  const { pin } = usePins()
  // The row disappears from this list, so a toast says where the agent is. Elsewhere the pin itself shows the
  // change.
  const pinFromHere = async (agent: AgentCard, button: HTMLElement) => {
    focusBeside(button)
    if (await pin(agent)) toast.success(t('pinDone', { name: named(agent.name) }))
  }
  return (
    <AgentRows
      label={t('recent')}
      count={data?.length}
      error={error}
      retry={refetch}
      empty={
        <>
          <span className="mark">
            <History size={18} />
          </span>
          <p>{t('noRecent')}</p>
        </>
      }
    >
      {data?.map((agent) => (
        <li key={agent.gptSystemId} className="agent-row">
          <AgentLink agent={agent}>
            <span className="small m3 agent-age">{shortAge(agent.lastUsedAt)}</span>
          </AgentLink>
          <PinButton
            agent={agent}
            pinned={false}
            toggle={(button) => void pinFromHere(agent, button)}
            small
          />
        </li>
      ))}
    </AgentRows>
  )
}
