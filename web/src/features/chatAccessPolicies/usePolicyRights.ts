import { useActions } from '../currentUser/data/useActions.ts'

/** What may be done with policies by somebody who may look at them. */
export function usePolicyRights() {
  const { held } = useActions()
  return {
    mayCreate: held.has('ChatAccessPoliciesCreate'),
    mayWrite: held.has('ChatAccessPoliciesWrite'),
    mayExplain: held.has('ChatAccessPoliciesRead') || held.has('ChatAccessPoliciesWrite'),
  }
}
