import type { ReactNode } from 'react'
import { formatCost } from '../../../lang/format.ts'
import type { Comparison, Run } from '../data/api.ts'
import { testsTexts } from '../lang/en.ts'
import { secondsText } from '../results/RunSummary.tsx'
import { scoreText } from '../scoreText.ts'
import { differenceText } from './compareText.ts'

/** How two runs differ in words, and their scores, cost, and time beside each other. */
export function CompareSummary({ comparison }: { comparison: Comparison }) {
  const t = testsTexts.useText()
  const { left, right, difference } = comparison
  const scores = [left, right].map((run) => scoreText(run, t))
  return (
    <section className="run-summary" aria-label={t('summary')}>
      <p className="run-score">
        {scores[0] && scores[1] && `${t('bothScores', { before: scores[0], after: scores[1] })} `}
        {differenceText(comparison, t)}
      </p>
      {difference && <p className="small m2">{t('comparedCases', { count: difference.cases })}</p>}
      <Figures left={left} right={right} />
    </section>
  )
}

function Figures({ left, right }: Pick<Comparison, 'left' | 'right'>) {
  const t = testsTexts.useText()
  const rows: { name: string; of: (run: Run) => ReactNode }[] = [
    { name: t('scoreName'), of: (run) => scoreText(run, t) ?? t('none') },
    { name: t('passedAnswers'), of: ({ passed, total }) => t('ofTotal', { passed, total }) },
    {
      name: t('cost'),
      of: ({ costUsd }) => (costUsd === null ? t('costUnknown') : formatCost(costUsd)),
    },
    {
      name: t('duration'),
      of: ({ startedAt, endedAt }) =>
        endedAt === null ? t('none') : secondsText(Date.parse(endedAt) - Date.parse(startedAt), t),
    },
    {
      name: t('version'),
      of: ({ stateNumber, wasPublished }) =>
        t(wasPublished ? 'versionPublished' : 'versionOf', { number: stateNumber }),
    },
  ]
  return (
    <table className="compare-figures s13">
      <caption className="hidden">{t('summary')}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('side.left')}</th>
          <th scope="col">{t('side.right')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, of }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="num">{of(left)}</td>
            <td className="num">{of(right)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
