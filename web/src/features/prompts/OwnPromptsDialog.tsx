import { Pencil, Plus, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { Dialog } from '../../ui/mui/Dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { type Prompt, promptsApi } from './data/api.ts'
import { promptsTexts } from './lang/en.ts'
import { OwnPromptForm } from './OwnPromptForm.tsx'
import { useOwnPrompts } from './usePrompts.ts'
import './prompts.css'

/** The dialog for managing the user's own prompts. */
export function OwnPromptsDialog({ close }: { close: () => void }) {
  const t = promptsTexts.useText()
  const { items, error, refetch } = useOwnPrompts()
  /** The ID of the prompt being edited, or `new` for a new one. */
  const [edited, setEdited] = useState<string | null>(null)
  const [removed, setRemoved] = useState<Prompt | null>(null)
  const end = () => setEdited(null)
  return (
    <Dialog
      open
      // Escape and a click outside don't discard a prompt that is being edited.
      onClose={edited === null ? close : undefined}
      fullWidth
      maxWidth="sm"
      aria-labelledby="own-prompts"
    >
      <div className="own-prompts">
        <header className="row">
          <h2 className="h3 grow" id="own-prompts">
            {t('manageTitle')}
          </h2>
          {edited === null && (
            <button type="button" className="ib" aria-label={t('close')} onClick={close}>
              <X size={18} />
            </button>
          )}
        </header>
        {error !== undefined && <LoadError error={error} retry={refetch} />}
        {items?.length === 0 && edited === null && <p className="m2">{t('empty')}</p>}
        <ul>
          {items?.map((prompt) => (
            <li key={prompt.promptId}>
              {edited === prompt.promptId ? (
                <OwnPromptForm prompt={prompt} end={end} />
              ) : (
                <Row
                  prompt={prompt}
                  busy={edited !== null}
                  edit={() => setEdited(prompt.promptId)}
                  remove={() => setRemoved(prompt)}
                />
              )}
            </li>
          ))}
        </ul>
        {edited === 'new' && <OwnPromptForm prompt={undefined} end={end} />}
        {edited === null && items && (
          <div>
            <button type="button" className="btn soft" onClick={() => setEdited('new')}>
              <Plus size={16} />
              {t('create')}
            </button>
          </div>
        )}
      </div>
      {removed && <Remove prompt={removed} close={() => setRemoved(null)} />}
    </Dialog>
  )
}

function Row(props: { prompt: Prompt; busy: boolean; edit: () => void; remove: () => void }) {
  const { prompt, busy, edit, remove } = props
  const t = promptsTexts.useText()
  const { title, text } = prompt
  return (
    <div className="row own-prompt">
      <div className="grow">
        <h3 className="h4 trunc">
          <bdi>{title}</bdi>
        </h3>
        <p className="s13 m2 trunc" dir="auto">
          {text}
        </p>
      </div>
      <button
        type="button"
        className="ib sm"
        aria-label={t('edit', { title })}
        disabled={busy}
        onClick={edit}
      >
        <Pencil size={16} />
      </button>
      <button
        type="button"
        className="ib sm"
        aria-label={t('remove', { title })}
        disabled={busy}
        onClick={remove}
      >
        <Trash2 size={16} />
      </button>
    </div>
  )
}

function Remove({ prompt: { promptId, title }, close }: { prompt: Prompt; close: () => void }) {
  const t = promptsTexts.useText()
  const [remove, { isLoading, error }] = promptsApi.useRemoveOwnPromptMutation()
  async function confirm() {
    if ((await remove({ promptId })).error) return
    toast.success(t('removed', { title }))
    close()
  }
  return (
    <ConfirmDialog
      title={t('removeTitle', { title })}
      text={t('removeText')}
      button={t('remove', { title })}
      busy={isLoading}
      error={error}
      confirm={() => void confirm()}
      close={close}
    />
  )
}
