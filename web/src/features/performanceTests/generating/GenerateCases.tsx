import { useState } from 'react'
import type { PerformanceTest } from '../data/api.ts'
import { ProposalsDialog } from './ProposalsDialog.tsx'
import { ProposedCase } from './ProposedCase.tsx'
import { nextOpen, withState } from './proposals.ts'
import { useProposing } from './useProposing.ts'
import './generating.css'

interface Props {
  test: PerformanceTest
  tags: readonly string[]
  close: () => void
}

/** Proposes cases from files. The list stays while a form for one of them is open. */
export function GenerateCases({ test, tags, close }: Props) {
  const proposing = useProposing(test.performanceTestId)
  const { proposals, setProposals } = proposing
  const [editedKey, edit] = useState<string | null>(null)
  /** What to move the focus to: a proposal, or the counts once all are decided. */
  const [wanted, want] = useState<{ key: string | null } | null>(null)
  const edited = proposals.find(({ key }) => key === editedKey)

  function decide(key: string, state: 'Accepted' | 'Skipped') {
    setProposals((now) => withState(now, key, state))
    want({ key: nextOpen(proposals, key) })
  }

  if (edited)
    return (
      <ProposedCase
        {...{ test, tags }}
        proposal={edited}
        accepted={() => decide(edited.key, 'Accepted')}
        close={() => {
          edit(null)
          // Once it is accepted, the next one is wanted already.
          want((now) => now ?? { key: edited.key })
        }}
      />
    )
  return (
    <ProposalsDialog
      {...{ proposing, wanted, decide, close }}
      performanceTestId={test.performanceTestId}
      focused={() => want(null)}
      edit={(key) => {
        want(null)
        edit(key)
      }}
      undo={(key) => {
        setProposals((now) => withState(now, key, 'Open'))
        want({ key })
      }}
    />
  )
}
