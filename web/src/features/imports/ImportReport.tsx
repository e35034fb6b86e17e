import { limits } from '@parlance/contract/limits'
import { CircleAlert, CircleCheck, FileUp } from 'lucide-react'
import { failureOf } from '../chatModel/attachments/failures.ts'
import { closeImports } from '../openers/importDialog.ts'
import type { Import } from './data/api.ts'
import { importsTexts } from './lang/en.ts'

type Entry = Import['report'][number]

/** Reasons for a skipped conversation. Other entries are notes on imported ones. */
const refusals = ['Unreadable', 'Empty', 'TooLong'] as const
type Refusal = (typeof refusals)[number]
const isRefusal = (problem: Entry['problem']): problem is Refusal =>
  (refusals as readonly string[]).includes(problem)

/** The result of an import. */
export function ImportReport({ of, another }: { of: Import; another: () => void }) {
  const t = importsTexts.useText()
  const { phase, taken, known, refused, report, failure, fileName } = of
  const hasFailed = phase === 'Failed'
  const Icon = hasFailed ? CircleAlert : CircleCheck
  const refusedOnes = report.filter(({ problem }) => isRefusal(problem))
  const notes = report.filter(({ problem }) => !isRefusal(problem))
  return (
    <>
      <div className="imports-report" role="status">
        <p className="imports-sum" data-failed={hasFailed || undefined}>
          <Icon size={18} />
          <span>{hasFailed ? t('failed') : taken === 0 ? t('takenNone') : t('taken', { count: taken })}</span>
        </p>
        <p className="m3 s13">
          <bdi>{fileName}</bdi>
        </p>
        {hasFailed && <p>{failureOf(failure)}</p>}
        {hasFailed && taken > 0 && <p>{t('taken', { count: taken })}</p>}
        {known > 0 && <p>{t('known', { count: known })}</p>}
        {refused > 0 && (
          <Entries
            text={t('refused', { count: refused })}
            entries={refusedOnes}
            isCut={refusedOnes.length < refused}
          />
        )}
        {notes.length > 0 && (
          <Entries text={t('notes')} entries={notes} isCut={notes.length >= limits.importNotes} />
        )}
      </div>
      <div className="row actions">
        <button type="button" className="btn ghost" onClick={another}>
          <FileUp size={16} />
          {t('another')}
        </button>
        <button type="button" className="btn pri" onClick={closeImports}>
          {t('close')}
        </button>
      </div>
    </>
  )
}

interface EntriesProps {
  text: string
  entries: readonly Entry[]
  /** There were more entries than are stored. */
  isCut: boolean
}

function Entries({ text, entries, isCut }: EntriesProps) {
  const t = importsTexts.useText()
  return (
    <section>
      <h3>{text}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard. */}
      <ul className="imports-entries" tabIndex={0} aria-label={text}>
        {entries.map(({ item, problem, count }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: titles repeat, and a report doesn't change.
          <li key={at}>
            <bdi className="imports-item">{item}</bdi>
            <span className="m2">{count === undefined ? t(problem) : t(problem, { count })}</span>
          </li>
        ))}
      </ul>
      {isCut && <p className="m3 s13">{t('more', { count: entries.length })}</p>}
    </section>
  )
}
