import { limits } from '@parlance/contract/limits'
import type { Compliance, ComplianceSettings } from '../data/complianceApi.ts'
import type { ComplianceText } from './lang/en.ts'

/** The settings as they are typed. Empty days of retention mean that nothing is deleted by age. */
export interface ComplianceValues {
  mode: Compliance['mode']
  retentionDays: string
  deletedRetentionDays: string
  redactsForProviders: boolean
}

export const valuesOf = (settings: ComplianceSettings): ComplianceValues => ({
  mode: settings.mode,
  retentionDays: settings.retentionDays === null ? '' : String(settings.retentionDays),
  deletedRetentionDays: String(settings.deletedRetentionDays),
  redactsForProviders: settings.redactsForProviders,
})

/** With a mode that needs retention, a number of days is proposed. */
export const withMode = (values: ComplianceValues, mode: Compliance['mode']): ComplianceValues => ({
  ...values,
  mode,
  retentionDays:
    mode !== 'Off' && values.retentionDays.trim() === ''
      ? String(limits.retentionDays.proposed)
      : values.retentionDays,
})

/** Returns the number of days, or null if it isn't one between the bounds. */
function daysOf(text: string, { min, max }: { min: number; max: number }): number | null {
  const days = /^\d{1,4}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN
  return days >= min && days <= max ? days : null
}

export function errorsOf(
  { mode, retentionDays, deletedRetentionDays }: ComplianceValues,
  t: ComplianceText,
): Partial<Record<'retentionDays' | 'deletedRetentionDays', string>> {
  const isKept = mode === 'Off' && retentionDays.trim() === ''
  return {
    ...(isKept || daysOf(retentionDays, limits.retentionDays) !== null
      ? {}
      : {
          retentionDays: t('daysInvalid', { min: limits.retentionDays.min, max: limits.retentionDays.max }),
        }),
    ...(daysOf(deletedRetentionDays, limits.deletedRetentionDays) !== null
      ? {}
      : {
          deletedRetentionDays: t('daysInvalid', {
            min: limits.deletedRetentionDays.min,
            max: limits.deletedRetentionDays.max,
          }),
        }),
  }
}

/** The input of values without errors. */
export const inputOf = (values: ComplianceValues): ComplianceSettings => ({
  mode: values.mode,
  retentionDays: daysOf(values.retentionDays, limits.retentionDays),
  deletedRetentionDays: Number(values.deletedRetentionDays),
  redactsForProviders: values.redactsForProviders,
})
