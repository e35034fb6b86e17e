import { limits } from '@parlance/contract/limits'
import type { Errors } from '../../../ui/admin/formState.ts'
import type { PerformanceTest } from '../data/api.ts'

export type Schedule = PerformanceTest['schedule']
type Stored = Pick<PerformanceTest, 'schedule' | 'scheduleCostCeilingUsd'>

export const schedules: readonly Schedule[] = ['Never', 'Night', 'Week']

export interface ScheduleValues {
  schedule: string
  /** As it is typed. Empty for no limit. */
  scheduleCostCeiling: string
}

export const scheduleValues = ({ schedule, scheduleCostCeilingUsd }: Stored): ScheduleValues => ({
  schedule,
  scheduleCostCeiling: scheduleCostCeilingUsd === null ? '' : String(scheduleCostCeilingUsd),
})

export const scheduleInput = ({ schedule, scheduleCostCeiling }: ScheduleValues): Stored => ({
  schedule: schedules.find((one) => one === schedule) ?? 'Never',
  scheduleCostCeilingUsd: scheduleCostCeiling.trim() === '' ? null : Number(scheduleCostCeiling),
})

export function scheduleErrors({ scheduleCostCeiling }: ScheduleValues, invalid: string): Errors {
  const typed = scheduleCostCeiling.trim()
  const isAmount = typed === '' || (/^\d+(\.\d+)?$/.test(typed) && Number(typed) <= limits.runCeilingUsd)
  return isAmount ? {} : { scheduleCostCeiling: invalid }
}

export const isOfSchedule = (field: string): field is keyof ScheduleValues =>
  field === 'schedule' || field === 'scheduleCostCeiling'
