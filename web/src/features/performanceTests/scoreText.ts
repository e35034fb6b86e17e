import { formatNumber } from '../../lang/format.ts'
import type { Run } from './data/api.ts'
import type { TestsText } from './lang/en.ts'

type Score = Pick<Run, 'scorePercent' | 'marginPercent'>

/**
 * A score with at most one decimal. It is rounded down, because a run below the pass mark must not look as if it had
 * reached it.
 */
export const percentText = (percent: number): string =>
  formatNumber(Math.floor(percent * 10 + 1e-6) / 1000, { style: 'percent', maximumFractionDigits: 1 })

/** “83% ± 4”; null without a score. */
export function scoreText({ scorePercent, marginPercent }: Score, t: TestsText): string | null {
  if (scorePercent === null) return null
  const percent = percentText(scorePercent)
  if (marginPercent === null) return percent
  const margin = formatNumber(marginPercent, { maximumFractionDigits: marginPercent < 1 ? 1 : 0 })
  return t('score', { percent, margin })
}

/** “83% ± 4. 41 of 50 cases passed.” */
export function scoreSentence(run: Score & Pick<Run, 'passed' | 'total' | 'repeats'>, t: TestsText): string {
  const { passed, total, repeats } = run
  return t('scoreSentence', {
    score: scoreText(run, t) ?? '',
    passed: t(repeats > 1 ? 'answersPassed' : 'casesPassed', { passed, total }),
  })
}

/** Between which scores the real one is; null without a margin. */
export function marginBounds({ scorePercent, marginPercent }: Score): { from: number; to: number } | null {
  if (scorePercent === null || marginPercent === null) return null
  return { from: Math.max(0, scorePercent - marginPercent), to: Math.min(100, scorePercent + marginPercent) }
}

export const hasPassed = (scorePercent: number, passPercent: number): boolean => scorePercent >= passPercent

export const isInProgress = ({ phase }: Pick<Run, 'phase'>): boolean =>
  phase === 'Queued' || phase === 'Running'
