import { useEffect, useRef } from 'react'
import { generatingTexts } from './lang/en.ts'
import { ProposalItem } from './ProposalItem.tsx'
import { countsOf } from './proposals.ts'
import type { Proposing } from './useProposing.ts'

export interface ListProps {
  performanceTestId: string
  proposing: Proposing
  /** The proposal to focus; with a null key, the counts. */
  wanted: { key: string | null } | null
  focused: () => void
  decide: (key: string, state: 'Accepted' | 'Skipped') => void
  edit: (key: string) => void
  undo: (key: string) => void
}

/** The proposed cases, and how many of them are decided. */
export function ProposalList({
  performanceTestId,
  proposing,
  wanted,
  focused,
  decide,
  edit,
  undo,
}: ListProps) {
  const t = generatingTexts.useText()
  const { proposals } = proposing
  const list = useRef<HTMLDivElement>(null)
  // A proposal itself gets the focus, not a button, so that its question is read before it can be accepted.
  useEffect(() => {
    if (!wanted) return
    const named = wanted.key === null ? '[data-counts]' : `[data-proposal="${wanted.key}"]`
    list.current?.querySelector<HTMLElement>(named)?.focus()
    focused()
  }, [wanted, focused])
  return (
    <div ref={list} className="proposals">
      <p className="s13 m2" role="status" data-counts tabIndex={-1}>
        {t('progress', countsOf(proposals))}
      </p>
      <ul className="candidates" aria-label={t('proposals')}>
        {proposals.map((one) => (
          <ProposalItem
            key={one.key}
            performanceTestId={performanceTestId}
            proposal={one}
            accepted={() => decide(one.key, 'Accepted')}
            skip={() => decide(one.key, 'Skipped')}
            edit={() => edit(one.key)}
            undo={() => undo(one.key)}
          />
        ))}
      </ul>
    </div>
  )
}
