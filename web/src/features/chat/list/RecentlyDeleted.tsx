import { Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { formatDate } from '../../../lang/format.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { useAgentName } from '../../../ui/agentName.ts'
import { useKeepFocus } from '../../../ui/keepFocus.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { Dialog } from '../../../ui/mui/Dialog.tsx'
import { conversationsApi, type DeletedConversation } from '../../chatModel/api.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import { instanceApi } from '../../instance/data/api.ts'
import { More } from './More.tsx'
import { useConversationActions } from './useConversationActions.ts'
import './recentlyDeleted.css'

interface Props {
  open: boolean
  close: () => void
}

/** The user's deleted conversations, to restore them or to delete them permanently. */
export function RecentlyDeleted({ open, close }: Props) {
  const t = conversationTexts.useText()
  const id = useId()
  const { data: policy } = instanceApi.useGetDataPolicyQuery(undefined, { skip: !open })
  return (
    <Dialog
      open={open}
      onClose={close}
      fullWidth
      maxWidth="sm"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
    >
      <div className="dialog">
        <h2 className="h3" id={id}>
          {t('recentlyDeleted')}
        </h2>
        <p className="m2" id={`${id}-text`}>
          {policy && t('recentlyDeletedText', { count: policy.deletedRetentionDays })}
        </p>
        <Content close={close} />
      </div>
    </Dialog>
  )
}

function Content({ close }: Pick<Props, 'close'>) {
  const t = conversationTexts.useText()
  const [asked, setAsked] = useState<DeletedConversation | 'all' | null>(null)
  const keepFocus = useKeepFocus()
  const query = conversationsApi.useListDeletedConversationsInfiniteQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const isEmpty = items.length === 0 && !hasNextPage
  return (
    <>
      {error && !data && <LoadError error={error} retry={refetch} />}
      {data && isEmpty && <p className="m3 s13">{t('noDeleted')}</p>}
      {data && !isEmpty && (
        <ul className="deleted-list" onFocus={keepFocus} aria-label={t('recentlyDeleted')}>
          {items.map((one) => (
            <Row key={one.conversationId} of={one} ask={() => setAsked(one)} />
          ))}
          {hasNextPage && (
            <li>
              {isFetchNextPageError ? (
                <LoadError error={error} retry={fetchNextPage} />
              ) : (
                <More load={fetchNextPage} loading={isFetchingNextPage} text={t('loadingMore')} />
              )}
            </li>
          )}
        </ul>
      )}
      <div className="row actions">
        {data && !isEmpty && (
          <button type="button" className="btn ghost" onClick={() => setAsked('all')}>
            {t('deleteAllForever')}
          </button>
        )}
        <button type="button" className="btn pri" onClick={close}>
          {t('close')}
        </button>
      </div>
      {asked && <Confirmation of={asked} close={() => setAsked(null)} />}
    </>
  )
}

interface RowProps {
  of: DeletedConversation
  ask: () => void
}

function Row({ of, ask }: RowProps) {
  const t = conversationTexts.useText()
  const { restore } = useConversationActions()
  const [busy, setBusy] = useState(false)
  const named = useAgentName()
  const title = of.title || t('untitled')
  const date = formatDate(of.deletedAt, { day: 'numeric', month: 'short' })
  return (
    <li className="row">
      <span className="grow deleted-of">
        <bdi className="trunc">{title}</bdi>
        <span className="m3 s13">{t('deletedOn', { date, agent: named(of.gptSystem.name) })}</span>
      </span>
      <button
        type="button"
        className="btn soft sm"
        aria-label={t('restoreOf', { title })}
        aria-disabled={busy}
        onClick={async () => {
          if (busy) return
          setBusy(true)
          if (!(await restore(of))) setBusy(false)
        }}
      >
        {t('bringBack')}
      </button>
      <button type="button" className="ib sm" aria-label={t('deleteForeverOf', { title })} onClick={ask}>
        <Trash2 size={16} />
      </button>
    </li>
  )
}

function Confirmation({ of, close }: { of: DeletedConversation | 'all'; close: () => void }) {
  const t = conversationTexts.useText()
  const [removeOne, one] = conversationsApi.useRemoveDeletedConversationMutation()
  const [removeAll, all] = conversationsApi.useRemoveAllDeletedConversationsMutation()
  async function confirm() {
    const { error } =
      of === 'all' ? await removeAll() : await removeOne({ conversationId: of.conversationId })
    if (!error) close()
  }
  return (
    <ConfirmDialog
      title={
        of === 'all'
          ? t('deleteAllForeverTitle')
          : t('deleteForeverTitle', { title: of.title || t('untitled') })
      }
      text={t('deleteForeverText')}
      button={t('deleteForever')}
      busy={one.isLoading || all.isLoading}
      error={one.error ?? all.error}
      confirm={() => void confirm()}
      close={close}
    />
  )
}
