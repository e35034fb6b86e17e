import type { Findable } from '../../ui/admin/fields/Finder.tsx'
import type { Asked } from './data/api.ts'
import type { DebuggerText } from './lang/en.ts'

export const MOST_PASSAGES = 50

export interface DebuggerValues {
  question: string
  libraries: readonly Findable[]
  /** The version of an agent; empty for libraries. */
  stateId: string
  person: { id: string; name: string } | undefined
  limit: string
  minimumScore: string
}

export const blankValues: DebuggerValues = {
  question: '',
  libraries: [],
  stateId: '',
  person: undefined,
  limit: '',
  minimumScore: '',
}

type Errors = Partial<Record<keyof DebuggerValues, string>>

/** Numbers can be typed with Arabic digits and either decimal separator. */
function numberOf(text: string): number {
  const digits = text
    .trim()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[,٫]/, '.')
  return digits === '' ? Number.NaN : Number(digits)
}

export function debuggerErrors(values: DebuggerValues, ofAgent: boolean, t: DebuggerText): Errors {
  const limit = numberOf(values.limit)
  const isLimit = Number.isInteger(limit) && limit >= 1 && limit <= MOST_PASSAGES
  return {
    ...(values.question.trim() === '' && { question: t('questionRequired') }),
    ...(!ofAgent && values.libraries.length === 0 && { libraries: t('librariesRequired') }),
    ...(values.limit.trim() !== '' && !isLimit && { limit: t('limitError', { max: MOST_PASSAGES }) }),
    ...(values.minimumScore.trim() !== '' &&
      !(numberOf(values.minimumScore) >= 0) && { minimumScore: t('minimumError') }),
  }
}

export function debuggerInput(values: DebuggerValues, ofAgent: boolean): Asked {
  const { question, libraries, stateId, person, limit, minimumScore } = values
  return {
    question: question.trim(),
    ...(ofAgent ? { stateId } : { dataSourceIds: libraries.map(({ key }) => key) }),
    ...(person && { asUserId: person.id }),
    ...(limit.trim() !== '' && { limit: numberOf(limit) }),
    ...(minimumScore.trim() !== '' && { minimumScore: numberOf(minimumScore) }),
  }
}
