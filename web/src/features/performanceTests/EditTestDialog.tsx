import { ConflictDialog } from '../../ui/admin/ConflictDialog.tsx'
import { useEditForm } from '../../ui/admin/useEditForm.ts'
import { useWantedField } from '../../ui/admin/useWantedField.ts'
import { toast } from '../../ui/toast.tsx'
import { type PerformanceTest, testsApi } from './data/api.ts'
import { FormDialog } from './FormDialog.tsx'
import { judgeApi } from './judge/api.ts'
import { JudgeFields } from './judge/JudgeFields.tsx'
import { type JudgeValues, judgeErrors, judgeInput, judgeValues } from './judge/judgeForm.ts'
import { judgeTexts } from './judge/lang/en.ts'
import { testsTexts } from './lang/en.ts'
import { monitoringTexts } from './monitoring/lang/en.ts'
import { ScheduleFields } from './monitoring/ScheduleFields.tsx'
import {
  isOfSchedule,
  type ScheduleValues,
  scheduleErrors,
  scheduleInput,
  scheduleValues,
} from './monitoring/scheduleForm.ts'
import { TestFields } from './TestFields.tsx'
import { type TestValues, testErrors, testInput, testValues } from './testForm.ts'

interface Values extends TestValues, JudgeValues, ScheduleValues {}

/** The form for the name, the pass mark, the judge, and the schedule of a test. */
export function EditTestDialog({ test, close }: { test: PerformanceTest; close: () => void }) {
  const t = testsTexts.useText()
  const ofJudge = judgeTexts.useText()
  const ofSchedule = monitoringTexts.useText()
  const { data: judges } = judgeApi.useListJudgesQuery()
  const allowed = judges?.items ?? []
  const choices = test.judge ? [...allowed, test.judge] : allowed
  const [update] = testsApi.useUpdatePerformanceTestMutation()
  const form = useEditForm<Values, PerformanceTest>({
    entity: test,
    valuesOf: (one) => ({ ...testValues(one), ...judgeValues(one.judge), ...scheduleValues(one) }),
    validate: (values) => ({
      ...testErrors(values, t),
      ...judgeErrors(values, { tooLong: (max) => ofJudge('rubricTooLong', { max }) }),
      ...scheduleErrors(values, ofSchedule('costInvalid')),
    }),
    save: (values, version) =>
      update({
        performanceTestId: test.performanceTestId,
        version,
        ...testInput(values),
        judge: judgeInput(values, choices),
        ...scheduleInput(values),
      }),
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
      {judges && <JudgeFields form={form} allowed={allowed} current={test.judge} />}
      <ScheduleFields form={form} />
      <ConflictDialog
        form={form}
        labelOf={(field) =>
          isOfSchedule(field) ? ofSchedule(field) : isOfJudge(field) ? ofJudge(field) : t(field)
        }
        show={(_, value) => <bdi>{value}</bdi>}
      />
    </FormDialog>
  )
}

const isOfJudge = (field: keyof Values): field is keyof JudgeValues =>
  field === 'judge' || field === 'rubric' || field === 'minimumScore'
