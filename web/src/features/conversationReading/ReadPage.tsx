import { BookOpenText, Clock, TimerOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { formatMoment } from '../../lang/format.ts'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { EmptyList } from '../../ui/admin/ListStates.tsx'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { RecordWait } from '../../ui/admin/RecordWait.tsx'
import { type ConversationRead, conversationReadsApi } from '../conversationReads/data/api.ts'
import { readsPath } from '../conversationReads/data/readPaths.ts'
import { conversationReadsTexts } from '../conversationReads/lang/en.ts'
import { ReadReason } from '../conversationReads/ReadFacts.tsx'
import { useWhose } from '../conversationReads/useWhose.ts'
import { currentUserApi } from '../currentUser/data/api.ts'
import { usePageTitle } from '../frame/useProductName.ts'
import { profilePath } from '../users/data/userPaths.ts'
import { ConversationList } from './ConversationList.tsx'
import { readingTexts } from './lang/en.ts'
import { OpenedConversation } from './OpenedConversation.tsx'
import { POLL_MS, useSeesUsers } from './readPages.ts'
import { clockText, isOver, minutesSaid, useTimeLeft } from './timeLeft.ts'
import { Withdraw } from './Withdraw.tsx'
import '../../ui/admin/list.css'
import './conversationReading.css'

/** The address keeps which conversation is open, so that Back returns to the list. */
const CONVERSATION = 'conversation'

/** /admin/conversationReads/{id}: the conversations of one person, as long as they can be read. */
export function ReadPage() {
  const { conversationReadId = '' } = useParams()
  const t = readingTexts.useText()
  const title = conversationReadsTexts.useText()('title')
  const whose = useWhose()
  const { data: me } = currentUserApi.useGetCurrentUserQuery()
  const { data, error, refetch } = conversationReadsApi.useListReadsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: POLL_MS,
  })
  const read = data?.items.find(
    (one) => one.conversationReadId === conversationReadId && one.readerId === me?.userId,
  )
  // The title of a conversation would stay in the browser's history.
  usePageTitle(read ? t('pageTitle', { person: whose(read) }) : title)
  const parent = { title, path: readsPath }
  if (!read)
    return (
      <RecordWait
        title={title}
        parent={parent}
        Icon={BookOpenText}
        error={error}
        missing={data !== undefined && me !== undefined}
        texts={{ missing: t('missing'), back: t('back') }}
        retry={() => void refetch()}
      />
    )
  return (
    <div className="page transcript">
      <PageHead
        title={t('pageTitle', { person: whose(read) })}
        parent={parent}
        intro={<ReadReason reason={read.reason} />}
      />
      {read.state === 'Waiting' ? (
        <Waits read={read} />
      ) : read.state === 'Ended' ? (
        <Ended read={read} />
      ) : (
        <Opened key={read.expiresAt} read={read} />
      )}
    </div>
  )
}

function Waits({ read }: { read: ConversationRead }) {
  const t = readingTexts.useText()
  return (
    <div className="page-body" role="status">
      <EmptyList Icon={Clock} text={t('waits', { until: formatMoment(read.expiresAt) })}>
        <Withdraw read={read} />
      </EmptyList>
    </div>
  )
}

function Ended({ read }: { read: ConversationRead }) {
  const t = readingTexts.useText()
  const person = useWhose()(read)
  const { userId } = read
  const seesUsers = useSeesUsers()
  return (
    <div className="page-body" role="status">
      <EmptyList Icon={TimerOff} text={t(userId === null ? 'endedVisitor' : 'ended', { person })}>
        {userId !== null && seesUsers && (
          <Link to={profilePath(userId)} className="btn soft sm">
            {t('toProfile')}
          </Link>
        )}
      </EmptyList>
    </div>
  )
}

/** Everything that was read is below this. It leaves the page, and with it the cache, as soon as the time is over. */
function Opened({ read }: { read: ConversationRead }) {
  const { conversationReadId, expiresAt } = read
  const [params] = useSearchParams()
  const conversationId = params.get(CONVERSATION)
  const over = useTimeLeft(expiresAt, isOver)
  const list = useRef<HTMLDivElement>(null)
  const before = useRef(conversationId)
  useEffect(() => {
    const closed = conversationId === null && before.current
    before.current = conversationId
    if (!closed) return
    const rows = [...(list.current?.querySelectorAll('a') ?? [])]
    rows.find(({ href }) => href.includes(closed))?.focus()
  }, [conversationId])
  if (over) return <Ended read={read} />
  return (
    <>
      <Banner read={read} />
      <div className="page-body">
        {/* Stays mounted below an open conversation, so that Back finds its search and place. */}
        <div ref={list} hidden={conversationId !== null}>
          <ConversationList
            conversationReadId={conversationReadId}
            to={(id) => ({ search: `?${new URLSearchParams({ [CONVERSATION]: id })}` })}
          />
        </div>
        {conversationId !== null && (
          <OpenedConversation
            key={conversationId}
            conversationReadId={conversationReadId}
            conversationId={conversationId}
          />
        )}
      </div>
    </>
  )
}

/** Stays in view while the conversation scrolls. */
function Banner({ read }: { read: ConversationRead }) {
  const t = readingTexts.useText()
  const [asked, setAsked] = useState(false)
  const person = useWhose()(read)
  const { userId, expiresAt } = read
  return (
    <section className="reading-banner" aria-label={t('left')}>
      <div className="strip info">
        <Clock size={16} />
        <TimeLeft expiresAt={expiresAt} />
        <span className="grow wrap reading-note">
          {userId === null ? t('shownVisitor') : t('shown', { person })}
        </span>
        <button type="button" className="btn out sm" onClick={() => setAsked(true)}>
          {t('end')}
        </button>
      </div>
      {asked && <EndDialog read={read} close={() => setAsked(false)} />}
    </section>
  )
}

/** A clock that is silent, and says the time left only a few times. */
function TimeLeft({ expiresAt }: { expiresAt: string }) {
  const t = readingTexts.useText()
  const clock = useTimeLeft(expiresAt, clockText)
  const minutes = useTimeLeft(expiresAt, minutesSaid)
  return (
    <>
      <span role="timer" aria-live="off" className="reading-time">
        {t('left')}{' '}
        <bdi dir="ltr" className="num">
          {clock}
        </bdi>
      </span>
      <span className="hidden" role="status">
        {minutes !== null && t('leftMinutes', { count: minutes })}
      </span>
    </>
  )
}

function EndDialog({ read, close }: { read: ConversationRead; close: () => void }) {
  const t = readingTexts.useText()
  const person = useWhose()(read)
  const { conversationReadId } = read
  const [end, { isLoading, error }] = conversationReadsApi.useCloseReadMutation()

  async function confirm() {
    const answer = await end({ conversationReadId })
    if (!answer.error) close()
  }

  return (
    <ConfirmDialog
      title={t('endTitle', { person })}
      text={t('endText')}
      button={t('end')}
      danger={false}
      busy={isLoading}
      error={error}
      confirm={() => void confirm()}
      close={close}
    />
  )
}
