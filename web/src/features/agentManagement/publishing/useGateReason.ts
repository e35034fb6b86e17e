import type { FieldError } from '@parlance/contract/errors'
import { percentText } from '../../performanceTests/scoreText.ts'
import type { Publishing } from '../data/api.ts'
import { managementTexts } from '../lang/en.ts'

/** Words what a version lacks to be published, in the language of the page. */
export function useGateReason(gate: Publishing['gate'] | undefined): (reason: FieldError) => string {
  const t = managementTexts.useText()
  return ({ field, message }) => {
    const test = gate?.testName ?? ''
    if (field === 'run') return t('gateRun', { test })
    if (field === 'age') return t('gateAge', { test })
    if (field === 'score') return t('gateScore', { test, percent: percentText(gate?.minimumPercent ?? 0) })
    if (field === 'critical') return t('gateCritical', { test })
    if (field === 'approval') return t('gateApproval')
    return message
  }
}
