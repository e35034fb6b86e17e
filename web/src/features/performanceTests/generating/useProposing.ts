import { useEffect, useRef, useState } from 'react'
import type { Findable } from '../../../ui/admin/fields/Finder.tsx'
import type { NamedJudge } from '../judge/judgeForm.ts'
import { generatingApi, type Proposed } from './api.ts'
import { type Proposal, withProposed } from './proposals.ts'

/** What the last file came to. */
interface Came extends Omit<Proposed, 'items'> {
  fileName: string
  byModel: boolean
  added: number
}

export type Outcome = Came | 'Stopped' | null

/** Proposes cases from a file, and lists those of all files so far. */
export function useProposing(performanceTestId: string) {
  const [file, chooseFile] = useState<Findable | null>(null)
  /** As `judgeKey` writes it; empty for rules. */
  const [method, chooseMethod] = useState('')
  const [proposals, setProposals] = useState<Proposal[]>([])
  const [outcome, setOutcome] = useState<Outcome>(null)
  const [generate, { isLoading, error, reset }] = generatingApi.useGenerateCasesMutation()
  const running = useRef<{ abort: () => void } | null>(null)
  // Nothing waits for the model once the dialog is closed.
  useEffect(() => () => running.current?.abort(), [])

  async function propose(deployment: NamedJudge | null) {
    if (!file || isLoading) return
    setOutcome(null)
    const call = generate({ performanceTestId, fileId: file.key, deployment })
    running.current = call
    const { data } = await call
    // Another call, or a stop, took its place.
    if (running.current !== call) return
    running.current = null
    if (!data) return
    const { items, ...came } = data
    const listed = withProposed(proposals, items, file.name)
    const added = listed.length - proposals.length
    setProposals((now) => withProposed(now, items, file.name))
    setOutcome({ ...came, fileName: file.name, byModel: deployment !== null, added })
  }

  function stop() {
    const call = running.current
    running.current = null
    call?.abort()
    reset()
    setOutcome('Stopped')
  }

  return {
    ...{ file, method, proposals, setProposals, outcome, propose, stop, error },
    isBusy: isLoading,
    chooseFile(next: Findable | null) {
      reset()
      setOutcome(null)
      chooseFile(next)
    },
    chooseMethod(next: string) {
      reset()
      setOutcome(null)
      chooseMethod(next)
    },
  }
}

export type Proposing = ReturnType<typeof useProposing>
