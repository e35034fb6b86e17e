import { Play } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { formatMoment } from '../../../lang/format.ts'
import { ListSkeleton } from '../../../ui/admin/ListSkeleton.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { type InjectionRun, injectionRunPath, injectionsApi } from '../data/injectionsApi.ts'
import { isInProgress } from '../scoreText.ts'
import { InjectionProgress } from './InjectionProgress.tsx'
import { InjectionRunDialog } from './InjectionRunDialog.tsx'
import { InjectionWords } from './InjectionWords.tsx'
import { injectionTexts } from './lang/en.ts'
import { useInjectionRun } from './useInjectionRun.ts'
import '../performanceTests.css'
import './injections.css'

/** Older runs aren’t listed. */
const EARLIER = 10

interface Props {
  gptSystemId: string
  name: string
}

/** The built-in test of an agent for prompt injection, with its last run. */
export function InjectionSection({ gptSystemId, name }: Props) {
  const t = injectionTexts.useText()
  const id = useId()
  const [isStarting, setStarting] = useState(false)
  const { currentData, error, refetch } = injectionsApi.useGetInjectionTestQuery(
    { gptSystemId },
    { refetchOnMountOrArgChange: true },
  )
  const last = currentData?.lastRun ?? null
  const mayRun = currentData?.mayRun === true && !(last && isInProgress(last))
  return (
    <section className="card injection-card" aria-labelledby={id}>
      <div className="row injection-head">
        <h2 className="h3 grow" id={id}>
          {t('title')}
        </h2>
        {mayRun && (
          <button type="button" className="btn out" onClick={() => setStarting(true)}>
            <Play size={16} />
            {t('run')}
          </button>
        )}
      </div>
      <p className="m2">{t('intro')}</p>
      {!currentData ? (
        error ? (
          <LoadError error={error} retry={refetch} />
        ) : (
          <ListSkeleton columns={1} />
        )
      ) : last ? (
        <LastRun gptSystemId={gptSystemId} run={last} mayRun={currentData.mayRun} />
      ) : (
        <p className="m2">{t('neverRun')}</p>
      )}
      {isStarting && currentData && (
        <InjectionRunDialog
          gptSystemId={gptSystemId}
          name={name}
          cases={currentData.cases}
          close={() => setStarting(false)}
        />
      )}
    </section>
  )
}

function LastRun({ gptSystemId, run, mayRun }: { gptSystemId: string; run: InjectionRun; mayRun: boolean }) {
  const t = injectionTexts.useText()
  const { runId, startedAt } = run
  const { currentData } = useInjectionRun(gptSystemId, runId)
  return (
    <>
      {currentData && isInProgress(currentData) ? (
        <InjectionProgress gptSystemId={gptSystemId} run={currentData} mayRun={mayRun} />
      ) : (
        currentData && <InjectionWords report={currentData} />
      )}
      <p className="row small m2 injection-head">
        <span>{formatMoment(startedAt)}</span>
        <Link to={injectionRunPath(gptSystemId, runId)}>{t('results')}</Link>
      </p>
      <EarlierRuns gptSystemId={gptSystemId} lastId={runId} />
    </>
  )
}

/** The runs before the last one, a few of them. */
function EarlierRuns({ gptSystemId, lastId }: { gptSystemId: string; lastId: string }) {
  const t = injectionTexts.useText()
  const { currentData } = injectionsApi.useListInjectionRunsQuery({ gptSystemId, pageSize: EARLIER + 1 })
  const runs = currentData?.items.filter(({ runId }) => runId !== lastId) ?? []
  if (runs.length === 0) return null
  return (
    <details className="case-more">
      <summary className="s13">{t('earlier')}</summary>
      <ul className="small">
        {runs.map(({ runId, startedAt }) => (
          <li key={runId}>
            <Link to={injectionRunPath(gptSystemId, runId)}>{formatMoment(startedAt)}</Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
