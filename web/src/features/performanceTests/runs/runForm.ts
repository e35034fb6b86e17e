import { limits } from '@parlance/contract/limits'
import type { Errors } from '../../../ui/admin/formState.ts'
import type { AgentVersion, RunOptions } from '../data/api.ts'
import type { TestsText } from '../lang/en.ts'

/** As they are chosen and typed. */
export interface RunValues {
  gptSystemConfigurationStateId: string
  repeats: string
  costCeilingUsd: string
  temperature: string
  seed: string
}

/** A draft that is better than the published version is what is usually tested. */
export function firstVersion(versions: readonly AgentVersion[]): string {
  const of = (status: AgentVersion['status']) => versions.find((one) => one.status === status)
  const chosen = of('Draft') ?? of('Published') ?? versions[0]
  return chosen?.gptSystemConfigurationStateId ?? ''
}

export const blankRun = (gptSystemConfigurationStateId: string): RunValues => ({
  gptSystemConfigurationStateId,
  repeats: '1',
  costCeilingUsd: '',
  temperature: '',
  seed: '',
})

const orNull = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed))

export const runInput = (values: RunValues): RunOptions => ({
  gptSystemConfigurationStateId: values.gptSystemConfigurationStateId,
  repeats: Number(values.repeats),
  costCeilingUsd: orNull(values.costCeilingUsd),
  temperature: orNull(values.temperature),
  seed: orNull(values.seed),
})

const isDecimal = (typed: string, most: number) =>
  typed.trim() === '' || (/^\d+(\.\d+)?$/.test(typed.trim()) && Number(typed) <= most)
const isWhole = (typed: string, most: number) =>
  typed.trim() === '' || (/^\d+$/.test(typed.trim()) && Number(typed) <= most)

export function runErrors({ costCeilingUsd, temperature, seed }: RunValues, t: TestsText): Errors {
  return {
    ...(!isDecimal(costCeilingUsd, limits.runCeilingUsd) && { costCeilingUsd: t('costInvalid') }),
    ...(!isDecimal(temperature, 2) && { temperature: t('temperatureInvalid') }),
    ...(!isWhole(seed, 2_147_483_647) && { seed: t('seedInvalid') }),
  }
}
