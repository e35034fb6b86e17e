import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import type { ApiDispatch } from '../../api/api.ts'
import { conversationsApi, type GptSystemDetails } from '../chatModel/api.ts'
import type { DeploymentChoice } from '../chatModel/deploymentChoice.ts'

/** Returns whether an agent can currently use a tool. */
export const isThere = (
  details: GptSystemDetails | undefined,
  tool: GptSystemDetails['tools'][number]['tool'],
): boolean => details?.tools.some((one) => one.tool === tool && one.state === 'Available') === true

/**
 * Returns a function that checks whether an agent can read images. It is called only when the user adds one,
 * because most questions have none. A selected deployment includes the answer.
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
