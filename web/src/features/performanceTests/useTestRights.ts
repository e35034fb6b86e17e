import type { Action } from '@parlance/contract/actions'
import { useActions } from '../currentUser/data/useActions.ts'

const readers: readonly Action[] = ['AnalyticsRead', 'AnalyticsCreate', 'AnalyticsWrite']

/** Permissions on performance tests. Each test adds its own. */
export function useTestRights() {
  const { held } = useActions()
  return {
    mayList: readers.some((action) => held.has(action)),
    mayCreate: held.has('AnalyticsCreate'),
  }
}
