import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import type { ApiDispatch } from '../../api/api.ts'
import { conversationsApi, type GptSystemDetails } from '../chatModel/api.ts'
import type { DeploymentChoice } from '../chatModel/deploymentChoice.ts'
import { instanceApi } from '../instance/data/api.ts'
import type { CanSee } from './attachments/useAttachments.ts'

/** Returns whether an agent can currently use a tool. */
export const isThere = (
  details: GptSystemDetails | undefined,
  tool: GptSystemDetails['tools'][number]['tool'],
): boolean => details?.tools.some((one) => one.tool === tool && one.state === 'Available') === true

/**
 * Returns a function that checks whether an agent can read images. It is called only when the user adds one,
 * because most questions have none. A selected deployment includes the answer. If neither can, the server may
 * read the text on images. Otherwise, an instance that sends no images to providers is the reason.
 */
export function useCanSee(
  gptSystemId: string | undefined,
  chosen: Pick<DeploymentChoice, 'seesImages'> | undefined,
): CanSee {
  const dispatch = useDispatch<ApiDispatch>()
  const chosenSees = chosen?.seesImages
  return useCallback(async () => {
    if (chosenSees ?? !gptSystemId) return true
    if (chosenSees === undefined && gptSystemId) {
      const asked = dispatch(
        conversationsApi.endpoints.getGptSystemDetails.initiate({ gptSystemId }, { subscribe: false }),
      )
      if (isThere(await asked.unwrap(), 'Vision')) return true
    }
    const policy = dispatch(instanceApi.endpoints.getDataPolicy.initiate(undefined, { subscribe: false }))
    return policy.unwrap().then(
      ({ imagesAllowed, scansRead }) => (scansRead ? 'TextOnly' : imagesAllowed ? false : 'NotSent'),
      // Without a known reason, it’s the agent’s.
      () => false,
    )
  }, [dispatch, gptSystemId, chosenSees])
}
