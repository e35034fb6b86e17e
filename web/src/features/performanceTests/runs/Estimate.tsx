import { Coins, TriangleAlert } from 'lucide-react'
import { formatCost } from '../../../lang/format.ts'
import { errorText } from '../../../ui/errorText.ts'
import { testsApi } from '../data/api.ts'
import { testsTexts } from '../lang/en.ts'
import type { RunValues } from './runForm.ts'

interface Props {
  performanceTestId: string
  values: RunValues
}

/** What a run would cost. It follows the version and the repetitions. */
export function Estimate({ performanceTestId, values }: Props) {
  const t = testsTexts.useText()
  const { gptSystemConfigurationStateId, repeats, costCeilingUsd } = values
  const { currentData, error } = testsApi.useEstimateRunQuery({
    performanceTestId,
    gptSystemConfigurationStateId,
    repeats: Number(repeats),
  })
  if (error) return <p className="strip w">{t('estimateFailed', { reason: errorText(error) })}</p>
  if (!currentData)
    return (
      <p className="strip info run-estimate" role="status">
        <Coins size={16} />
        {t('estimating')}
      </p>
    )
  const { costUsd } = currentData
  const ceiling = costCeilingUsd.trim() === '' ? null : Number(costCeilingUsd)
  return (
    <>
      <p className="strip info run-estimate" role="status">
        <Coins size={16} />
        <span>{estimateText(currentData, t)}</span>
      </p>
      {costUsd !== null && ceiling !== null && costUsd > ceiling && (
        <p className="strip w">
          <TriangleAlert size={16} />
          {t('estimateAboveCeiling')}
        </p>
      )}
    </>
  )
}

interface Estimated {
  answers: number
  costUsd: number | null
  byAnswers: boolean
}

function estimateText(
  { answers: count, costUsd, byAnswers }: Estimated,
  t: ReturnType<typeof testsTexts.useText>,
): string {
  const answers = t('answers', { count })
  if (costUsd === null) return t('estimateUnknown', { answers })
  if (costUsd === 0) return t('estimateFree', { answers })
  return `${t('estimate', { answers, cost: formatCost(costUsd) })} ${t(byAnswers ? 'estimateByAnswers' : 'estimateRough')}`
}
