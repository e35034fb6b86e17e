import { RemovalDialog } from '../../ui/admin/RemovalDialog.tsx'
import { type PerformanceTest, testsApi } from './data/api.ts'
import { testsTexts } from './lang/en.ts'

interface Props {
  test: PerformanceTest
  /** Leaves the page of the test after its deletion. */
  removed?: () => void
  close: () => void
}

export function RemoveTestDialog({ test: { performanceTestId, name }, removed, close }: Props) {
  const t = testsTexts.useText()
  const [remove, { isLoading, error }] = testsApi.useRemovePerformanceTestMutation()
  return (
    <RemovalDialog
      {...{ t, name, isLoading, error, removed, close }}
      remove={() => remove({ performanceTestId })}
    />
  )
}
