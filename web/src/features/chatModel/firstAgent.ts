import type { ApiDispatch } from '../../api/api.ts'
import { readLastAgent } from '../chat/data/lastAgent.ts'
import { conversationsApi, type GptSystemCard } from './api.ts'

/** The agent that a new chat begins with: the one of the address, else the last one used, else the oldest. */
export function firstAgent(
  agents: readonly GptSystemCard[],
  entry: string | null,
): GptSystemCard | undefined {
  const wanted = entry ?? readLastAgent()
  const listed = agents.find(({ gptSystemId }) => gptSystemId === wanted)
  return listed ?? (entry ? undefined : oldest(agents))
}

/** Ids grow with time: the agent that was there first is the one to begin with. */
const oldest = (agents: readonly GptSystemCard[]): GptSystemCard | undefined =>
  agents.toSorted((a, b) => (a.gptSystemId < b.gptSystemId ? -1 : 1))[0]

/** Asks for what a new chat shows first while its screen is still being loaded; resolves when it is there. */
export async function askForFirstAgent(dispatch: ApiDispatch, { pathname, search }: Location): Promise<void> {
  const [, chat, entry] = /^\/(chat)(?:\/([^/]+))?\/?$/.exec(pathname) ?? []
  if (!chat || entry === 'agents' || new URLSearchParams(search).has('conversationId')) return
  const { listAvailableGptSystems, getGptSystemDetails } = conversationsApi.endpoints
  const { data } = await dispatch(listAvailableGptSystems.initiate(undefined, { subscribe: false }))
  const agent = firstAgent(data ?? [], entry ? decodeURIComponent(entry) : null)
  if (agent)
    await dispatch(getGptSystemDetails.initiate({ gptSystemId: agent.gptSystemId }, { subscribe: false }))
}
