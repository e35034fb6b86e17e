import { MessageSquareOff } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { formatDate } from '../../lang/format.ts'
import { problemOf } from '../../session/http.ts'
import { EmptyList } from '../../ui/admin/ListStates.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { knownAddresses, linkAddress } from '../../ui/markdown/index.ts'
import { OpenSidebarButton } from '../../ui/OpenSidebarButton.tsx'
import { loadImage } from '../agentAvatars/loadImage.ts'
import { useApplyBrand } from '../brandTheme/useApplyBrand.ts'
import { chatAddress } from '../chat/data/chatAddress.ts'
import { sourcePlace } from '../chatModel/sources.ts'
import { usePageTitle } from '../frame/useProductName.ts'
import { ThreadSkeleton } from '../thread/ThreadSkeleton.tsx'
import { SentFiles, TranscriptTurn } from '../transcripts/TranscriptTurn.tsx'
import { type Snapshot, type SnapshotTurn, snapshotsApi } from './data/api.ts'
import { snapshotTexts } from './lang/en.ts'
import '../../ui/admin/list.css'
import './snapshots.css'

/** /chat/shared/{snapshotId}: someone's conversation as of when it was shared. */
export function SnapshotPage() {
  const { snapshotId = '' } = useParams()
  const t = snapshotTexts.useText()
  useApplyBrand(null)
  const { currentData, error, refetch } = snapshotsApi.useGetSnapshotQuery(
    { snapshotId },
    { refetchOnMountOrArgChange: true },
  )
  usePageTitle(currentData?.title ?? t('pageTitle'))
  return (
    <div className="page transcript">
      {currentData && !error ? (
        <Shown snapshot={currentData} />
      ) : (
        <>
          <header className="page-head">
            <div className="row">
              <OpenSidebarButton />
              <h1 className="h2">{t('pageTitle')}</h1>
            </div>
          </header>
          <div className="page-body">
            {error ? <Missing error={error} retry={refetch} /> : <ThreadSkeleton />}
          </div>
        </>
      )}
    </div>
  )
}

function Missing({ error, retry }: { error: unknown; retry: () => void }) {
  const t = snapshotTexts.useText()
  const code = problemOf(error)?.code
  const isOff = code === 'snapshot.off'
  if (!isOff && code !== 'snapshot.notFound' && code !== 'request.invalid')
    return <LoadError error={error} retry={retry} />
  return (
    <EmptyList Icon={MessageSquareOff} text={t(isOff ? 'off' : 'missing')}>
      <Link to="/chat" className="btn soft sm">
        {t('toChat')}
      </Link>
    </EmptyList>
  )
}

function Shown({ snapshot }: { snapshot: Snapshot }) {
  const t = snapshotTexts.useText()
  const { title, sharedBy, createdAt, gptSystemId, partial, redacted, turns } = snapshot
  const date = formatDate(createdAt, { day: 'numeric', month: 'long', year: 'numeric' })
  return (
    <>
      <header className="page-head">
        <div className="row page-title">
          <OpenSidebarButton />
          <h1 className="h2 grow wrap">
            <bdi>{title}</bdi>
          </h1>
          {gptSystemId && (
            <Link to={chatAddress(gptSystemId, null)} className="btn soft">
              {t('ask')}
            </Link>
          )}
        </div>
        <p className="m2">{t('sharedBy', { name: sharedBy, date })}</p>
        {partial && <p className="strip i">{t('partial')}</p>}
        {redacted && <p className="strip i">{t('redacted')}</p>}
      </header>
      <div className="page-body transcript-turns">
        {turns.map((turn, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a copy doesn't change, and a turn has no ID.
          <Turn key={index} turn={turn} place={index + 1} />
        ))}
      </div>
    </>
  )
}

function Turn({ turn, place }: { turn: SnapshotTurn; place: number }) {
  const t = snapshotTexts.useText()
  const { question, answer, agentName, citations, files, status } = turn
  const surroundings = useMemo(
    () => ({
      // Citations that this reader can't see are missing.
      citationPlace: (number: number) => citations.findIndex((one) => one.number === number) + 1 || null,
      citationLabel: (at: number) => t('source', { number: at, title: citations[at - 1]?.title ?? '' }),
      citationAddress: (at: number) => `#${sourceId(place, at)}`,
      openCitation: (at: number) => document.getElementById(sourceId(place, at))?.focus(),
      knowsAddress: knownAddresses(question, citations),
      loadImage,
    }),
    [t, citations, place, question],
  )
  return (
    <TranscriptTurn
      question={question}
      answer={answer ?? ''}
      agentName={agentName}
      status={status}
      // Says that an answer isn't complete.
      ending={status === undefined || status === 'Completed' ? undefined : t(`ending.${status}`)}
      sent={<SentFiles names={files} />}
      left={answer === null ? t('left') : undefined}
      surroundings={surroundings}
    >
      {citations.length > 0 && <Sources citations={citations} place={place} />}
    </TranscriptTurn>
  )
}

const sourceId = (place: number, number: number) => `source-${place}-${number}`

function Sources({ citations, place }: { citations: SnapshotTurn['citations']; place: number }) {
  const t = snapshotTexts.useText()
  return (
    <ol className="snapshot-sources" aria-label={t('sources')}>
      {citations.map(({ number, title, quote, url, fetchedAt, ...where }, index) => (
        <li key={number} id={sourceId(place, index + 1)} tabIndex={-1}>
          <span className="num m3">{index + 1}</span>
          <div>
            <p className="s13">
              {url !== undefined && /^https?:/.test(url) && linkAddress(url) !== null ? (
                <a href={url} target="_blank" rel="noopener noreferrer nofollow">
                  <bdi>{title}</bdi>
                </a>
              ) : (
                <bdi>{title}</bdi>
              )}
              <span className="m3">{sourcePlace(where)}</span>
              {fetchedAt && <span className="m3"> · {formatDate(fetchedAt, { dateStyle: 'medium' })}</span>}
            </p>
            <blockquote className="s13 m2" dir="auto">
              {quote}
            </blockquote>
          </div>
        </li>
      ))}
    </ol>
  )
}
