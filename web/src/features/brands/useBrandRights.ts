import type { Action } from '@parlance/contract/actions'
import { useActions } from '../currentUser/useActions.ts'

/** Any of these opens the brands. */
export const brandActions = ['BrandsRead', 'BrandsCreate', 'BrandsWrite'] as const satisfies readonly Action[]

export function useBrandRights() {
  const { held } = useActions()
  return {
    mayRead: brandActions.some((action) => held.has(action)),
    mayCreate: held.has('BrandsCreate'),
    mayWrite: held.has('BrandsWrite'),
  }
}
