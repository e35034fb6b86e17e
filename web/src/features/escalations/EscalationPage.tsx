import { ImageIcon, MessageSquareOff, Paperclip, Reply } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { formatDate } from '../../lang/format.ts'
import { problemOf } from '../../session/http.ts'
import { EmptyList } from '../../ui/admin/ListStates.tsx'
import { errorText } from '../../ui/errorText.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { OpenSidebarButton } from '../../ui/OpenSidebarButton.tsx'
import { usePageTitle } from '../frame/useProductName.ts'
import { ThreadSkeleton } from '../thread/ThreadSkeleton.tsx'
import { TranscriptTurn } from '../transcripts/TranscriptTurn.tsx'
import { type Escalated, escalationsApi } from './data/api.ts'
import { escalationTexts } from './lang/en.ts'
import '../../ui/admin/list.css'
import './escalations.css'

/** /admin/escalations/{escalationId}: a visitor's conversation, as of when it was sent to the team. */
export function EscalationPage() {
  const { escalationId = '' } = useParams()
  const t = escalationTexts.useText()
  const { currentData, error, refetch } = escalationsApi.useOpenEscalationQuery(
    { escalationId },
    { refetchOnMountOrArgChange: true },
  )
  usePageTitle(currentData?.title || t('pageTitle'))
  return (
    <div className="page transcript">
      {currentData && !error ? (
        <Shown escalated={currentData} />
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

/** Without the permission, it says the same for every link. */
const unknown = ['escalation.notFound', 'access.denied', 'request.invalid']

function Missing({ error, retry }: { error: unknown; retry: () => void }) {
  const t = escalationTexts.useText()
  const code = problemOf(error)?.code ?? ''
  const isExpired = code === 'escalation.expired'
  if (!isExpired && !unknown.includes(code)) return <LoadError error={error} retry={retry} />
  return (
    <EmptyList Icon={MessageSquareOff} text={isExpired ? errorText(error) : t('missing')}>
      <Link to="/chat" className="btn soft sm">
        {t('toChat')}
      </Link>
    </EmptyList>
  )
}

const day = { day: 'numeric', month: 'long', year: 'numeric' } as const

function Shown({ escalated }: { escalated: Escalated }) {
  const t = escalationTexts.useText()
  const { title, agentName, createdAt, expiresAt, replyTo, isShortened, turns } = escalated
  return (
    <>
      <header className="page-head">
        <div className="row page-title">
          <OpenSidebarButton />
          <h1 className="h2 grow wrap">
            <bdi>{title || t('pageTitle')}</bdi>
          </h1>
        </div>
        <p className="m2">
          {t('sent', { date: formatDate(createdAt, day), until: formatDate(expiresAt, day) })}
        </p>
        <a href={`mailto:${encodeURIComponent(replyTo)}`} className="btn soft escalation-reply">
          <Reply className="flip" size={16} />
          <span className="trunc">{t('reply', { address: replyTo })}</span>
        </a>
        {isShortened && <p className="strip info">{t('shortened')}</p>}
      </header>
      <div className="page-body transcript-turns">
        {turns.map((turn, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was sent doesn't change, and a turn has no ID.
          <Turn key={index} turn={turn} agentName={agentName} />
        ))}
      </div>
    </>
  )
}

/** Citations lead nowhere here, and no images are loaded: only the conversation itself was sent. */
function Turn({ turn, agentName }: { turn: Escalated['turns'][number]; agentName: string }) {
  const t = escalationTexts.useText()
  const { question, answer, images, files, status } = turn
  return (
    <TranscriptTurn
      question={question}
      answer={answer}
      agentName={agentName}
      status={status}
      ending={status === 'Completed' ? undefined : t(`status.${status}`)}
      sent={
        <>
          {images > 0 && (
            <p className="chip">
              <ImageIcon size={14} />
              {t('images', { count: images })}
            </p>
          )}
          {files > 0 && (
            <p className="chip">
              <Paperclip size={14} />
              {t('files', { count: files })}
            </p>
          )}
        </>
      }
    />
  )
}
