import { useEffect, useState } from 'react'
import { useObservable } from '../base/useObservable.ts'
import { auth, type EntraGroup } from './auth.ts'
import { loadGroups } from './groups.ts'

export interface Groups {
  groups: readonly EntraGroup[]
  /** `unknown` where they could not be read: whose member somebody is cannot be told then. */
  state: 'loading' | 'known' | 'unknown'
  /** Sends the person to the directory to consent to reading them, which leaves the page. */
  ask: () => void
}

/** Once a page: groups change seldom. */
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

/** The directory's groups, for editors that name them. */
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
