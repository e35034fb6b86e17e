import { useActions } from '../currentUser/data/useActions.ts'

/** Permissions on guidelines for users who can view them. */
export function useGuidelinesRights() {
  const { held } = useActions()
  return {
    mayCreate: held.has('GuidelinesDocumentsCreate'),
    mayWrite: held.has('GuidelinesDocumentsWrite'),
    maySeeConsents: held.has('GuidelinesConsentsRead'),
  }
}
