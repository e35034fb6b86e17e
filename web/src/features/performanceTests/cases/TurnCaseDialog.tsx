import { FlaskConical, Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { SelectField } from '../../../ui/admin/fields/SelectField.tsx'
import { ListSkeleton } from '../../../ui/admin/ListSkeleton.tsx'
import { EmptyList } from '../../../ui/admin/ListStates.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { testsOfAgentPath } from '../../agentManagement/data/agentPaths.ts'
import { type PerformanceTest, type ProposedCase, testsApi } from '../data/api.ts'
import { FormDialog } from '../FormDialog.tsx'
import { testsTexts } from '../lang/en.ts'
import { RatedAnswer } from './CandidatesDialog.tsx'
import { CaseDialog } from './CaseDialog.tsx'
import { useAgentTests } from './useAgentTests.ts'

interface Props {
  segmentId: string
  close: () => void
}

/** Creates a case from a question that the user asked in a chat, in a test of the agent that answered. */
export function TurnCaseDialog({ segmentId, close }: Props) {
  const t = testsTexts.useText()
  const proposed = testsApi.useProposeCaseQuery(
    { conversationSegmentId: segmentId },
    { refetchOnMountOrArgChange: true },
  )
  const turn = proposed.currentData?.turn
  const { tests, ...listed } = useAgentTests(turn?.gptSystemId)
  const error = proposed.error ?? listed.error
  const reload = () => void (proposed.error ? proposed.refetch() : listed.refetch())
  if (turn && tests?.[0]) return <TurnCase {...{ segmentId, turn, tests, close }} />
  const content =
    turn === null ? (
      <EmptyList Icon={Lock} text={t('turnWithheld')} />
    ) : error ? (
      <LoadError error={error} retry={reload} />
    ) : turn && tests ? (
      <EmptyList Icon={FlaskConical} text={t('turnNoTests')}>
        <Link className="btn soft sm" to={testsOfAgentPath(turn.gptSystemId)} onClick={close}>
          {t('turnToTests')}
        </Link>
      </EmptyList>
    ) : (
      <ListSkeleton columns={1} />
    )
  return <Message close={close}>{content}</Message>
}

function Message({ close, children }: { close: () => void; children: ReactNode }) {
  const t = testsTexts.useText()
  return (
    <FormDialog
      title={t('newCase')}
      dirty={false}
      busy={false}
      error={undefined}
      submit={() => undefined}
      close={close}
    >
      {children}
    </FormDialog>
  )
}

interface TurnProps extends Props {
  turn: ProposedCase
  tests: readonly PerformanceTest[]
}

function TurnCase({ segmentId, turn, tests, close }: TurnProps) {
  const t = testsTexts.useText()
  const [chosen, choose] = useState('')
  const test = tests.find(({ performanceTestId }) => performanceTestId === chosen) ?? tests[0]!
  const { performanceTestId } = test
  const { currentData } = testsApi.useListCasesInfiniteQuery({ performanceTestId, search: '', tag: '' })
  const { question, turns, expectedCitations, answer, isShortened, hadAttachments } = turn
  const values = {
    question,
    turns,
    expectedCitations: expectedCitations.map(({ page, ...cited }) => ({
      ...cited,
      page: page === null ? '' : String(page),
    })),
  }
  const note = (
    <>
      <div className="strip info">
        <div className="grow wrap candidate-note">
          <p>{t('turnNote')}</p>
          {isShortened && <p>{t('turnShortened')}</p>}
          {hadAttachments && <p>{t('turnAttachments')}</p>}
          <RatedAnswer candidate={{ answer, reason: null, comment: '' }} whole />
        </div>
      </div>
      <SelectField
        field="performanceTestId"
        label={t('turnTest')}
        value={performanceTestId}
        options={tests.map((one) => ({ key: one.performanceTestId, label: one.name }))}
        change={choose}
      />
    </>
  )
  return (
    <CaseDialog
      test={test}
      tags={currentData?.pages[0]?.tags ?? []}
      one={undefined}
      proposed={{ values, note }}
      candidate={{ origin: 'Conversation', candidateId: segmentId }}
      close={close}
    />
  )
}
