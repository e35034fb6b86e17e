import { useState } from 'react'
import { usePolicyRights } from '../../chatAccessPolicies/usePolicyRights.ts'
import type { Publishing } from '../api.ts'
import { faultOf, inputOf, type WhoMayUse, whoNow } from './whoMayUse.ts'

/** The answer to "Who may use it?" while it is given, beside what the agent's own policy says. */
export function useWhoMayUse(publishing: Publishing | undefined) {
  const { mayCreate, mayWrite } = usePolicyRights()
  const [given, give] = useState<WhoMayUse>()
  const access = publishing?.access ?? null
  const mayChange = access !== null && (access.own ? mayWrite : mayCreate)
  const now = access && whoNow(access, publishing?.history.length === 0)
  const wanted = (mayChange && given) || now
  return {
    access,
    wanted,
    change: mayChange ? give : undefined,
    /** Why it cannot be changed: the action that is missing. */
    missing: mayChange
      ? undefined
      : access?.own
        ? ('ChatAccessPoliciesWrite' as const)
        : ('ChatAccessPoliciesCreate' as const),
    /** Only of those who can do something about it. */
    fault: mayChange && wanted ? faultOf(wanted) : undefined,
    /** Of an answer alone: what nobody has touched stays, a policy that is switched off too. */
    input: mayChange && given && access ? inputOf(given, access) : undefined,
    discard: () => give(undefined),
  }
}

export type Who = ReturnType<typeof useWhoMayUse>
