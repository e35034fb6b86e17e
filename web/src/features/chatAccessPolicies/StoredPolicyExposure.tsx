import { errorText } from '../../ui/errorText.ts'
import { PolicyExposure } from '../exposure/Exposures.tsx'
import { policiesApi } from './api.ts'
import { inputOfPolicy, type Policy } from './policyInput.ts'

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
  if (data) return <PolicyExposure of={{ ...askedOf(data), enabled }} taking={!enabled} />
  return error ? <p className="hint">{errorText(error)}</p> : null
}

const askedOf = (policy: Policy) => {
  const { name: _, description: __, limits: ___, ...asked } = inputOfPolicy(policy)
  return { ...asked, chatAccessPolicyId: policy.chatAccessPolicyId }
}
