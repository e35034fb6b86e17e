import { limits } from '@parlance/contract/limits'
import type { Errors } from '../../ui/admin/formState.ts'
import type { TestsText } from './lang/en.ts'

export interface TestValues {
  name: string
  /** As it is typed. */
  passPercent: string
}

interface Stored {
  name: string
  passPercent: number
}

export const testValues = ({ name, passPercent }: Stored): TestValues => ({
  name,
  passPercent: String(passPercent),
})

export const testInput = ({ name, passPercent }: TestValues): Stored => ({
  name: name.trim(),
  passPercent: Number(passPercent),
})

export function testErrors({ name, passPercent }: TestValues, t: TestsText): Errors {
  const length = [...name.trim()].length
  const max = limits.performanceTestName
  const percent = passPercent.trim()
  return {
    ...(length === 0 && { name: t('nameRequired') }),
    ...(length > max && { name: t('tooLong', { max }) }),
    ...(!(/^\d+$/.test(percent) && Number(percent) <= 100) && { passPercent: t('passPercentInvalid') }),
  }
}
