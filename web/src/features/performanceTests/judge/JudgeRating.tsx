import { X } from 'lucide-react'
import { formatNumber } from '../../../lang/format.ts'
import type { CaseResult, Run } from '../data/api.ts'
import { judgeTexts } from './lang/en.ts'

/** How the judge rated an answer, and why. */
export function JudgeRating({ result }: { result: CaseResult }) {
  const t = judgeTexts.useText()
  const { judgeScore, judgeReason, passed, score } = result
  if (judgeScore === null) return null
  // All that was checked is right, so only the rating can have failed it.
  const isTooLow = !passed && score === 1
  return (
    <section aria-label={t('judge')} className="judge-rating">
      <h3 className="small m3">{t('judge')}</h3>
      <p className="num">{t('ratingOf', { score: judgeScore })}</p>
      {isTooLow && (
        <p className="check-line" data-good={false}>
          <X size={16} />
          {t('ratingTooLow')}
        </p>
      )}
      {judgeReason && (
        <p className="small m2 wrap" dir="auto">
          {judgeReason}
        </p>
      )}
    </section>
  )
}

/** The average rating of a run’s answers in words. Null if nothing was rated. */
export function useAverageRating({ judge, judgeScore }: Run): { name: string; text: string } | null {
  const t = judgeTexts.useText()
  if (!judge || judgeScore === null) return null
  const score = formatNumber(judgeScore, { maximumFractionDigits: 1 })
  return { name: t('averageRating'), text: t('ratingBy', { score, name: judge.deploymentName }) }
}
