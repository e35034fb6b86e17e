import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type TestCase, testsApi } from '../data/api.ts'
import { testsTexts } from '../lang/en.ts'

interface Props {
  performanceTestId: string
  one: TestCase
  close: () => void
}

export function RemoveCaseDialog({ performanceTestId, one: { caseId, question }, close }: Props) {
  const t = testsTexts.useText()
  const [remove, { isLoading, error }] = testsApi.useRemoveCaseMutation()

  async function confirm() {
    if ((await remove({ performanceTestId, caseId })).error) return
    toast.success(t('caseRemoved'))
    close()
  }

  return (
    <ConfirmDialog
      title={t('removeCaseTitle')}
      text={t('removeCaseText')}
      button={t('removeCaseName')}
      busy={isLoading}
      error={error}
      confirm={() => void confirm()}
      close={close}
    >
      <blockquote className="case-quote clamp" dir="auto">
        {question}
      </blockquote>
    </ConfirmDialog>
  )
}
