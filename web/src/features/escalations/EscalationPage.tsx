import { CircleAlert, ImageIcon, MessageSquareOff, Paperclip, Reply } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { formatDate } from '../../lang/format.ts'
import { problemOf } from '../../session/http.ts'
import { EmptyList } from '../../ui/admin/ListStates.tsx'
import { useAgentName } from '../../ui/agentName.ts'
import { errorText } from '../../ui/errorText.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { Blocks, GrowingMarkdown, plainSurroundings, SurroundingsContext } from '../../ui/markdown/index.ts'
import { OpenSidebarButton } from '../../ui/OpenSidebarButton.tsx'
import { useMarkdownWords } from '../chatModel/useMarkdownWords.ts'
import { usePageTitle } from '../frame/useProductName.ts'
import { ThreadSkeleton } from '../thread/ThreadSkeleton.tsx'
import { type Escalated, escalationsApi } from './data/api.ts'
import { escalationTexts } from './lang/en.ts'
import '../../ui/admin/list.css'
import '../thread/chat.css'
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
    <div className="page escalation">
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
  const { title, createdAt, expiresAt, replyTo, isShortened, turns } = escalated
  const agentName = useAgentName()(escalated.agentName)
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
      <div className="page-body escalation-turns">
        {turns.map((turn, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was sent doesn't change, and a turn has no ID.
          <Turn key={index} turn={turn} agentName={agentName} />
        ))}
      </div>
    </>
  )
}

function Turn({ turn, agentName }: { turn: Escalated['turns'][number]; agentName: string }) {
  const t = escalationTexts.useText()
  const { question, answer, images, files, status } = turn
  return (
    <div className="escalation-turn">
      <div className="question">
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
        <article className="bubble" aria-label={t('question')}>
          <p dir="auto">{question}</p>
        </article>
      </div>
      <article className="answer" aria-label={t('answerOf', { agent: agentName })}>
        <p className="small m2">
          <bdi>{agentName}</bdi>
        </p>
        {answer === '' ? (
          <p className="m2">{t('noAnswer')}</p>
        ) : (
          <AnswerText answer={answer} cut={status !== 'Completed'} />
        )}
        {status !== 'Completed' && (
          <p className="chip w escalation-ending">
            <CircleAlert size={14} />
            {t(`status.${status}`)}
          </p>
        )}
      </article>
    </div>
  )
}

/** Citations lead nowhere here, and no images are loaded: only the conversation itself was sent. */
function AnswerText({ answer, cut }: { answer: string; cut: boolean }) {
  const words = useMarkdownWords()
  const blocks = useMemo(() => {
    const read = new Blocks()
    read.push(answer)
    read.end()
    return read
  }, [answer])
  const surroundings = useMemo(() => ({ ...plainSurroundings, words }), [words])
  return (
    <div className="md answer-text">
      <SurroundingsContext value={surroundings}>
        <GrowingMarkdown blocks={blocks} version={answer.length} ended cut={cut} byParagraph={false} />
      </SurroundingsContext>
    </div>
  )
}
