import type { Candidate, PerformanceTest } from '../data/api.ts'
import { testsTexts } from '../lang/en.ts'
import { RatedAnswer } from './CandidatesDialog.tsx'
import { CaseDialog } from './CaseDialog.tsx'

interface Props {
  test: PerformanceTest
  tags: readonly string[]
  candidate: Candidate
  close: () => void
}

/** The form for a case made from a real question. What its answer must say is for the user to enter. */
export function CandidateCase({ test, tags, candidate, close }: Props) {
  const t = testsTexts.useText()
  const { origin, candidateId, question } = candidate
  const note = (
    <div className="strip info">
      <div className="grow wrap candidate-note">
        <p>{t(`candidateNote.${origin}`)}</p>
        <RatedAnswer candidate={candidate} whole />
      </div>
    </div>
  )
  return (
    <CaseDialog
      test={test}
      tags={tags}
      one={undefined}
      proposed={{ values: { question }, note }}
      candidate={{ origin, candidateId }}
      close={close}
    />
  )
}
