import { useDispatch } from 'react-redux'
import type { ApiDispatch } from '../../api/api.ts'
import { conversationsApi } from './api.ts'

/** Whether an agent looks at images: asked when somebody brings one, since most questions bring none. */
export function useCanSee(gptSystemId: string | undefined): () => Promise<boolean> {
  const dispatch = useDispatch<ApiDispatch>()
  return async () => {
    if (!gptSystemId) return true
    const asked = dispatch(
      conversationsApi.endpoints.getGptSystemDetails.initiate({ gptSystemId }, { subscribe: false }),
    )
    const { tools } = await asked.unwrap()
    return tools.some(({ tool, state }) => tool === 'Vision' && state === 'Available')
  }
}
