import { errorText } from '../../ui/errorText.ts'
import { PolicyExposure } from '../exposure/Exposures.tsx'
import { policiesApi } from './data/api.ts'
import { accessOf, contentOf, inputOfPolicy } from './data/policyInput.ts'

interface Props {
  chatAccessPolicyId: string
  /** Whether the policy is turned on or off. Deleting it has the same effect as turning it off. */
  enabled: boolean
}

/** Who gets answers once a stored policy is turned on, turned off or deleted. */
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
