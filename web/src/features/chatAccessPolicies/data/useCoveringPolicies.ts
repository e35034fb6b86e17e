import { useActions } from '../../currentUser/data/useActions.ts'
import { type PolicyRow, policiesApi } from './api.ts'

const readers = ['ChatAccessPoliciesRead', 'ChatAccessPoliciesCreate', 'ChatAccessPoliciesWrite'] as const

/**
 * Returns the active policies that cover every agent of the instance. Undefined if that is unknown, or if the
 * user can't read policies.
 */
export function useCoveringPolicies(): PolicyRow[] | undefined {
  const { held } = useActions()
  const { data } = policiesApi.useListChatAccessPoliciesInfiniteQuery(
    { search: '', sort: 'name', gptSystemId: undefined },
    { skip: !readers.some((action) => held.has(action)) },
  )
  if (!data) return undefined
  const covering = data.pages.flatMap(({ items }) => items).filter((policy) => covers(policy, Date.now()))
  // A page that isn't loaded yet can include one.
  const complete = data.pages.at(-1)?.continuationToken === null
  return complete || covering.length > 0 ? covering : undefined
}

/** The policy is active and applies to agents of any brand. */
export function covers(
  policy: Pick<PolicyRow, 'enabled' | 'allGptSystems' | 'brandKey' | 'validFrom' | 'validTo'>,
  now: number,
): boolean {
  const { enabled, allGptSystems, brandKey, validFrom, validTo } = policy
  if (!enabled || !allGptSystems || brandKey !== null) return false
  return (!validFrom || Date.parse(validFrom) <= now) && (!validTo || now < Date.parse(validTo))
}
