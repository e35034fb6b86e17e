import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import type { ApiDispatch } from '../../api/api.ts'
import { conversationsApi, type GptSystemDetails } from '../chatModel/api.ts'
import type { DeploymentChoice } from '../chatModel/deploymentChoice.ts'

/** Whether an agent can use a tool here and now. */
export const isThere = (
  details: GptSystemDetails | undefined,
  tool: GptSystemDetails['tools'][number]['tool'],
): boolean => details?.tools.some((one) => one.tool === tool && one.state === 'Available') === true

/**
 * Whether an agent looks at images: asked when somebody brings one, since most questions bring none. What was chosen to
 * answer says it itself.
 */
export function useCanSee(
  gptSystemId: string | undefined,
  chosen: Pick<DeploymentChoice, 'seesImages'> | undefined,
): () => Promise<boolean> {
  const dispatch = useDispatch<ApiDispatch>()
  const chosenSees = chosen?.seesImages
  return useCallback(async () => {
    if (chosenSees !== undefined) return chosenSees
    if (!gptSystemId) return true
    const asked = dispatch(
      conversationsApi.endpoints.getGptSystemDetails.initiate({ gptSystemId }, { subscribe: false }),
    )
    return isThere(await asked.unwrap(), 'Vision')
  }, [dispatch, gptSystemId, chosenSees])
}
