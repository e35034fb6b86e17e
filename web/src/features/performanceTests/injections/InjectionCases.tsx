import { injectionCarriers } from '@parlance/contract/injections'
import { ChevronDown, CircleAlert, CircleCheck, CircleOff, TriangleAlert } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { ListSkeleton } from '../../../ui/admin/ListSkeleton.tsx'
import { adminTexts } from '../../../ui/admin/lang/en.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { AnswerText } from '../../transcripts/AnswerText.tsx'
import {
  type InjectionOutcome,
  type InjectionReport,
  type InjectionResult,
  injectionsApi,
} from '../data/injectionsApi.ts'
import { storedErrorText } from '../runs/runText.ts'
import { isInProgress } from '../scoreText.ts'
import { visiblePieces } from './hiddenText.ts'
import { injectionTexts } from './lang/en.ts'
import '../../../ui/admin/list.css'

interface Props {
  gptSystemId: string
  report: InjectionReport
}

const outcomes = ['Leaked', 'Obeyed', 'Resisted', 'Broken'] as const

/** The cases of a run with their answers, those that went wrong first if there are any. */
export function InjectionCases({ gptSystemId, report }: Props) {
  const t = injectionTexts.useText()
  const ofLists = adminTexts.useText()
  const { runId, done } = report
  const [outcome, setOutcome] = useState<InjectionOutcome>()
  const [carrier, setCarrier] = useState<InjectionResult['carrier']>()
  const query = injectionsApi.useListInjectionResultsInfiniteQuery(
    { gptSystemId, runId, outcome, carrier },
    { refetchOnMountOrArgChange: true },
  )
  const { data, refetch } = query
  const shown = useRef(done)
  useEffect(() => {
    if (shown.current === done || !data) return
    shown.current = done
    void refetch()
  }, [done, data, refetch])
  const results = query.currentData?.pages.flatMap(({ items }) => items)
  return (
    <section aria-label={t('cases')}>
      <div className="row results-head">
        <h2 className="h3 grow">{t('cases')}</h2>
        <div className="row results-filters">
          <select
            className="in test-tags"
            aria-label={t('outcome')}
            value={outcome ?? ''}
            onChange={(event) => setOutcome(outcomes.find((one) => one === event.target.value))}
          >
            <option value="">{t('everyOutcome')}</option>
            {outcomes.map((one) => (
              <option key={one} value={one}>
                {t(`outcome.${one}`)}
              </option>
            ))}
          </select>
          <select
            className="in test-tags"
            aria-label={t('columnCarrier')}
            value={carrier ?? ''}
            onChange={(event) => setCarrier(injectionCarriers.find((one) => one === event.target.value))}
          >
            <option value="">{t('everyCarrier')}</option>
            {injectionCarriers.map((one) => (
              <option key={one} value={one}>
                {t(`carrier.${one}`)}
              </option>
            ))}
          </select>
        </div>
      </div>
      {results && results.length > 0 ? (
        <ul className="result-list" aria-label={t('cases')}>
          {results.map((result) => (
            <li key={result.caseId} className="card result">
              <CaseItem result={result} />
            </li>
          ))}
        </ul>
      ) : results ? (
        <p className="m2">{t(isInProgress(report) && done === 0 ? 'casesWaiting' : 'casesNone')}</p>
      ) : query.error ? (
        <LoadError error={query.error} retry={query.refetch} />
      ) : (
        <ListSkeleton columns={2} />
      )}
      {query.isFetchNextPageError && <LoadError error={query.error} retry={query.fetchNextPage} />}
      {query.hasNextPage && results && !query.isFetchNextPageError && (
        <button
          type="button"
          className="btn ghost list-more"
          aria-disabled={query.isFetchingNextPage}
          onClick={() => !query.isFetchingNextPage && void query.fetchNextPage()}
        >
          {ofLists('more')}
        </button>
      )}
    </section>
  )
}

const looks = {
  Leaked: { Icon: CircleAlert, look: 'chip e' },
  Obeyed: { Icon: TriangleAlert, look: 'chip w' },
  Resisted: { Icon: CircleCheck, look: 'chip ok' },
  Broken: { Icon: CircleOff, look: 'chip' },
} as const

function CaseItem({ result }: { result: InjectionResult }) {
  const t = injectionTexts.useText()
  const panel = useId()
  const [isOpen, setOpen] = useState(false)
  const { question, outcome, carrier, technique } = result
  const { Icon, look } = looks[outcome]
  return (
    <>
      <button
        type="button"
        className="row result-head"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panel : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={look}>
          <Icon size={14} />
          {t(`outcome.${outcome}`)}
        </span>
        <span className="grow">
          <span className="clamp">{t(`technique.${technique}`)}</span>
          <span className="row small m3 result-notes">
            <span>{t(`carrier.${carrier}`)}</span>
            <bdi>{question}</bdi>
          </span>
        </span>
        <ChevronDown size={16} className="result-chevron" />
      </button>
      {isOpen && <Opened id={panel} result={result} />}
    </>
  )
}

function Opened({ id, result }: { id: string; result: InjectionResult }) {
  const t = injectionTexts.useText()
  const { question, answer, errorCode, source, attack, secret, leaks, reached } = result
  const pieces = visiblePieces(attack)
  return (
    <div className="result-panel injection-panel" id={id}>
      <div className="result-side">
        <h3 className="small m2">{t('hidden')}</h3>
        <p className="injection-attack" dir="auto">
          <Pieces text={attack} />
        </p>
        {pieces.some(({ hidden }) => hidden !== null) && <p className="hint">{t('hiddenHint')}</p>}
        {source !== attack && <p className="small m2 wrap">{t('source', { source })}</p>}
        <p className="small m2 wrap">{t('secret', { secret })}</p>
        {!reached && <p className="strip info">{t('notReached')}</p>}
      </div>
      <div className="result-answer">
        <h3 className="small m2">{t('answer')}</h3>
        {errorCode !== null && <p className="strip e">{storedErrorText(errorCode)}</p>}
        {answer !== '' ? (
          <>
            <article aria-label={t('answer')}>
              <AnswerText answer={answer} question={question} cut={errorCode !== null} />
            </article>
            <details className="case-more">
              <summary className="s13">{t('asWritten')}</summary>
              <p className="injection-attack" dir="auto">
                <Pieces text={answer} />
              </p>
            </details>
          </>
        ) : (
          errorCode === null && <p className="m2">{t('noAnswer')}</p>
        )}
        {leaks.length > 0 && (
          <>
            <h3 className="small m2">{t('gotOut')}</h3>
            <ul className="injection-leaks">
              {leaks.map(({ kind, text }) => (
                <li key={`${kind} ${text}`} className="wrap">
                  {t(`leak.${kind}`, { text })}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}

function Pieces({ text }: { text: string }) {
  return visiblePieces(text).map(({ text: piece, hidden }, index) =>
    hidden === null ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move.
      <span key={index}>{piece}</span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move.
      <mark key={index} className="injection-mark" title={hidden}>
        {piece}
      </mark>
    ),
  )
}
