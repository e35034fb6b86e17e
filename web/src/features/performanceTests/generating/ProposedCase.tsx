import { CaseDialog } from '../cases/CaseDialog.tsx'
import type { PerformanceTest } from '../data/api.ts'
import { generatingTexts } from './lang/en.ts'
import { Passage } from './ProposalItem.tsx'
import { type Proposal, valuesOf } from './proposals.ts'

interface Props {
  test: PerformanceTest
  tags: readonly string[]
  proposal: Proposal
  accepted: () => void
  close: () => void
}

/** The form for a proposed case, to change it before it is saved. */
export function ProposedCase({ test, tags, proposal, accepted, close }: Props) {
  const t = generatingTexts.useText()
  const note = (
    <div className="strip info">
      <div className="grow wrap candidate-note">
        <p>{t('editNote')}</p>
        <Passage text={proposal.passage} label={t('passage')} />
      </div>
    </div>
  )
  return (
    <CaseDialog
      test={test}
      tags={tags}
      one={undefined}
      proposed={{ values: valuesOf(proposal), note }}
      isGenerated
      created={accepted}
      close={close}
    />
  )
}
