import { useParams } from 'react-router'
import { RedirectIfHere } from '../../../ui/navigate.ts'
import { useScreenTitle } from '../../frame/screens.ts'
import { usePageTitle } from '../../frame/useProductName.ts'
import { AgentWait, isMissing } from '../AgentWait.tsx'
import { editAgentPath } from '../data/agentPaths.ts'
import { type AgentState, managementApi } from '../data/api.ts'
import { useManagedAgent } from '../useManagedAgent.ts'
import { ShownState } from './AgentEditorPage.tsx'

/**
 * /admin/gptsystem/configstate/{gptSystemConfigurationStateId}/edit: one version of an agent, whether or not it
 * is current.
 */
export function ConfigStatePage() {
  const { gptSystemConfigurationStateId = '' } = useParams()
  const titleOf = useScreenTitle()
  const { data, error, refetch } = managementApi.useGetAgentStateQuery(
    { gptSystemConfigurationStateId },
    { refetchOnMountOrArgChange: true },
  )
  usePageTitle(data?.configuration.gptSystemName || titleOf('agents'))
  if (!data || data.configuration.configStateId !== gptSystemConfigurationStateId || isMissing(error))
    return <AgentWait error={error} retry={refetch} />
  return <OfAgent state={data} />
}

function OfAgent({ state }: { state: AgentState }) {
  const { gptSystemId } = state.configuration
  const { data, error, refetch } = useManagedAgent(gptSystemId)
  if (!data || isMissing(error)) return <AgentWait error={error} retry={refetch} />
  const { status, configStateId } = state.configuration
  // The draft was published or discarded. The agent's page shows its current version.
  if (status === 'Draft' && data.draftStateId !== configStateId)
    return <RedirectIfHere to={editAgentPath(gptSystemId)} />
  return <ShownState agent={data} state={state} renew={refetch} />
}
