import { useState } from 'react'
import { problemOf } from '../../../transport/apiError.ts'
import { usePolicyRights } from '../../chatAccessPolicies/usePolicyRights.ts'
import type { Publishing } from '../data/api.ts'
import { type Access, errorOf, inputOf, redone, type WhoMayUse, whoNow } from './whoMayUse.ts'

interface Given {
  answer: WhoMayUse
  /** The access that the answer is based on. It is saved only if the server's version is still the same. */
  over: Access
}

/** Someone else's answer, saved in the meantime, and the user's own unsaved answer. */
export interface WhoConflict {
  theirs: WhoMayUse
  mine: WhoMayUse
}

/** State of the answer to "Who can use this agent?" while it is edited, based on the agent's own policy. */
export function useWhoMayUse(publishing: Publishing | undefined) {
  const { mayCreate, mayWrite } = usePolicyRights()
  const [given, give] = useState<Given>()
  const [conflict, setConflict] = useState<WhoConflict>()
  const [takenIn, setTakenIn] = useState(false)
  const isFirst = publishing?.history.length === 0
  // An edited answer stays based on what it started from. Saving detects changes made since.
  const access = given?.over ?? publishing?.access ?? null
  const mayChange = access !== null && (access.own ? mayWrite : mayCreate)
  const now = access && whoNow(access, isFirst)
  const wanted = (mayChange && given?.answer) || now
  const discard = () => {
    give(undefined)
    setConflict(undefined)
  }

  /** Handles a rejected save. If someone else changed the access, the answer is merged with theirs. */
  function takeIn(error: unknown) {
    setConflict(undefined)
    setTakenIn(false)
    const problem = problemOf(error) as { code: string; current?: Publishing } | undefined
    const theirs = problem?.code === 'request.stale' ? problem.current?.access : undefined
    if (!given || !now || !theirs || theirs.own?.version === given.over.own?.version) return
    const is = whoNow(theirs, isFirst)
    give({ answer: redone(now, given.answer, is), over: theirs })
    setConflict({ theirs: is, mine: given.answer })
    setTakenIn(true)
  }

  return {
    access,
    wanted,
    change: mayChange && access ? (answer: WhoMayUse) => give({ answer, over: access }) : undefined,
    /** The permission that is missing to change it, if any. */
    missing: mayChange
      ? undefined
      : access?.own
        ? ('ChatAccessPoliciesWrite' as const)
        : ('ChatAccessPoliciesCreate' as const),
    /** Set only if the user can change the answer. */
    error: mayChange && wanted ? errorOf(wanted) : undefined,
    /** Only an edited answer is sent. An untouched one stays as it is, even if its policy is turned off. */
    input: mayChange && given && access ? inputOf(given.answer, access) : undefined,
    conflict,
    /** The last rejected save was such a conflict. The conflict notice replaces the error message. */
    takenIn,
    takeIn,
    discard,
  }
}

export type Who = ReturnType<typeof useWhoMayUse>
