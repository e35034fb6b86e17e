import { type PersonalAgent, personalAgentsApi } from '../data/api.ts'

/**
 * The agent as its owner manages it, or whose it is: with a share one changes drafts, and neither makes them usable nor
 * shares, hands over or removes the agent. Nothing of either until it is known.
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
  // What was one's own until it was handed over is remembered still.
  const publishedStateId = (shared ?? data)?.publishedStateId ?? null
  return { own: shared ? undefined : data, madeBy: shared?.madeBy ?? null, publishedStateId }
}
