import { problemOf } from '../../../session/http.ts'
import { ListSkeleton } from '../../../ui/admin/ListSkeleton.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { type Accepted, acceptedOf } from '../cases/acceptedCase.ts'
import { CaseDialog } from '../cases/CaseDialog.tsx'
import { valuesOf } from '../cases/caseForm.ts'
import { type CaseResult, type PerformanceTest, testsApi } from '../data/api.ts'
import { FormDialog } from '../FormDialog.tsx'
import { testsTexts } from '../lang/en.ts'

interface Props {
  test: PerformanceTest
  caseId: string
  /** An answer to expect from now on. The form proposes what it says. */
  accepted?: CaseResult
  close: () => void
}

/** The form for a case as it is now, which can differ from what the run asked. */
export function EditCase({ test, caseId, accepted, close }: Props) {
  const t = testsTexts.useText()
  const { performanceTestId } = test
  const { currentData, error, refetch } = testsApi.useGetCaseQuery(
    { performanceTestId, caseId },
    { refetchOnMountOrArgChange: true },
  )
  if (currentData) {
    const found = accepted && acceptedOf(valuesOf(currentData), accepted)
    const proposed = found && { values: found.values, note: <AcceptedNote accepted={found} /> }
    return (
      <CaseDialog test={test} tags={[]} one={currentData} {...(proposed && { proposed })} close={close} />
    )
  }
  const isMissing = problemOf(error)?.code === 'performanceCase.notFound'
  return (
    <FormDialog
      title={t('editCase')}
      dirty={false}
      busy={false}
      error={undefined}
      submit={close}
      close={close}
    >
      {isMissing ? (
        <p className="m2">{t('caseMissing')}</p>
      ) : error ? (
        <LoadError error={error} retry={refetch} />
      ) : (
        <ListSkeleton columns={1} />
      )}
    </FormDialog>
  )
}

/** Says where the proposed facts come from, and what is no longer expected. */
function AcceptedNote({ accepted: { dropped } }: { accepted: Accepted }) {
  const t = testsTexts.useText()
  return (
    <div className="strip info">
      <div className="grow wrap">
        <p>{t('acceptNote')}</p>
        {dropped.length > 0 && (
          <>
            <p>{t('acceptDropped')}</p>
            <ul className="reasons">
              {dropped.map((text, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list doesn't change.
                <li key={at}>
                  <bdi>{text}</bdi>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}
