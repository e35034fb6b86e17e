import { problemOf } from '../../../session/http.ts'
import { ListSkeleton } from '../../../ui/admin/ListSkeleton.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { CaseDialog } from '../cases/CaseDialog.tsx'
import { type PerformanceTest, testsApi } from '../data/api.ts'
import { FormDialog } from '../FormDialog.tsx'
import { testsTexts } from '../lang/en.ts'

interface Props {
  test: PerformanceTest
  caseId: string
  close: () => void
}

/** The form for a case as it is now, which can differ from what the run asked. */
export function EditCase({ test, caseId, close }: Props) {
  const t = testsTexts.useText()
  const { performanceTestId } = test
  const { currentData, error, refetch } = testsApi.useGetCaseQuery(
    { performanceTestId, caseId },
    { refetchOnMountOrArgChange: true },
  )
  if (currentData) return <CaseDialog test={test} tags={[]} one={currentData} close={close} />
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
