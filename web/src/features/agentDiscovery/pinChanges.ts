import { type ApiDispatch, api } from '../../api/api.ts'
import { agentDiscoveryApi } from './data/api.ts'
import type { AgentCard } from './data/pendingPins.ts'
import { forgetAll, keepOver, type Pending } from './data/pendingPins.ts'

const { pinAgent, unpinAgent, orderPinnedAgents } = agentDiscoveryApi.endpoints

/** The last request, and the number of unanswered ones. The server gets one change at a time. */
let tail: Promise<unknown> = Promise.resolve()
let waiting = 0
/** Only the newest waiting order is sent, because it includes the earlier ones. */
let newestOrder: readonly string[] | null = null

/** Sends a change after the earlier ones. Until it is answered, the change is applied to all results. */
async function inTurn(dispatch: ApiDispatch, change: Pending, send: () => Promise<unknown>): Promise<void> {
  waiting += 1
  const drop = keepOver(change)
  const sent = tail.then(send)
  tail = sent.catch(() => undefined)
  try {
    await sent
  } catch (error) {
    drop()
    throw error
  } finally {
    waiting -= 1
    void readAnew(dispatch)
  }
}

/** Reloads the lists once no change is pending and no query is running that could predate a change. */
async function readAnew(dispatch: ApiDispatch): Promise<void> {
  await Promise.allSettled(dispatch(api.util.getRunningQueriesThunk()))
  if (waiting > 0) return
  forgetAll()
  dispatch(api.util.invalidateTags(['PinnedAgents', 'RecentAgents']))
}

const without =
  (gptSystemId: string) =>
  <T extends AgentCard>(agents: readonly T[]): T[] =>
    agents.filter((one) => one.gptSystemId !== gptSystemId)

function show(dispatch: ApiDispatch, { pinned, recent }: Pending): void {
  const { updateQueryData } = agentDiscoveryApi.util
  dispatch(updateQueryData('listPinnedAgents', undefined, (agents) => pinned(agents)))
  if (recent) dispatch(updateQueryData('listRecentAgents', undefined, (agents) => recent(agents)))
}

/** Pins an agent optimistically. Throws the server's error if the request is rejected. */
export async function pin(dispatch: ApiDispatch, agent: AgentCard): Promise<void> {
  const take = without(agent.gptSystemId)
  const change: Pending = { pinned: (agents) => [...take(agents), agent], recent: take }
  show(dispatch, change)
  try {
    await inTurn(dispatch, change, () => dispatch(pinAgent.initiate(idOf(agent), { track: false })).unwrap())
  } catch (error) {
    show(dispatch, { pinned: take })
    throw error
  }
}

export async function unpin(dispatch: ApiDispatch, agent: AgentCard): Promise<void> {
  const take = without(agent.gptSystemId)
  const change: Pending = { pinned: take }
  show(dispatch, change)
  try {
    await inTurn(dispatch, change, () =>
      dispatch(unpinAgent.initiate(idOf(agent), { track: false })).unwrap(),
    )
  } catch (error) {
    show(dispatch, { pinned: (agents) => [...take(agents), agent] })
    throw error
  }
}

export async function order(dispatch: ApiDispatch, gptSystemIds: readonly string[]): Promise<void> {
  newestOrder = gptSystemIds
  const place = ({ gptSystemId }: AgentCard) => {
    const at = gptSystemIds.indexOf(gptSystemId)
    return at < 0 ? gptSystemIds.length : at
  }
  const change: Pending = { pinned: (agents) => agents.toSorted((a, b) => place(a) - place(b)) }
  show(dispatch, change)
  await inTurn(dispatch, change, async () => {
    if (newestOrder !== gptSystemIds) return
    await dispatch(orderPinnedAgents.initiate({ gptSystemIds: [...gptSystemIds] }, { track: false })).unwrap()
  })
}

const idOf = ({ gptSystemId }: AgentCard) => ({ gptSystemId })
