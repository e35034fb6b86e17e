import type { ReactNode } from 'react'
import { formatCost, formatList, formatNumber } from '../../../lang/format.ts'
import type { Run } from '../data/api.ts'
import { useAverageRating } from '../judge/JudgeRating.tsx'
import { testsTexts } from '../lang/en.ts'
import { runText, starterText } from '../runs/runText.ts'
import { isInProgress, marginBounds, percentText } from '../scoreText.ts'

/** The score of a run in words, and what it asked. */
export function RunSummary({ run }: { run: Run }) {
  const t = testsTexts.useText()
  const { stateNumber, wasPublished, costUsd, startedAt, endedAt } = run
  const starter = starterText(run, t)
  const bounds = marginBounds(run)
  const settings = settingsOf(run, t)
  const rating = useAverageRating(run)
  return (
    <section className="run-summary" aria-label={t('scoreName')}>
      {!isInProgress(run) && <p className="run-score num">{runText(run, t)}</p>}
      {bounds && bounds.from < bounds.to && (
        <p className="small m2">
          {t('marginHint', { from: percentText(bounds.from), to: percentText(bounds.to) })}
        </p>
      )}
      <dl className="small m2 run-details">
        <Fact name={t('version')}>
          {wasPublished ? t('versionPublished', { number: stateNumber }) : formatNumber(stateNumber)}
        </Fact>
        {starter !== null && (
          <Fact name={t('startedBy')}>
            <bdi>{starter}</bdi>
          </Fact>
        )}
        <Fact name={t('cost')}>{costUsd === null ? t('costUnknown') : formatCost(costUsd)}</Fact>
        {endedAt !== null && (
          <Fact name={t('duration')}>{secondsText(Date.parse(endedAt) - Date.parse(startedAt), t)}</Fact>
        )}
        {rating && <Fact name={rating.name}>{rating.text}</Fact>}
        {settings.length > 0 && <Fact name={t('settings')}>{formatList(settings)}</Fact>}
      </dl>
    </section>
  )
}

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** A time in seconds, with a decimal as long as that makes a difference. */
export const secondsText = (ms: number, t: ReturnType<typeof testsTexts.useText>): string =>
  t('seconds', { seconds: formatNumber(ms / 1000, { maximumFractionDigits: ms < 10_000 ? 1 : 0 }) })

/** What the run was told beyond the version. */
function settingsOf(
  { repeats, temperature, seed, costCeilingUsd }: Run,
  t: ReturnType<typeof testsTexts.useText>,
): string[] {
  return [
    ...(repeats > 1 ? [t('repeatsOf', { count: repeats })] : []),
    ...(temperature === null ? [] : [t('temperatureOf', { value: temperature })]),
    ...(seed === null ? [] : [t('seedOf', { value: seed })]),
    ...(costCeilingUsd === null ? [] : [t('costCeilingOf', { cost: formatCost(costCeilingUsd) })]),
  ]
}
