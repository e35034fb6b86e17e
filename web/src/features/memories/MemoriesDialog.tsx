import { limits } from '@parlance/contract/limits'
import { Info, Pencil, Plus, Trash2, X } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { formatMoment } from '../../lang/format.ts'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { uiTexts } from '../../ui/lang/en.ts'
import { Dialog } from '../../ui/mui/Dialog.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { toast } from '../../ui/toast.tsx'
import { messageAddress } from '../chat/data/chatAddress.ts'
import { closePanel } from '../frame/panels.ts'
import { ClearDialog } from './ClearDialog.tsx'
import { type Memory, memoriesApi } from './data/api.ts'
import { memoriesTexts } from './lang/en.ts'
import { MemoryForm } from './MemoryForm.tsx'
import { matching, shortened } from './shownMemories.ts'
import { useFresh } from './useFresh.ts'

/** All that is remembered about the user: to search, edit, add to, and delete. */
export function MemoriesDialog({ isOn, close }: { isOn: boolean; close: () => void }) {
  const t = memoriesTexts.useText()
  const ui = uiTexts.useText()
  const id = useId()
  const { data, error, refetch } = memoriesApi.useListMemoriesQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  useFresh(refetch)
  const [search, setSearch] = useState('')
  /** The ID of the memory being edited, or `new` for a new one. */
  const [chosen, setEdited] = useState<string | null>(null)
  const [removed, setRemoved] = useState<Memory | null>(null)
  const [clears, setClears] = useState(false)
  const end = () => setEdited(null)
  const isFull = data !== undefined && data.length >= limits.memoriesPerUser
  // What is edited can be deleted in another window meanwhile.
  const edited = chosen === 'new' || data?.some(({ memoryId }) => memoryId === chosen) ? chosen : null
  const found = data && new Set(matching(data, search))
  const shown = data?.filter((memory) => memory.memoryId === edited || found?.has(memory))
  return (
    <Dialog
      open
      // Escape and a click outside don't discard a memory that is being edited.
      onClose={edited === null ? close : undefined}
      fullWidth
      maxWidth="sm"
      aria-labelledby={id}
    >
      <div className="memories">
        <header className="row">
          <h2 className="h3 grow" id={id}>
            {t('memories')}
          </h2>
          {edited === null && (
            <button type="button" className="ib" aria-label={t('close')} onClick={close}>
              <X size={18} />
            </button>
          )}
        </header>
        <p className="hint">
          {t('intro')} {t('notUsed')}
        </p>
        {!isOn && (
          <p className="strip info">
            <Info size={16} />
            {t('off')}
          </p>
        )}
        {error !== undefined && <LoadError error={error} retry={() => void refetch()} />}
        {!data && !error && (
          <p className="m3 s13" role="status">
            {ui('loading')}
          </p>
        )}
        {edited === 'new' && <MemoryForm memory={undefined} end={end} />}
        {data && data.length > 0 && <SearchField label={t('search')} value={search} change={setSearch} />}
        {data?.length === 0 && edited === null && <p className="m2">{t('empty')}</p>}
        {data && data.length > 0 && shown?.length === 0 && <p className="m2">{t('noMatch')}</p>}
        {shown && shown.length > 0 && (
          <ul className="memories-list" aria-label={t('memories')}>
            {shown.map((memory) => (
              <li key={memory.memoryId}>
                {edited === memory.memoryId ? (
                  <MemoryForm memory={memory} end={end} />
                ) : (
                  <Row
                    memory={memory}
                    busy={edited !== null}
                    edit={() => setEdited(memory.memoryId)}
                    remove={() => setRemoved(memory)}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        {isFull && <p className="hint">{t('full', { max: limits.memoriesPerUser })}</p>}
        {edited === null && data && (
          <div className="row memories-foot">
            <button type="button" className="btn soft" disabled={isFull} onClick={() => setEdited('new')}>
              <Plus size={16} />
              {t('add')}
            </button>
            {data.length > 0 && (
              <button type="button" className="btn ghost" onClick={() => setClears(true)}>
                {t('clear')}
              </button>
            )}
          </div>
        )}
      </div>
      {removed && <Remove memory={removed} close={() => setRemoved(null)} />}
      {clears && <ClearDialog count={data?.length ?? 0} close={() => setClears(false)} />}
    </Dialog>
  )
}

function Row(props: { memory: Memory; busy: boolean; edit: () => void; remove: () => void }) {
  const { memory, busy, edit, remove } = props
  const t = memoriesTexts.useText()
  const text = shortened(memory.text)
  return (
    <div className="row memory">
      <div className="grow">
        <p className="memory-text" dir="auto">
          {memory.text}
        </p>
        <p className="small m3 memory-facts">
          <time className="num" dateTime={memory.createdAt}>
            {formatMoment(memory.createdAt)}
          </time>
          <Source memory={memory} />
        </p>
      </div>
      <button type="button" className="ib sm" aria-label={t('edit', { text })} disabled={busy} onClick={edit}>
        <Pencil size={16} />
      </button>
      <button
        type="button"
        className="ib sm"
        aria-label={t('remove', { text })}
        disabled={busy}
        onClick={remove}
      >
        <Trash2 size={16} />
      </button>
    </div>
  )
}

/** Leads to the question during whose answer it was remembered. */
function Source({ memory: { sourceConversation, sourceSegmentId } }: { memory: Memory }) {
  const t = memoriesTexts.useText()
  if (!sourceConversation || !sourceSegmentId) return <span>{t('noSource')}</span>
  const { conversationId, gptSystemId, title } = sourceConversation
  const address = messageAddress(
    { conversation: { conversationId, gptSystem: { gptSystemId } }, conversationSegmentId: sourceSegmentId },
    '',
  )
  return (
    <Link className="trunc" to={address} onClick={closePanel}>
      <span className="hidden">{t('source')} </span>
      <bdi>{title || t('untitled')}</bdi>
    </Link>
  )
}

function Remove({ memory: { memoryId, text }, close }: { memory: Memory; close: () => void }) {
  const t = memoriesTexts.useText()
  const [remove, { isLoading, error }] = memoriesApi.useRemoveMemoryMutation()
  async function confirm() {
    if ((await remove({ memoryId })).error) return
    toast.success(t('removed'))
    close()
  }
  return (
    <ConfirmDialog
      title={t('removeTitle')}
      text={t('removeText')}
      button={t('removeButton')}
      busy={isLoading}
      error={error}
      confirm={() => void confirm()}
      close={close}
    >
      <blockquote className="memory-text" dir="auto">
        {text}
      </blockquote>
    </ConfirmDialog>
  )
}
