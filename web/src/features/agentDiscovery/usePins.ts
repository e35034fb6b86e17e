import { useDispatch } from 'react-redux'
import type { ApiDispatch } from '../../api/api.ts'
import { ApiError, problemOf } from '../../transport/apiError.ts'
import { errorText } from '../../ui/errorText.ts'
import { toast } from '../../ui/toast.tsx'
import { agentDiscoveryApi } from './data/api.ts'
import type { AgentCard } from './data/pendingPins.ts'
import { agentDiscoveryTexts } from './lang/en.ts'
import { order, pin, unpin } from './pinChanges.ts'

/** Pin actions that show an error if the server rejects them. */
export function usePins() {
  const t = agentDiscoveryTexts.useText()
  const dispatch = useDispatch<ApiDispatch>()
  const { data: pinned } = agentDiscoveryApi.useListPinnedAgentsQuery()

  async function isDone(change: Promise<unknown>, failed: string): Promise<boolean> {
    try {
      await change
      return true
    } catch (error) {
      toast.error(isFull(error) ? errorText(error) : failed)
      return false
    }
  }

  return {
    /** Undefined until the pins are loaded. */
    isPinned: ({ gptSystemId }: AgentCard): boolean | undefined =>
      pinned?.some((one) => one.gptSystemId === gptSystemId),
    pin: (agent: AgentCard) => isDone(pin(dispatch, agent), t('pinFailed')),
    unpin: (agent: AgentCard) => isDone(unpin(dispatch, agent), t('unpinFailed')),
    order: (gptSystemIds: string[]) => isDone(order(dispatch, gptSystemIds), t('orderFailed')),
  }
}

function isFull(error: unknown): boolean {
  const failure = error instanceof ApiError ? error.failure : (error as Parameters<typeof problemOf>[0])
  return problemOf(failure)?.code === 'agent.tooManyPins'
}
