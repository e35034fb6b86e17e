import type { ApiDispatch } from '../../api/api.ts'
import { readLastAgent } from '../chat/data/lastAgent.ts'
import { conversationsApi, type GptSystemCard } from './api.ts'

/** Returns the agent for a new chat: the one in the URL, the last one used, or the oldest. */
export function firstAgent(
  agents: readonly GptSystemCard[],
  entry: string | null,
): GptSystemCard | undefined {
  const wanted = entry ?? readLastAgent()
  const listed = agents.find(({ gptSystemId }) => gptSystemId === wanted)
  return listed ?? (entry ? undefined : oldest(agents))
}

/** IDs increase over time, so the smallest belongs to the oldest agent. */
const oldest = (agents: readonly GptSystemCard[]): GptSystemCard | undefined =>
  agents.toSorted((a, b) => (a.gptSystemId < b.gptSystemId ? -1 : 1))[0]

/** Loads what a new chat shows first while its screen is still loading. Resolves when the data is available. */
export async function askForFirstAgent(dispatch: ApiDispatch, { pathname, search }: Location): Promise<void> {
  const [, chat, entry] = /^\/(chat)(?:\/([^/]+))?\/?$/.exec(pathname) ?? []
  if (!chat || entry === 'agents' || entry === 'claim' || new URLSearchParams(search).has('conversationId'))
    return
  const { listAvailableGptSystems, getGptSystemDetails } = conversationsApi.endpoints
  const { data } = await dispatch(listAvailableGptSystems.initiate(undefined, { subscribe: false }))
  const agent = firstAgent(data ?? [], entry ? decodeURIComponent(entry) : null)
  if (agent)
    await dispatch(getGptSystemDetails.initiate({ gptSystemId: agent.gptSystemId }, { subscribe: false }))
}
