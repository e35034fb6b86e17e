import { useEffect, useRef } from 'react'
import { formatList } from '../../lang/format.ts'
import type { Expected } from './data/api.ts'
import { type DebuggerText, debuggerTexts } from './lang/en.ts'
import { PassageActions } from './PassageActions.tsx'
import { scoreText } from './scoreText.ts'

/** Why a passage was or wasn't found. */
export function ExpectedPassage({
  expected,
  expect,
}: {
  expected: Expected
  expect: (passageId: string) => void
}) {
  const t = debuggerTexts.useText()
  const { passageId, outcome, passage } = expected
  const heading = useRef<HTMLHeadingElement>(null)
  // It was asked for further down. Each explanation is a new object, also of the same passage.
  useEffect(() => {
    if (expected) heading.current?.focus()
  }, [expected])
  const isThere = outcome === 'Found' || outcome === 'ReadWhole'
  return (
    <section className="card debugger-part">
      <h2 className="h3" ref={heading} tabIndex={-1}>
        {t('explanation')}
      </h2>
      <p className={`strip ${isThere ? 'info' : 'w'}`}>{t(`outcome${outcome}`)}</p>
      {passage && (
        <p className="small m3">
          <bdi>{passage.fileName}</bdi> · {t('number', { number: passage.ordinal + 1 })}
        </p>
      )}
      <ul className="debugger-reasons s13">
        {reasonsOf(expected, t).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {passage && (
        <>
          <p className="s13 debugger-text" dir="auto">
            {passage.text}
          </p>
          <PassageActions passageId={passageId} expect={expect} />
        </>
      )}
    </section>
  )
}

function reasonsOf(expected: Expected, t: DebuggerText): string[] {
  const { commonWords, missingWords, otherScript, lost, outcome, fileState } = expected
  return [
    ...(outcome === 'NotSearchable' && fileState ? [t('notReady', { state: t(`state${fileState}`) })] : []),
    ...(lost ? [t('lostAt', { stage: t(`stage${lost.stage}`) }), ...scoreReason(lost, t)] : []),
    ...(commonWords.length > 0 ? [t('commonTerms', { terms: formatList(commonWords) })] : []),
    ...(missingWords.length > 0 ? [t('missingTerms', { terms: formatList(missingWords) })] : []),
    ...(otherScript ? [t('otherScript')] : []),
  ]
}

function scoreReason({ score, needed }: NonNullable<Expected['lost']>, t: DebuggerText): string[] {
  if (score === null) return []
  // Copies and further passages of a file come later, however high they score.
  if (needed === null || needed <= score) return [t('ownScore', { score: scoreText(score) })]
  return [t('lostScore', { score: scoreText(score), needed: scoreText(needed) })]
}
