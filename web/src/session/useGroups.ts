import { useEffect, useState } from 'react'
import { useObservable } from '../base/useObservable.ts'
import { auth, type EntraGroup } from './auth.ts'
import { loadGroups } from './groups.ts'

export interface Groups {
  groups: readonly EntraGroup[]
  /** `unknown` if they couldn't be read. Membership can't be determined then. */
  state: 'loading' | 'known' | 'unknown'
  /** Redirects the user to the directory to consent to reading them. */
  ask: () => void
}

/** Once per page, because groups rarely change. */
let loaded: Promise<boolean> | undefined

function load(options?: { ask: boolean }): Promise<boolean> {
  loaded ??= loadGroups(options).then(
    (groups) => groups !== undefined,
    () => {
      loaded = undefined
      return false
    },
  )
  return loaded
}

/** Returns the directory's groups, for editors that name them. */
export function useGroups(): Groups {
  const { entraGroups } = useObservable(auth)
  const [state, setState] = useState<Groups['state']>('loading')
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    let shown = true
    setState('loading')
    void load(asked ? { ask: true } : undefined).then((known) => {
      if (shown) setState(known ? 'known' : 'unknown')
    })
    return () => {
      shown = false
    }
  }, [asked])
  return { groups: entraGroups, state, ask: () => setAsked(true) }
}
