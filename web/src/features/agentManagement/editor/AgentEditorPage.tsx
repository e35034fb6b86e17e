import { useEffect, useRef } from 'react'
import { useParams } from 'react-router'
import { useScreenTitle } from '../../frame/screens.ts'
import { usePageTitle } from '../../frame/useProductName.ts'
import { AgentWait, isMissing } from '../AgentWait.tsx'
import { type AgentState, type ManagedAgent, managementApi } from '../data/api.ts'
import { useManagedAgent } from '../useManagedAgent.ts'
import { DraftEditor } from './DraftEditor.tsx'
import { PublishedView } from './PublishedView.tsx'

/** /admin/gptsystem/{gptSystemId}/edit: the draft, or the agent's current version if there is no draft. */
export function AgentEditorPage() {
  const { gptSystemId = '' } = useParams()
  const titleOf = useScreenTitle()
  const { data, error, refetch } = useManagedAgent(gptSystemId)
  usePageTitle(data?.name ?? titleOf('agents'))
  if (!data || data.gptSystemId !== gptSystemId || isMissing(error))
    return <AgentWait error={error} retry={refetch} />
  return <Shown key={gptSystemId} agent={data} renew={refetch} />
}

function Shown({ agent, renew }: { agent: ManagedAgent; renew: () => unknown }) {
  const wanted = (agent.mayChange && agent.draftStateId) || agent.shownStateId
  const { data, error, refetch } = managementApi.useGetAgentStateQuery(
    { gptSystemConfigurationStateId: wanted },
    { refetchOnMountOrArgChange: true },
  )
  // The previous version stays visible until the next one is loaded.
  const stateId = data?.configuration.configStateId
  useFocusOnChange(stateId)
  if (!data || (stateId === wanted && isMissing(error))) return <AgentWait error={error} retry={refetch} />
  return <ShownState agent={agent} state={data} renew={renew} />
}

/** The editor or the read-only view of a version, keyed by version, so no state carries over. */
export function ShownState({
  agent,
  state,
  renew,
}: {
  agent: ManagedAgent
  state: AgentState
  renew: () => unknown
}) {
  const { configStateId, status } = state.configuration
  if (agent.mayChange && status === 'Draft')
    return <DraftEditor key={configStateId} agent={agent} state={state} />
  return <PublishedView key={`${configStateId} ${status}`} agent={agent} state={state} renew={renew} />
}

/** Moves the focus to the page when the version changes, because the button that triggered it is gone. */
function useFocusOnChange(stateId: string | undefined) {
  const before = useRef(stateId)
  useEffect(() => {
    if (before.current && stateId && before.current !== stateId) document.getElementById('main')?.focus()
    before.current = stateId
  }, [stateId])
}
