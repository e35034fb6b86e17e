import { type CSSProperties, useId, useState } from 'react'
import { sourcePlace } from '../chatModel/sources.ts'
import type { Candidate, Stage, Steps } from './data/api.ts'
import { debuggerTexts } from './lang/en.ts'
import { PassageActions } from './PassageActions.tsx'
import { scoreText } from './scoreText.ts'
import { byStage, highestIn, placeIn } from './stageOrder.ts'

interface Props {
  steps: Steps
  explain: (passageId: string) => void
  expect: (passageId: string) => void
}

const SHOWN = 20

/** The passages of a search with their places and scores after each step. */
export function StageTable({ steps, explain, expect }: Props) {
  const t = debuggerTexts.useText()
  const id = useId()
  const [sortedBy, setSortedBy] = useState<Stage>('Final')
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [shown, setShown] = useState(SHOWN)
  const { candidates } = steps
  const stages = steps.stages.map(({ stage }) => stage)
  const highest = new Map(stages.map((stage) => [stage, highestIn(candidates, stage)]))
  const sorted = byStage(candidates, sortedBy)
  const chosen = candidates.find(({ passageId }) => passageId === chosenId)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways has to be reachable by keyboard. */}
      <section className="debugger-scroll" aria-label={t('steps')} tabIndex={0}>
        <table className="debugger-stages s13">
          <caption className="hidden">{t('steps')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('passage')}</th>
              {stages.map((stage) => (
                <th key={stage} scope="col" aria-sort={stage === sortedBy ? 'ascending' : undefined}>
                  <button
                    type="button"
                    className="debugger-sort"
                    data-on={stage === sortedBy || undefined}
                    title={t('sortBy', { stage: t(`stage${stage}`) })}
                    onClick={() => setSortedBy(stage)}
                  >
                    {t(`stage${stage}`)}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, shown).map((one) => (
              <tr key={one.passageId} data-chosen={one.passageId === chosenId || undefined}>
                <th scope="row">
                  <button
                    type="button"
                    className="debugger-passage"
                    aria-expanded={one.passageId === chosenId}
                    aria-controls={one.passageId === chosenId ? id : undefined}
                    onClick={() => setChosenId(one.passageId === chosenId ? null : one.passageId)}
                  >
                    <PassageName passage={one} />
                  </button>
                </th>
                {stages.map((stage) => (
                  <StageCell key={stage} passage={one} stage={stage} highest={highest.get(stage) ?? 0} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {sorted.length > shown && (
        <button type="button" className="btn ghost sm" onClick={() => setShown(shown + SHOWN)}>
          {t('showMore')}
        </button>
      )}
      {chosen && (
        <div className="debugger-chosen" id={id}>
          <p className="small m3">
            <PassageName passage={chosen} />
          </p>
          <p className="s13 debugger-text" dir="auto">
            {chosen.text}
          </p>
          <PassageActions passageId={chosen.passageId} explain={explain} expect={expect} />
        </div>
      )}
    </>
  )
}

function PassageName({ passage }: { passage: Pick<Candidate, 'fileName' | 'page' | 'locator' | 'ordinal'> }) {
  const t = debuggerTexts.useText()
  const { fileName, page, locator, ordinal } = passage
  return (
    <>
      <bdi>{fileName}</bdi>
      <span className="m3">
        {sourcePlace({ page, ...(locator && { locator }) })} · {t('number', { number: ordinal + 1 })}
      </span>
    </>
  )
}

function StageCell({ passage, stage, highest }: { passage: Candidate; stage: Stage; highest: number }) {
  const t = debuggerTexts.useText()
  const place = placeIn(passage, stage)
  if (!place)
    return (
      <td className="m3">
        <span aria-hidden="true">–</span>
        <span className="hidden">{t('absent')}</span>
      </td>
    )
  const { rank, score } = place
  const share = highest > 0 ? Math.max(0, score) / highest : 0
  return (
    <td className="num">
      <span className="hidden">{t('rankScore', { rank, score: scoreText(score) })}</span>
      <span aria-hidden="true" className="debugger-score">
        <span className="m3">{rank}</span>
        {scoreText(score)}
      </span>
      <span
        aria-hidden="true"
        className="debugger-bar"
        style={{ '--share': `${Math.round(share * 100)}%` } as CSSProperties}
      />
    </td>
  )
}
