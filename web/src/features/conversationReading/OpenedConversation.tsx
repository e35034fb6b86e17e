import { ArrowLeft, ImageIcon, MessageSquareOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatMoment } from '../../lang/format.ts'
import { problemOf } from '../../session/http.ts'
import { EmptyList } from '../../ui/admin/ListStates.tsx'
import { useAgentName } from '../../ui/agentName.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { conversationReadsApi, type ReadConversation } from '../conversationReads/data/api.ts'
import { conversationReadsTexts } from '../conversationReads/lang/en.ts'
import { ThreadSkeleton } from '../thread/ThreadSkeleton.tsx'
import { SentFiles, TranscriptTurn } from '../transcripts/TranscriptTurn.tsx'
import { readingTexts } from './lang/en.ts'

interface Props {
  conversationReadId: string
  conversationId: string
}

/** A conversation as the person sees it, without its images and files. */
export function OpenedConversation({ conversationReadId, conversationId }: Props) {
  const t = readingTexts.useText()
  const { currentData, error, refetch } = conversationReadsApi.useGetConversationOfReadQuery(
    { conversationReadId, conversationId },
    { refetchOnMountOrArgChange: true },
  )
  const code = problemOf(error)?.code
  return (
    <>
      <Link to={{ search: '' }} className="btn ghost sm reading-back">
        <ArrowLeft size={16} className="flip" />
        {t('toList')}
      </Link>
      {code === 'conversation.notFound' || code === 'request.invalid' ? (
        <EmptyList Icon={MessageSquareOff} text={t('conversationMissing')} />
      ) : error ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : currentData ? (
        <Shown conversation={currentData} />
      ) : (
        <ThreadSkeleton />
      )}
    </>
  )
}

function Shown({ conversation }: { conversation: ReadConversation }) {
  const t = readingTexts.useText()
  const common = conversationReadsTexts.useText()
  const { title, agentName, createdAt, isShortened, turns } = conversation
  const agent = useAgentName()(agentName)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <article aria-label={title || common('untitled')}>
      <h2 className="h3 wrap reading-heading" ref={heading} tabIndex={-1}>
        <bdi>{title || common('untitled')}</bdi>
      </h2>
      <p className="small m3 reading-facts">
        <bdi className="wrap">{agent}</bdi>
        <span className="num">{t('created', { at: formatMoment(createdAt) })}</span>
      </p>
      {isShortened && <p className="strip info">{t('shortened')}</p>}
      <div className="transcript-turns">
        {turns.map((turn) => (
          <Turn key={turn.conversationSegmentId} turn={turn} />
        ))}
      </div>
    </article>
  )
}

/** Citations lead nowhere here, and no images are loaded. */
function Turn({ turn }: { turn: ReadConversation['turns'][number] }) {
  const t = readingTexts.useText()
  const { question, answer, agentName, status, askedAt, sources, files, images } = turn
  return (
    <TranscriptTurn
      question={question}
      answer={answer}
      agentName={agentName}
      status={status}
      ending={status === 'Completed' ? undefined : t(`status.${status}`)}
      sent={
        <>
          <time className="small m3 num reading-asked" dateTime={askedAt}>
            {formatMoment(askedAt)}
          </time>
          <SentFiles names={files} />
          {images > 0 && (
            <p className="chip">
              <ImageIcon size={14} />
              {t('images', { count: images })}
            </p>
          )}
        </>
      }
    >
      {sources.length > 0 && (
        <section className="reading-sources" aria-label={t('sources')}>
          <h3 className="small m2">{t('sources')}</h3>
          <ul>
            {sources.map((source) => (
              <li key={source} className="s13 wrap">
                <bdi>{source}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
    </TranscriptTurn>
  )
}
