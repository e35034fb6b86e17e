import { useActions } from '../currentUser/data/useActions.ts'

/** What may be done with brands by somebody who may look at them. */
export function useBrandRights() {
  const { held } = useActions()
  return {
    mayCreate: held.has('BrandsCreate'),
    mayWrite: held.has('BrandsWrite'),
  }
}
