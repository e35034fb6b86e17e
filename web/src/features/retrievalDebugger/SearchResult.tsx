import { useState } from 'react'
import { formatList, formatNumber } from '../../lang/format.ts'
import type { Asked, Debugged, Steps } from './data/api.ts'
import { ExpectDialog } from './ExpectDialog.tsx'
import { ExpectedPassage } from './ExpectedPassage.tsx'
import { debuggerTexts } from './lang/en.ts'
import { PassageFinder } from './PassageFinder.tsx'
import { PromptSection } from './PromptSection.tsx'
import { StageTable } from './StageTable.tsx'
import { scoreText } from './scoreText.ts'
import { TermTable } from './TermTable.tsx'

interface Props {
  asked: Asked
  debugged: Debugged
  steps: Steps
  gptSystemId: string | undefined
  explain: (passageId: string) => void
}

/** What a question found, how, and why not something else. */
export function SearchResult({ asked, debugged, steps, gptSystemId, explain }: Props) {
  const t = debuggerTexts.useText()
  const [expectedId, setExpectedId] = useState<string | null>(null)
  const actions = { explain, expect: setExpectedId }
  return (
    <>
      <section className="card debugger-part">
        <h2 className="h3">{t('summary')}</h2>
        <Summary debugged={debugged} steps={steps} isAgent={gptSystemId !== undefined} />
      </section>
      {steps.expected && <ExpectedPassage expected={steps.expected} expect={setExpectedId} />}
      {steps.prompt && <PromptSection prompt={steps.prompt} candidates={steps.candidates} />}
      <section className="card debugger-part">
        <h2 className="h3">{t('steps')}</h2>
        {steps.candidates.length === 0 ? (
          <p className="m2">{t('nothingFound')}</p>
        ) : (
          <>
            <p className="m2 s13">{t('stepsHint')}</p>
            <StageTable steps={steps} {...actions} />
          </>
        )}
      </section>
      {steps.terms.length > 0 && <TermTable terms={steps.terms} />}
      <PassageFinder libraries={steps.libraries} explain={explain} />
      {expectedId && (
        <ExpectDialog
          passageId={expectedId}
          question={asked.question}
          gptSystemId={gptSystemId}
          close={() => setExpectedId(null)}
        />
      )}
    </>
  )
}

function Summary({ debugged, steps, isAgent }: { debugged: Debugged; steps: Steps; isAgent: boolean }) {
  const t = debuggerTexts.useText()
  const nameOf = ({ name }: Steps['libraries'][number]) => name ?? t('aLibrary')
  const hidden = steps.libraries.filter(({ isSearched }) => !isSearched)
  const limited = steps.libraries.filter(({ isSearched, folders }) => isSearched && folders.length > 0)
  const facts = [
    [t('searched'), formatNumber(steps.searched)],
    [t('found'), formatNumber(debugged.passages.length)],
    [t('coverage'), scoreText(debugged.coverage)],
    ...(steps.minimumScore === null ? [] : [[t('minimumScore'), scoreText(steps.minimumScore)]]),
  ]
  return (
    <>
      <dl className="debugger-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="s13 m2">{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {hidden.length > 0 && (
        <p className="strip info">
          {isAgent ? t('allHidden') : t('hiddenLibraries', { names: formatList(hidden.map(nameOf)) })}
        </p>
      )}
      {limited.map((library) => (
        <p key={library.dataSourceId} className="s13 m2">
          {t('limitedLibrary', {
            name: nameOf(library),
            folders: formatList(library.folders.map((folder) => folder || t('topFolder'))),
          })}
        </p>
      ))}
      {steps.unsearched > 0 && <p className="strip w">{t('unsearched', { count: steps.unsearched })}</p>}
    </>
  )
}
