import { type PersonalAgent, personalAgentsApi } from '../data/api.ts'

/**
 * Returns the agent as its owner manages it, or its owner's name. With a share the user can edit drafts, but
 * can't publish, share, transfer or delete the agent. Both are empty until loaded.
 */
export function useWhose(gptSystemId: string): {
  own: PersonalAgent | undefined
  madeBy: string | null
  publishedStateId: string | null
} {
  const { data: edited } = personalAgentsApi.useListEditedAgentsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  const shared = edited?.find((one) => one.gptSystemId === gptSystemId)
  const { data } = personalAgentsApi.useGetPersonalAgentQuery(
    { gptSystemId },
    { skip: !edited || shared !== undefined },
  )
  // After a transfer, the cache still includes it as the user's own.
  const publishedStateId = (shared ?? data)?.publishedStateId ?? null
  return { own: shared ? undefined : data, madeBy: shared?.madeBy ?? null, publishedStateId }
}
