import { RemovalDialog } from '../../ui/admin/RemovalDialog.tsx'
import { useAgentName } from '../../ui/agentName.ts'
import { RemovalExposure } from '../exposure/Exposures.tsx'
import { managementApi } from './data/api.ts'
import { managementTexts } from './lang/en.ts'

interface Props {
  agent: { gptSystemId: string; name: string }
  close: () => void
}

export function RemoveAgentDialog({ agent, close }: Props) {
  const t = managementTexts.useText()
  const [remove, { isLoading, error }] = managementApi.useRemoveAgentMutation()
  const { gptSystemId } = agent
  const name = useAgentName()(agent.name)
  return (
    <RemovalDialog {...{ t, name, isLoading, error, close }} remove={() => remove({ gptSystemId })}>
      <RemovalExposure of={{ gptSystemId }} />
    </RemovalDialog>
  )
}
