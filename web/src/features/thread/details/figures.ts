import { formatNumber } from '../../../lang/format.ts'
import type { ExecutionDetails } from '../../chatModel/api.ts'
import { executionDetailsTexts } from './lang/en.ts'

/** Shorter durations would all show as “0.0 s”. */
const TENTH_MS = 100

/**
 * Returns a function that formats durations: “1.2 s”, to tell many short steps apart, and “18 ms” below a tenth
 * of a second.
 */
export function useSeconds(): (ms: number) => string {
  const t = executionDetailsTexts.useText()
  return (ms) =>
    ms < TENTH_MS
      ? t('milliseconds', { value: formatNumber(ms) })
      : t('seconds', {
          value: formatNumber(ms / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
        })
}

type Passage = ExecutionDetails['passages'][number]

export const passageName = ({ fileName, page }: Pick<Passage, 'fileName' | 'page'>): string =>
  page === null ? fileName : `${fileName}, ${executionDetailsTexts.text('page', { page })}`
