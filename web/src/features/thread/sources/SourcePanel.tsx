import { ChevronLeft, ChevronRight, Download, FileText, Quote, X } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { InChat } from '../../../api/chatCalls.ts'
import { isComposing } from '../../../ui/composing.ts'
import { errorText } from '../../../ui/errorText.ts'
import { saveFile } from '../../../ui/files/saveFile.ts'
import { Drawer } from '../../../ui/mui/Drawer.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useChatFamily, useRoomBeside, useWithin } from '../../chatModel/chatFamily.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import { leaveSource, type OpenSource, placeOfOpener, stepToSource } from '../../chatModel/sources.ts'
import { citedFile } from '../../documents/citedFile.ts'
import type { CitedPlace } from '../../documents/data/api.ts'
import { isGone } from '../../documents/errors.ts'
import { SourcePassage } from './SourcePassage.tsx'
import { SourceTable } from './SourceTable.tsx'
import { SourceTitle } from './SourceTitle.tsx'
import { SourceWebPage } from './SourceWebPage.tsx'

const DocumentView = lazy(() => import('../../documents/DocumentView.tsx'))

/** The cited passage with the quote highlighted, and access to the whole document. */
export default function SourcePanel({ source }: { source: OpenSource }) {
  const [whole, setWhole] = useState(false)
  const large = useRoomBeside()
  const place = placeOf(source, useWithin())
  const content = (
    <Content source={source} place={place} whole={whole && place !== null} setWhole={setWhole} />
  )
  if (large) {
    return (
      <Docked source={source} wide={whole}>
        {content}
      </Docked>
    )
  }
  return (
    <Drawer
      anchor="right"
      open
      onClose={() => leaveSource(source)}
      transitionDuration={200}
      slotProps={{
        paper: { 'aria-labelledby': 'source-title', className: `source-panel${whole ? ' wide' : ''}` },
      }}
    >
      {content}
    </Drawer>
  )
}

/** A source can be opened once the server knows the question. */
function placeOf(
  { conversationId, conversationSegmentId, citation }: OpenSource,
  chat: InChat,
): CitedPlace | null {
  return conversationId && conversationSegmentId
    ? { conversationId, conversationSegmentId, citation, ...chat }
    : null
}

/**
 * Next to the chat: a part of the page that takes the focus, and returns it to the number or note that opened
 * it.
 */
function Docked({ source, wide, children }: { source: OpenSource; wide: boolean; children: ReactNode }) {
  const panel = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a source that is opened from elsewhere takes the focus again.
  useEffect(() => {
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true })
  }, [source])
  useFocusBack(source)
  useEffect(() => {
    // Runs after the chat's own keys, because Esc stops an answer first.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
      if (document.querySelector('.MuiModal-root:not([aria-hidden="true"])')) return
      event.preventDefault()
      leaveSource(source)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [source])
  return (
    <aside
      ref={panel}
      className={`source-panel docked${wide ? ' wide' : ''}`}
      aria-labelledby="source-title"
      tabIndex={-1}
    >
      {children}
    </aside>
  )
}

function useFocusBack(source: OpenSource): void {
  const latest = useRef(source)
  useEffect(() => {
    latest.current = source
  })
  useEffect(
    () => () => {
      // Notes and chips replace the panel, and exist in the next frame.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          placeOfOpener(latest.current)?.focus({ preventScroll: true })
      })
    },
    [],
  )
}

interface ContentProps {
  source: OpenSource
  place: CitedPlace | null
  whole: boolean
  setWhole: (whole: boolean) => void
}

function Content({ source, place, whole, setWhole }: ContentProps) {
  const t = conversationTexts.useText()
  const { opensDocuments, downloadsDocuments } = useChatFamily()
  const { citation, number } = source
  return (
    <>
      <header>
        <span className="md-citation-number num">{number}</span>
        <h2 id="source-title" className="h3 grow">
          <SourceTitle citation={citation} />
        </h2>
        {source.among.length > 1 && <Steps source={source} />}
        <button type="button" className="ib" aria-label={t('close')} onClick={() => leaveSource(source)}>
          <X size={18} />
        </button>
      </header>
      {whole && place && citation.kind !== 'Web' ? (
        <Suspense fallback={<p className="passage m3">{t('loading')}</p>}>
          <DocumentView place={place} />
        </Suspense>
      ) : citation.kind === 'Table' ? (
        <SourceTable citation={citation} />
      ) : citation.kind === 'Web' ? (
        <SourceWebPage citation={citation} />
      ) : (
        <SourcePassage source={source} />
      )}
      {place && citation.kind !== 'Web' && (opensDocuments || downloadsDocuments) && (
        <footer>
          {opensDocuments && (
            <button
              type="button"
              className={`btn sm ${whole ? 'out' : 'soft'}`}
              aria-pressed={whole}
              onClick={() => setWhole(!whole)}
            >
              {whole ? <Quote size={14} /> : <FileText size={14} />}
              {t(!whole ? 'openDocument' : citation.kind === 'Table' ? 'showQuery' : 'showPassage')}
            </button>
          )}
          <span className="grow" />
          {downloadsDocuments && <DownloadButton place={place} />}
        </footer>
      )}
    </>
  )
}

/** Goes through the sources of the answer. */
function Steps({ source }: { source: OpenSource }) {
  const t = conversationTexts.useText()
  const { among, number } = source
  const step = (by: 1 | -1) => {
    const citation = among[number - 1 + by]
    if (citation) stepToSource({ ...source, number: number + by, citation })
  }
  return (
    <>
      <button
        type="button"
        className="ib sm"
        aria-label={t('previousSource')}
        aria-disabled={number <= 1}
        onClick={() => step(-1)}
      >
        <ChevronLeft size={16} className="flip" />
      </button>
      <button
        type="button"
        className="ib sm"
        aria-label={t('nextSource')}
        aria-disabled={number >= among.length}
        onClick={() => step(1)}
      >
        <ChevronRight size={16} className="flip" />
      </button>
    </>
  )
}

function DownloadButton({ place }: { place: CitedPlace }) {
  const t = conversationTexts.useText()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    if (busy) return
    setBusy(true)
    try {
      saveFile(await citedFile(place), place.citation.title)
    } catch (error) {
      toast.error(isGone(error) ? t('sourceGone') : errorText(error))
    }
    setBusy(false)
  }
  return (
    <button type="button" className="btn ghost sm" aria-disabled={busy} onClick={() => void download()}>
      <Download size={14} />
      {t('downloadDocument')}
    </button>
  )
}
