import { useState } from 'react'
import { problemOf } from '../../../transport/apiError.ts'
import { usePolicyRights } from '../../chatAccessPolicies/usePolicyRights.ts'
import type { Publishing } from '../data/api.ts'
import { type Access, faultOf, inputOf, redone, type WhoMayUse, whoNow } from './whoMayUse.ts'

interface Given {
  answer: WhoMayUse
  /** What it was given over: only over that is it saved. */
  over: Access
}

/** Somebody else's answer, saved in the meantime, and the one that was to be saved. */
export interface WhoConflict {
  theirs: WhoMayUse
  mine: WhoMayUse
}

/** The answer to "Who may use it?" while it is given, beside what the agent's own policy says. */
export function useWhoMayUse(publishing: Publishing | undefined) {
  const { mayCreate, mayWrite } = usePolicyRights()
  const [given, give] = useState<Given>()
  const [conflict, setConflict] = useState<WhoConflict>()
  const [takenIn, setTakenIn] = useState(false)
  const isFirst = publishing?.history.length === 0
  // What is read anew meanwhile is not what was answered: saving finds out, and says so.
  const access = given?.over ?? publishing?.access ?? null
  const mayChange = access !== null && (access.own ? mayWrite : mayCreate)
  const now = access && whoNow(access, isFirst)
  const wanted = (mayChange && given?.answer) || now
  const discard = () => {
    give(undefined)
    setConflict(undefined)
  }

  /** After a refusal: where somebody else has saved who may use it, the answer stands over theirs from here on. */
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
    /** Why it cannot be changed: the action that is missing. */
    missing: mayChange
      ? undefined
      : access?.own
        ? ('ChatAccessPoliciesWrite' as const)
        : ('ChatAccessPoliciesCreate' as const),
    /** Only of those who can do something about it. */
    fault: mayChange && wanted ? faultOf(wanted) : undefined,
    /** Of an answer alone: what nobody has touched stays, a policy that is switched off too. */
    input: mayChange && given && access ? inputOf(given.answer, access) : undefined,
    conflict,
    /** The last refusal was that: it is told by what became of it, and by nothing else. */
    takenIn,
    takeIn,
    discard,
  }
}

export type Who = ReturnType<typeof useWhoMayUse>
