import { limits } from '@parlance/contract/limits'
import { ArrowLeft, Copy, Download, Ellipsis, History, Printer, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { isComposing } from '../../../ui/composing.ts'
import { Menu, MenuItem } from '../../../ui/mui/Menu.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useCopy } from '../../../ui/useCopy.ts'
import { useWithin } from '../../chatModel/chatFamily.ts'
import { CloseButton } from './CloseButton.tsx'
import { documentsApi } from './data/api.ts'
import type { DocumentSession, SessionState } from './editing/DocumentSession.ts'
import { downloadsOf } from './exports/downloads.ts'
import { printDocument } from './exports/print.tsx'
import { TooManyCells } from './exports/tooManyCells.ts'
import { canvasTexts } from './lang/en.ts'
import { stepToDocument } from './openDocument.ts'

interface Props {
  session: DocumentSession
  state: SessionState
  isComparing: boolean
  compare: () => void
}

export function DocumentHeader({ session, state, isComparing, compare }: Props) {
  const t = canvasTexts.useText()
  const { document, status, title } = state
  const { conversationId } = document
  return (
    <header>
      <button
        type="button"
        className="ib"
        aria-label={t('back')}
        title={t('back')}
        onClick={() => stepToDocument({ conversationId, documentId: null })}
      >
        <ArrowLeft size={18} className="flip" />
      </button>
      <div className="grow canvas-name">
        <Title key={title} session={session} title={title} />
        <p className="small m2" role="status">
          {t('card', { n: document.n })} · {t(`status.${status}`)}
        </p>
      </div>
      <button
        type="button"
        className={isComparing ? 'ib on' : 'ib'}
        aria-label={t('versions')}
        title={t('versions')}
        aria-pressed={isComparing}
        onClick={compare}
      >
        <History size={18} />
      </button>
      <MoreButton session={session} state={state} />
      <CloseButton />
    </header>
  )
}

/** The title, which is saved when the field is left. */
function Title({ session, title }: { session: DocumentSession; title: string }) {
  const t = canvasTexts.useText()
  const [value, setValue] = useState(title)
  const save = () => {
    const wanted = value.trim()
    if (wanted === '') setValue(title)
    else if (wanted !== title) void session.rename(wanted)
  }
  return (
    <>
      <h2 id="canvas-title" className="hidden">
        {title}
      </h2>
      <input
        className="canvas-title"
        dir="auto"
        value={value}
        maxLength={limits.documentTitle}
        aria-label={t('title')}
        onChange={(event) => setValue(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key !== 'Escape') return
          event.preventDefault()
          setValue(title)
        }}
      />
    </>
  )
}

function MoreButton({ session, state: { document } }: { session: DocumentSession; state: SessionState }) {
  const t = canvasTexts.useText()
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const [open, setOpen] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const [, copy] = useCopy()
  const { kind, title, language } = document
  const choose = (act: () => void) => () => {
    setOpen(false)
    act()
  }
  const written = () => ({ kind, title, language, text: session.text })
  return (
    <>
      <button
        ref={button}
        type="button"
        className="ib"
        aria-label={t('more')}
        title={t('more')}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(true)}
      >
        <Ellipsis size={18} />
      </button>
      <Menu id={id} anchorEl={button.current} open={open} onClose={() => setOpen(false)}>
        <MenuItem
          onClick={choose(() => {
            copy(session.text)
            toast.success(t('copied'))
          })}
        >
          <Copy size={16} />
          {t('copy')}
        </MenuItem>
        {downloadsOf({ kind, language }).map(({ key, label, save }) => (
          <MenuItem
            key={key}
            onClick={choose(() => {
              save(written()).catch((cause) =>
                toast.error(t(cause instanceof TooManyCells ? 'tooManyCells' : 'badExport')),
              )
            })}
          >
            <Download size={16} />
            {label}
          </MenuItem>
        ))}
        <MenuItem onClick={choose(() => void printDocument(written()))}>
          <Printer size={16} />
          {t('print')}
        </MenuItem>
        <MenuItem onClick={choose(() => setDeleting(true))}>
          <Trash2 size={16} />
          {t('delete')}
        </MenuItem>
      </Menu>
      {isDeleting && <DeleteDialog state={document} close={() => setDeleting(false)} />}
    </>
  )
}

function DeleteDialog({
  state: { conversationId, documentId, title },
  close,
}: {
  state: SessionState['document']
  close: () => void
}) {
  const t = canvasTexts.useText()
  const within = useWithin()
  const [remove, { isLoading, error }] = documentsApi.useRemoveDocumentMutation()
  return (
    <ConfirmDialog
      title={t('deleteTitle', { title })}
      text={t('deleteText')}
      button={t('delete')}
      busy={isLoading}
      error={error}
      close={close}
      confirm={async () => {
        const answer = await remove({ conversationId, documentId, ...within })
        if (answer.error) return
        toast.success(t('deleted', { title }))
        stepToDocument({ conversationId, documentId: null })
      }}
    />
  )
}
