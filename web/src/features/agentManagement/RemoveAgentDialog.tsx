import { RemovalDialog } from '../../ui/admin/RemovalDialog.tsx'
import { RemovalExposure } from '../exposure/Exposures.tsx'
import { managementApi } from './data/api.ts'
import { managementTexts } from './lang/en.ts'

interface Props {
  agent: { gptSystemId: string; name: string }
  close: () => void
}

export function RemoveAgentDialog({ agent: { gptSystemId, name }, close }: Props) {
  const t = managementTexts.useText()
  const [remove, { isLoading, error }] = managementApi.useRemoveAgentMutation()
  return (
    <RemovalDialog {...{ t, name, isLoading, error, close }} remove={() => remove({ gptSystemId })}>
      <RemovalExposure of={{ gptSystemId }} />
    </RemovalDialog>
  )
}
