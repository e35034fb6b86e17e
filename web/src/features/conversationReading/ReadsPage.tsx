import { limits } from '@parlance/contract/limits'
import { BookOpenText } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { formatMoment } from '../../lang/format.ts'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { EmptyList } from '../../ui/admin/ListStates.tsx'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { RecordWait } from '../../ui/admin/RecordWait.tsx'
import { useAgentName } from '../../ui/agentName.ts'
import { toast } from '../../ui/toast.tsx'
import { type ConversationRead, conversationReadsApi } from '../conversationReads/data/api.ts'
import { readPath } from '../conversationReads/data/readPaths.ts'
import { conversationReadsTexts } from '../conversationReads/lang/en.ts'
import { ReadFacts, ReadReason, ReadState } from '../conversationReads/ReadFacts.tsx'
import { useWhose } from '../conversationReads/useWhose.ts'
import { currentUserApi } from '../currentUser/data/api.ts'
import { usePageTitle } from '../frame/useProductName.ts'
import { readingTexts } from './lang/en.ts'
import { POLL_MS, useSeesUsers } from './readPages.ts'
import { Visitors } from './Visitors.tsx'
import { Withdraw } from './Withdraw.tsx'
import '../../ui/admin/list.css'
import './conversationReading.css'

/** /admin/conversationReads: what the user opened, and what waits for the user's approval. */
export function ReadsPage() {
  const t = readingTexts.useText()
  const title = conversationReadsTexts.useText()('title')
  usePageTitle(title)
  const { data: me } = currentUserApi.useGetCurrentUserQuery()
  const { data, error, refetch } = conversationReadsApi.useListReadsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: POLL_MS,
  })
  const seesUsers = useSeesUsers()
  const [asked, setAsked] = useState<ConversationRead>()
  if (!data || !me)
    return (
      <RecordWait
        title={title}
        Icon={BookOpenText}
        error={error}
        missing={false}
        texts={{ missing: t('missing'), back: t('back') }}
        retry={() => void refetch()}
      />
    )
  const own = data.items.filter(({ readerId }) => readerId === me.userId)
  const waiting = data.items.filter(({ readerId }) => readerId !== me.userId)
  return (
    <div className="page">
      <PageHead title={title} intro={t('intro')} />
      <div className="page-body reading-sections">
        {waiting.length > 0 && (
          <Section title={t('waiting')}>
            {waiting.map((read) => (
              <Waiting key={read.conversationReadId} read={read} approve={() => setAsked(read)} />
            ))}
          </Section>
        )}
        {own.length > 0 ? (
          <Section title={t('own')}>
            {own.map((read) => (
              <Own key={read.conversationReadId} read={read} />
            ))}
          </Section>
        ) : (
          <EmptyList Icon={BookOpenText} text={t(seesUsers ? 'none' : 'noneOfUsers')} />
        )}
        <Visitors />
      </div>
      {asked && <ApproveDialog read={asked} close={() => setAsked(undefined)} />}
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 className="h4" id={id}>
        {title}
      </h2>
      <ul className="reading-cards">{children}</ul>
    </section>
  )
}

function Waiting({ read, approve }: { read: ConversationRead; approve: () => void }) {
  const t = readingTexts.useText()
  const person = useWhose()(read)
  const { readerName: reader, createdAt, expiresAt, reason } = read
  return (
    <li className="card reading-card">
      <div className="row read-head">
        <h3 className="grow wrap read-name">{t('wants', { reader, person })}</h3>
        <button
          type="button"
          className="btn soft sm"
          aria-label={t('approveOf', { reader, person })}
          onClick={approve}
        >
          {t('approve')}
        </button>
      </div>
      <p className="small m3 num">
        {t('requested', { at: formatMoment(createdAt), until: formatMoment(expiresAt) })}
      </p>
      <ReadReason reason={reason} />
    </li>
  )
}

function Own({ read }: { read: ConversationRead }) {
  const t = readingTexts.useText()
  const person = useWhose()(read)
  const agent = useAgentName()(read.personName)
  const { conversationReadId, userId, state, createdAt } = read
  const at = formatMoment(createdAt)
  return (
    <li className="card reading-card">
      <div className="row read-head">
        <h3 className="grow wrap read-name">
          {userId === null ? t('visitor', { agent }) : <bdi>{person}</bdi>}
        </h3>
        <ReadState state={state} />
        {state === 'Open' && (
          <Link
            to={readPath(conversationReadId)}
            className="btn soft sm"
            aria-label={t('readOf', { person })}
          >
            {t('read')}
          </Link>
        )}
        {state === 'Waiting' && <Withdraw read={read} />}
      </div>
      <p className="small m3 num">{state === 'Waiting' ? t('requestedAt', { at }) : t('times', { at })}</p>
      <ReadFacts read={read} />
    </li>
  )
}

function ApproveDialog({ read, close }: { read: ConversationRead; close: () => void }) {
  const t = readingTexts.useText()
  const [approve, { isLoading, error }] = conversationReadsApi.useApproveReadMutation()
  const person = useWhose()(read)
  const { conversationReadId, userId, readerName: reader, reason } = read

  async function confirm() {
    const answer = await approve({ conversationReadId })
    if (answer.error) return
    toast.success(t('approved', { person }))
    close()
  }

  return (
    <ConfirmDialog
      title={t('approveTitle', { person })}
      text={t(userId === null ? 'approveVisitorText' : 'approveText', {
        reader,
        person,
        minutes: limits.conversationReadMinutes,
      })}
      button={t('approve')}
      danger={false}
      wide
      busy={isLoading}
      error={error}
      confirm={() => void confirm()}
      close={close}
    >
      <ReadReason reason={reason} />
    </ConfirmDialog>
  )
}
