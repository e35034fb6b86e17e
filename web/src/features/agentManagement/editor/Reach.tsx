import { Users } from 'lucide-react'
import { exposureApi } from '../../exposure/data/api.ts'
import type { AgentState } from '../data/api.ts'
import { managementTexts } from '../lang/en.ts'

/** The people affected by publishing. */
export function Reach({ state }: { state: AgentState }) {
  const t = managementTexts.useText()
  const { gptSystemId, configStateId: gptSystemConfigurationStateId } = state.configuration
  const { data } = exposureApi.usePreviewPublishingQuery(
    { gptSystemId, gptSystemConfigurationStateId },
    { refetchOnMountOrArgChange: true },
  )
  if (!data) return null
  const { after } = data.people
  return (
    <>
      <Users size={14} />
      <span>{after === 0 ? t('reachesNobody') : t('reaches', { count: after })}</span>
    </>
  )
}
