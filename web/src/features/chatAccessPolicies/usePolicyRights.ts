import { useActions } from '../currentUser/data/useActions.ts'

/** Permissions on policies for users who can view them. */
export function usePolicyRights() {
  const { held } = useActions()
  return {
    mayCreate: held.has('ChatAccessPoliciesCreate'),
    mayWrite: held.has('ChatAccessPoliciesWrite'),
    mayExplain: held.has('ChatAccessPoliciesRead') || held.has('ChatAccessPoliciesWrite'),
  }
}
