import { Check, Code, Copy, Download, Maximize2, Workflow } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { uiTexts } from '../../lang/en.ts'
import { loadLater } from '../../loadLater.tsx'
import { OnceOpened } from '../../OnceOpened.tsx'
import { toast } from '../../toast.tsx'
import { useCopy } from '../../useCopy.ts'
import './diagrams.css'
import { kindOf, titleOf } from './diagramName.ts'
import type { DrawingError } from './drawing.ts'
import { diagramTexts } from './lang/en.ts'
import { savePng, saveSvg } from './saving.ts'
import { type DrawnPicture, useDrawing } from './useDrawing.ts'

const EnlargedDiagram = loadLater(async () => (await import('./EnlargedDiagram.tsx')).EnlargedDiagram, {
  over: true,
})

interface Props {
  text: string
  /** The source as a code block. */
  source: ReactNode
}

/** A diagram, as an image that the sandboxed frame has drawn. */
export function Diagram({ text, source }: Props) {
  const place = useRef<HTMLElement>(null)
  const { picture, error, retry } = useDrawing(text, place)
  const [showsSource, setShowsSource] = useState(false)
  const name = useName(text)
  if (!picture)
    return (
      <figure className="md-diagram" ref={place}>
        {error && <Failure error={error} retry={retry} />}
        {source}
      </figure>
    )
  return (
    <figure className="md-diagram" ref={place}>
      {showsSource ? (
        source
      ) : (
        <>
          <div className="md-diagram-view" data-dark={picture.dark || undefined}>
            <img src={picture.address} alt={name} width={picture.width} height={picture.height} />
          </div>
          {/* Copied with the answer in place of the image. */}
          <pre hidden>
            <code>{text}</code>
          </pre>
        </>
      )}
      <Actions
        text={text}
        name={name}
        picture={picture}
        showsSource={showsSource}
        toggle={() => setShowsSource(!showsSource)}
      />
    </figure>
  )
}

/** The diagram’s own title, or what kind of diagram it is. */
function useName(text: string): string {
  const t = diagramTexts.useText()
  const title = titleOf(text)
  const kind = kindOf(text)
  return title || (kind ? t('named', { name: t(kind) }) : t('diagram'))
}

function Failure({ error, retry }: { error: DrawingError; retry: () => void }) {
  const t = diagramTexts.useText()
  const again = uiTexts.useText()
  const { reason, message } = error
  return (
    <div className="strip w" role="status">
      <p className="grow">
        {reason === 'invalid' && message !== '' ? (
          <>
            {t('invalidReason')} <bdi dir="ltr">{message}</bdi>
          </>
        ) : (
          t(reason)
        )}
      </p>
      {(reason === 'slow' || reason === 'unavailable') && (
        <button type="button" className="btn ghost sm" onClick={retry}>
          {again('tryAgain')}
        </button>
      )}
    </div>
  )
}

interface ActionsProps {
  text: string
  name: string
  picture: DrawnPicture
  showsSource: boolean
  toggle: () => void
}

function Actions({ text, name, picture, showsSource, toggle }: ActionsProps) {
  const t = diagramTexts.useText()
  const [copied, copy] = useCopy()
  const [isLarge, setLarge] = useState(false)
  const CopyIcon = copied ? Check : Copy
  const fileName = fileNameOf(name)
  const png = () => savePng(picture, fileName).catch(() => toast.error(t('pngFailed')))
  return (
    <figcaption className="md-table-actions">
      <button type="button" className="md-copy" onClick={toggle}>
        {showsSource ? <Workflow size={14} aria-hidden /> : <Code size={14} aria-hidden />}
        {showsSource ? t('showDiagram') : t('showSource')}
      </button>
      {!showsSource && (
        <>
          <button type="button" className="md-copy" onClick={() => copy(text)}>
            <CopyIcon size={14} aria-hidden />
            {copied ? t('copied') : t('copySource')}
          </button>
          <button type="button" className="md-copy" onClick={() => saveSvg(picture, fileName)}>
            <Download size={14} aria-hidden />
            {t('saveSvg')}
          </button>
          <button type="button" className="md-copy" onClick={png}>
            <Download size={14} aria-hidden />
            {t('savePng')}
          </button>
          <button type="button" className="md-copy" onClick={() => setLarge(true)}>
            <Maximize2 size={14} aria-hidden />
            {t('enlarge')}
          </button>
        </>
      )}
      <OnceOpened open={isLarge}>
        <EnlargedDiagram open={isLarge} close={() => setLarge(false)} name={name} picture={picture} />
      </OnceOpened>
    </figcaption>
  )
}

const maxFileName = 80

/** A name without what file systems don’t allow. */
const fileNameOf = (name: string): string =>
  name
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxFileName) || 'diagram'
