import { limits } from '@parlance/contract/limits'
import type { Publishing } from '../data/api.ts'

type Gate = NonNullable<Publishing['gate']>

/** As they are chosen and typed. */
export interface GateValues {
  /** Empty if no test is needed. */
  performanceTestId: string
  minimumPercent: string
  noCriticalFailure: boolean
  runMaxAgeDays: string
  approvalRequired: boolean
  nightly: boolean
}

export const gateValues = (gate: Gate | null): GateValues => ({
  performanceTestId: gate?.performanceTestId ?? '',
  minimumPercent: String(gate?.minimumPercent ?? limits.passPercent),
  noCriticalFailure: gate?.noCriticalFailure ?? true,
  runMaxAgeDays: String(gate?.runMaxAgeDays ?? limits.gateRunDays),
  approvalRequired: gate?.approvalRequired ?? false,
  nightly: gate?.nightly ?? true,
})

/** Null if nothing is needed before a version is published. */
export function gateInput(values: GateValues) {
  const { performanceTestId, noCriticalFailure, approvalRequired, nightly } = values
  if (performanceTestId === '' && !approvalRequired) return null
  return {
    performanceTestId: performanceTestId === '' ? null : performanceTestId,
    minimumPercent: Number(values.minimumPercent),
    noCriticalFailure,
    runMaxAgeDays: Number(values.runMaxAgeDays),
    approvalRequired,
    nightly,
  }
}

const isWhole = (typed: string, min: number, max: number) =>
  /^\d{1,3}$/.test(typed.trim()) && Number(typed) >= min && Number(typed) <= max

/** The texts of what is wrong, by field. */
export function gateErrors({ performanceTestId, minimumPercent, runMaxAgeDays }: GateValues) {
  if (performanceTestId === '') return {}
  return {
    ...(!isWhole(minimumPercent, 0, 100) && { minimumPercent: 'gateMinimumRange' as const }),
    ...(!isWhole(runMaxAgeDays, 1, 365) && { runMaxAgeDays: 'gateDaysRange' as const }),
  }
}
