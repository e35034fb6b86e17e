import { useActions } from '../currentUser/data/useActions.ts'

/** Permissions on brands for users who can view them. */
export function useBrandRights() {
  const { held } = useActions()
  return {
    mayCreate: held.has('BrandsCreate'),
    mayWrite: held.has('BrandsWrite'),
  }
}
