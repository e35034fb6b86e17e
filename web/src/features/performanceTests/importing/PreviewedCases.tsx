import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { CasePreview } from '../data/api.ts'
import { testsTexts } from '../lang/en.ts'
import { placeText, problemText } from './pasted.ts'

interface Props {
  preview: CasePreview
  /** Lines that were added before what was pasted. */
  added: number
}

/** The first cases as they would be imported, and the lines that can’t be. */
export function PreviewedCases({ preview, added }: Props) {
  const t = testsTexts.useText()
  const { cases, items } = preview
  return (
    <>
      <p className="row case-found" role="status">
        <CircleCheck size={16} />
        {t('found', { count: cases })}
      </p>
      <Problems preview={preview} added={added} />
      {items.length > 0 && (
        <section className="case-previewed" aria-label={t('preview')}>
          {items.length < cases && <p className="s13 m2">{t('firstCases', { count: items.length })}</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard. */}
          <ol className="case-preview" tabIndex={0} aria-label={t('cases')}>
            {items.map((item, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the preview doesn't change.
              <li key={at}>
                <PreviewedCase item={item} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

function PreviewedCase({ item }: { item: CasePreview['items'][number] }) {
  const t = testsTexts.useText()
  const { question, turns, expectedFacts, forbidden, expectedCitations, expectRefusal, tags } = item
  const lists = [
    ['turns', turns],
    ['expectedFacts', expectedFacts],
    ['forbidden', forbidden],
    ['tags', tags],
  ] as const
  return (
    <>
      <p className="wrap" dir="auto">
        {question}
      </p>
      {lists.map(
        ([label, texts]) =>
          texts.length > 0 && (
            <p key={label} className="small m2">
              {t(label)}: <bdi>{texts.join(' · ')}</bdi>
            </p>
          ),
      )}
      {expectedCitations.length > 0 && (
        <p className="small m2">{t('citationCount', { count: expectedCitations.length })}</p>
      )}
      {expectRefusal && <p className="small m2">{t('expectRefusal')}</p>}
    </>
  )
}

function Problems({ preview: { problems, linesWithProblems }, added }: Props) {
  const t = testsTexts.useText()
  if (problems.length === 0) return null
  const title = linesWithProblems > 0 ? t('problemLines', { count: linesWithProblems }) : t('columnsUnknown')
  const shown = new Set(problems.filter(({ line }) => line > 1).map(({ line }) => line)).size
  return (
    <section aria-label={title}>
      <h3 className="row h4 case-problems-title">
        <TriangleAlert size={16} />
        {title}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard. */}
      <ul className="case-problems s13" tabIndex={0} aria-label={title}>
        {problems.map((problem, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the preview doesn't change.
          <li key={at}>
            <strong>
              <bdi>{placeText(problem, added, t)}</bdi>
            </strong>{' '}
            <span className="m2">{problemText(problem, t)}</span>
          </li>
        ))}
      </ul>
      {shown < linesWithProblems && (
        <p className="small m3">{t('problemsCut', { count: problems.length })}</p>
      )}
    </section>
  )
}
