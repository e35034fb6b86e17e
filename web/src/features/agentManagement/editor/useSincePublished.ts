import { skipToken } from '@reduxjs/toolkit/query'
import type { Compared } from '../../agentFields/draft/AgentChanges.tsx'
import type { Since } from '../../agentFields/draft/DraftBar.tsx'
import { type AgentState, type ManagedAgent, managementApi } from '../data/api.ts'
import { managementTexts } from '../lang/en.ts'

const pictureOf = (gptSystemConfigurationStateId: string) => (fileName: string) => ({
  operation: 'agents.getAvatar' as const,
  args: { gptSystemConfigurationStateId, fileName },
})

/** Returns the differences from the published version, or undefined if none is published. */
export function useComparedWithPublished(
  { publishedStateId }: ManagedAgent,
  { configuration: { configStateId, gptSystemId } }: AgentState,
): { compared: Compared | undefined; isFetching: boolean; error: unknown } {
  const { data, error, isFetching } = managementApi.useGetStateDifferencesQuery(
    publishedStateId
      ? { gptSystemConfigurationStateId: publishedStateId, otherStateId: configStateId }
      : skipToken,
    { refetchOnMountOrArgChange: true },
  )
  const compared = data &&
    publishedStateId && {
      gptSystemId,
      changes: data.items,
      pictures: [pictureOf(publishedStateId), pictureOf(configStateId)] as const,
    }
  return { compared: compared || undefined, isFetching, error }
}

/** Returns the same differences as text, for the bar below the draft. */
export function useSincePublished(agent: ManagedAgent, state: AgentState): Since {
  const t = managementTexts.useText()
  const { gptSystemId, publishedStateId, mayPublish } = agent
  const { compared } = useComparedWithPublished(agent, state)
  const { data } = managementApi.useGetPublishingQuery(mayPublish ? { gptSystemId } : skipToken)
  const published = data?.history.find(({ stateId }) => stateId === publishedStateId)
  const count = compared?.changes.length ?? 0
  if (!publishedStateId) return { title: t('neverPublished'), compared: undefined }
  return {
    title:
      compared && count === 0
        ? t('changesNone')
        : published
          ? t('changesSincePublished', { count, number: published.number ?? '' })
          : t('changesSince', { count }),
    by: published && { name: published.by, at: published.at },
    compared,
  }
}
