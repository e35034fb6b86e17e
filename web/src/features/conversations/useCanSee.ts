import { useDispatch } from 'react-redux'
import type { ApiDispatch } from '../../api/api.ts'
import { conversationsApi } from './api.ts'
import type { DeploymentChoice } from './deploymentChoice.ts'

/**
 * Whether an agent looks at images: asked when somebody brings one, since most questions bring none. What was chosen to
 * answer says it itself.
 */
export function useCanSee(
  gptSystemId: string | undefined,
  chosen: Pick<DeploymentChoice, 'seesImages'> | undefined,
): () => Promise<boolean> {
  const dispatch = useDispatch<ApiDispatch>()
  return async () => {
    if (chosen) return chosen.seesImages
    if (!gptSystemId) return true
    const asked = dispatch(
      conversationsApi.endpoints.getGptSystemDetails.initiate({ gptSystemId }, { subscribe: false }),
    )
    const { tools } = await asked.unwrap()
    return tools.some(({ tool, state }) => tool === 'Vision' && state === 'Available')
  }
}
