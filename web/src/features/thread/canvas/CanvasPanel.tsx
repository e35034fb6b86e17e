import { ArrowLeft, FilePlus } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatDate } from '../../../lang/format.ts'
import { newId } from '../../../session/http.ts'
import { problemOf } from '../../../transport/apiError.ts'
import { isComposing } from '../../../ui/composing.ts'
import { errorText } from '../../../ui/errorText.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { Drawer } from '../../../ui/mui/Drawer.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useRoomBeside, useWithin } from '../../chatModel/chatFamily.ts'
import { CloseButton } from './CloseButton.tsx'
import { DocumentView } from './DocumentView.tsx'
import { documentsApi } from './data/api.ts'
import { isUnsaved } from './editing/sessions.ts'
import { isWritingElsewhere } from './focus.ts'
import { canvasTexts } from './lang/en.ts'
import {
  closeDocument,
  holdDocument,
  type OpenDocument,
  openedDocument,
  stepToDocument,
} from './openDocument.ts'
import './canvas.css'

/** A document, or the list of them: beside the chat if there is room, and over it otherwise. */
export default function CanvasPanel({ document: open }: { document: OpenDocument }) {
  const large = useRoomBeside()
  const content = open.documentId === null ? <List open={open} /> : <One key={open.documentId} open={open} />
  if (large) return <Docked open={open}>{content}</Docked>
  return (
    <Drawer
      anchor="right"
      open
      onClose={closeDocument}
      transitionDuration={200}
      slotProps={{ paper: { 'aria-labelledby': 'canvas-title', className: 'canvas-panel' } }}
    >
      {content}
    </Drawer>
  )
}

function Docked({ open, children }: { open: OpenDocument; children: ReactNode }) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    // The next question can be written while a document opens.
    if (open !== openedDocument.read().document || openedDocument.read().by === 'Answer') return
    if (!isWritingElsewhere() && !panel.current?.contains(document.activeElement))
      panel.current?.focus({ preventScroll: true })
  }, [open])
  const { documentId } = open
  useEffect(
    () =>
      holdDocument(
        () =>
          (panel.current?.contains(document.activeElement) ?? false) ||
          (documentId !== null && isUnsaved(documentId)),
      ),
    [documentId],
  )
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
      if (!panel.current?.contains(document.activeElement)) return
      if (document.querySelector('.MuiModal-root:not([aria-hidden="true"])')) return
      event.preventDefault()
      closeDocument()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <aside ref={panel} className="canvas-panel docked" aria-labelledby="canvas-title" tabIndex={-1}>
      {children}
    </aside>
  )
}

function List({ open: { conversationId } }: { open: OpenDocument }) {
  const t = canvasTexts.useText()
  const within = useWithin()
  const { data, error, refetch } = documentsApi.useListDocumentsQuery({ conversationId, ...within })
  const [create] = documentsApi.useCreateDocumentMutation()
  const [busy, setBusy] = useState(false)
  async function createNew() {
    if (busy) return
    setBusy(true)
    const answer = await create({
      conversationId,
      ...within,
      ...{ kind: 'Text', title: t('untitled'), content: '', idempotencyKey: newId() },
    })
    setBusy(false)
    if (answer.error) toast.error(errorText(answer.error))
    else stepToDocument({ conversationId, documentId: answer.data.documentId })
  }
  return (
    <>
      <header>
        <h2 id="canvas-title" className="h3 grow">
          {t('documents')}
        </h2>
        <CloseButton />
      </header>
      <div className="canvas-body">
        {error && !data ? (
          <LoadError error={error} retry={() => void refetch()} />
        ) : (
          <>
            {data?.items.length === 0 && <p className="m2 canvas-note">{t('empty')}</p>}
            <ul className="canvas-list">
              {data?.items.map(({ documentId, title, kind, n, changedAt }) => (
                <li key={documentId}>
                  <button
                    type="button"
                    className="canvas-card"
                    onClick={() => stepToDocument({ conversationId, documentId })}
                  >
                    <span className="grow">
                      <bdi>{title}</bdi>
                      <span className="small m2">
                        {t(`kind.${kind}`)} · {t('card', { n })} ·{' '}
                        {formatDate(changedAt, { dateStyle: 'medium', timeStyle: 'short' })}
                      </span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
        <button
          type="button"
          className="btn soft canvas-new"
          aria-disabled={busy}
          onClick={() => void createNew()}
        >
          <FilePlus size={16} />
          {t('newDocument')}
        </button>
      </div>
    </>
  )
}

function One({ open: { conversationId, documentId } }: { open: OpenDocument }) {
  const t = canvasTexts.useText()
  const within = useWithin()
  const one = { conversationId, documentId: documentId ?? '', ...within }
  const { data, error, refetch } = documentsApi.useGetDocumentQuery(one, {
    refetchOnMountOrArgChange: true,
  })
  const isGone = problemOf(error)?.code === 'document.notFound'
  // Another window can have changed it meanwhile.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void refetch()
    }
    addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [refetch])
  if (data) return <DocumentView stored={data} isGone={isGone} />
  return (
    <>
      <header>
        <button
          type="button"
          className="ib"
          aria-label={t('back')}
          onClick={() => stepToDocument({ conversationId, documentId: null })}
        >
          <ArrowLeft size={18} className="flip" />
        </button>
        <h2 id="canvas-title" className="h3 grow">
          {t('document')}
        </h2>
        <CloseButton />
      </header>
      {isGone ? (
        <p className="strip w" role="alert">
          {t('goneUnread')}
        </p>
      ) : error ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : (
        <p className="m3 canvas-note">{t('loading')}</p>
      )}
    </>
  )
}
