import { errorText } from '../../ui/errorText.ts'
import { PolicyExposure } from '../exposure/Exposures.tsx'
import { policiesApi } from './data/api.ts'
import { accessOf, contentOf, inputOfPolicy } from './data/policyInput.ts'

interface Props {
  chatAccessPolicyId: string
  /** Switched on or off; one that is removed gives as little as one that is off. */
  enabled: boolean
}

/** Who gets answers once a policy, as it is stored, is switched on, switched off or removed. */
export function StoredPolicyExposure({ chatAccessPolicyId, enabled }: Props) {
  const { data, error } = policiesApi.useGetChatAccessPolicyQuery(
    { chatAccessPolicyId },
    { refetchOnMountOrArgChange: true },
  )
  if (data) {
    const asked = { ...accessOf(inputOfPolicy(contentOf(data))), chatAccessPolicyId, enabled }
    return <PolicyExposure of={asked} taking={!enabled} />
  }
  return error ? <p className="hint">{errorText(error)}</p> : null
}
