import { useRef, useState } from 'react'
import { type LookedAt, setupsApi } from '../data/setupsApi.ts'
import { urlOf } from './setupForm.ts'

export interface Looked {
  /** Null before a page was looked at, and if it couldn’t be asked about. */
  result: LookedAt | null
  /** The title of the page, which suggests the agent’s name. */
  title: string
  isLooking: boolean
  look(typed: string): void
}

/** Reads the title of a page, so that a wrong address shows before anything is created. */
export function useLookedAt(): Looked {
  const [ask, { isLoading }] = setupsApi.useLookAtSiteMutation()
  const [result, setResult] = useState<LookedAt | null>(null)
  const latest = useRef('')

  async function look(typed: string) {
    const url = urlOf(typed)
    if (!url || url === latest.current) return
    latest.current = url
    setResult(null)
    const { data } = await ask({ url })
    // Meanwhile, another address can have been typed.
    if (latest.current !== url) return
    setResult(data ?? null)
    if (!data) latest.current = ''
  }

  return { result, title: result?.title ?? '', isLooking: isLoading, look: (typed) => void look(typed) }
}
