import { SelectField } from '../../../ui/admin/fields/SelectField.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import { monitoringTexts } from './lang/en.ts'
import { type ScheduleValues, schedules } from './scheduleForm.ts'

/** When a test is run with the published version, and what that can cost. */
export function ScheduleFields<Values extends ScheduleValues>({
  form: { values, errors, set, check },
}: {
  form: EditForm<Values>
}) {
  const t = monitoringTexts.useText()
  return (
    <>
      <SelectField
        field="schedule"
        label={t('schedule')}
        hint={t('scheduleHint')}
        value={values.schedule}
        options={schedules.map((key) => ({ key, label: t(`schedule.${key}`) }))}
        change={(schedule) => set('schedule', schedule)}
      />
      <TextField
        field="scheduleCostCeiling"
        label={t('scheduleCostCeiling')}
        hint={t('scheduleCostCeilingHint')}
        value={values.scheduleCostCeiling}
        error={errors.scheduleCostCeiling}
        change={(amount) => set('scheduleCostCeiling', amount)}
        leave={() => check('scheduleCostCeiling')}
      />
    </>
  )
}
