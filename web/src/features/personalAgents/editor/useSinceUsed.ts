import { skipToken } from '@reduxjs/toolkit/query'
import type { AgentState } from '../../agentFields/data/api.ts'
import type { Since } from '../../agentFields/draft/DraftBar.tsx'
import { personalAgentsApi } from '../data/api.ts'
import { personalAgentsTexts } from '../lang/en.ts'

const pictureOf = (configStateId: string) => (fileName: string) => ({
  operation: 'personalAgents.getAvatar' as const,
  args: { configStateId, fileName },
})

/** Returns how a draft differs from the published version, for the bar below it. */
export function useSinceUsed(usedStateId: string | null, { configuration }: AgentState): Since {
  const t = personalAgentsTexts.useText()
  const { gptSystemId, configStateId } = configuration
  const { data } = personalAgentsApi.useGetPersonalDifferencesQuery(
    usedStateId ? { configStateId: usedStateId, otherStateId: configStateId } : skipToken,
    { refetchOnMountOrArgChange: true },
  )
  if (!usedStateId) return { title: t('neverUsed'), compared: undefined }
  const count = data?.items.length ?? 0
  return {
    title: data && count === 0 ? t('changesNone') : t('changesSince', { count }),
    compared: data && {
      gptSystemId,
      changes: data.items,
      pictures: [pictureOf(usedStateId), pictureOf(configStateId)],
    },
  }
}
