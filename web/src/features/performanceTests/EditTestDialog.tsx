import { ConflictDialog } from '../../ui/admin/ConflictDialog.tsx'
import { useEditForm } from '../../ui/admin/useEditForm.ts'
import { useWantedField } from '../../ui/admin/useWantedField.ts'
import { toast } from '../../ui/toast.tsx'
import { type PerformanceTest, testsApi } from './data/api.ts'
import { FormDialog } from './FormDialog.tsx'
import { testsTexts } from './lang/en.ts'
import { TestFields } from './TestFields.tsx'
import { type TestValues, testErrors, testInput, testValues } from './testForm.ts'

/** The form for the name and the pass mark of a test. */
export function EditTestDialog({ test, close }: { test: PerformanceTest; close: () => void }) {
  const t = testsTexts.useText()
  const [update] = testsApi.useUpdatePerformanceTestMutation()
  const form = useEditForm<TestValues, PerformanceTest>({
    entity: test,
    valuesOf: testValues,
    validate: (values) => testErrors(values, t),
    save: (values, version) =>
      update({ performanceTestId: test.performanceTestId, version, ...testInput(values) }),
    saved: ({ name }) => {
      toast.success(t('saved', { name }))
      close()
    },
  })
  useWantedField(form?.wanted, () => {})
  if (!form) return null
  const isChanged = form.changed.length > 0
  return (
    <FormDialog
      title={t('edit')}
      dirty={isChanged}
      busy={form.saving}
      error={form.error}
      button={t('save')}
      // An unchanged test isn't saved again.
      submit={() => (isChanged ? void form.submit() : close())}
      close={close}
    >
      <TestFields form={form} />
      <ConflictDialog form={form} labelOf={(field) => t(field)} show={(_, value) => <bdi>{value}</bdi>} />
    </FormDialog>
  )
}
