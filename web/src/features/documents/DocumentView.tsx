import { FileX2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { LoadError } from '../../ui/LoadError.tsx'
import { loadLater } from '../../ui/loadLater.tsx'
import { DocumentSearch } from './DocumentSearch.tsx'
import type { CitedDocument, CitedPlace } from './data/api.ts'
import { isGone } from './errors.ts'
import { documentTexts } from './lang/en.ts'
import { rowsIn } from './text/parts.ts'
import { TextPieces } from './text/TextPieces.tsx'
import { type FoundPlace, useDocument } from './useDocument.ts'
import './documents.css'

// Includes PDF.js, so it is loaded only when a PDF is opened.
const PdfDocument = loadLater(async () => (await import('./pdf/PdfDocument.tsx')).default)

/** The document of a source: a PDF at the cited page, anything else as text, with the quote highlighted. */
export default function DocumentView({ place }: { place: CitedPlace }) {
  // Keyed by file, so an open document is closed before the next opens, and stays open for another quote.
  return <Document key={`${place.conversationId} ${place.citation.path}`} place={place} />
}

function Document({ place }: { place: CitedPlace }) {
  const { citation } = place
  const [last, setFound] = useState<{ of: string; found: FoundPlace | null }>({ of: '', found: null })
  const of = `${place.conversationSegmentId} ${citation.citationId}`
  const found = last.of === of ? last.found : null
  const { document, file, error, retry, more } = useDocument(place, found)
  const [isUnreadable, setUnreadable] = useState(false)
  if (error && isGone(error)) return <Gone quote={citation.quote} />
  if (document?.gone) return <Gone quote={citation.quote} />
  const isOpen = document?.isOpen ?? true
  return (
    <>
      {isOpen && <DocumentSearch file={file} found={found} show={(next) => setFound({ of, found: next })} />}
      {error ? (
        <LoadError error={error} retry={retry} />
      ) : document?.mimeType === PDF && isOpen && !isUnreadable ? (
        <Pdf place={place} document={document} found={found} onUnreadable={() => setUnreadable(true)} />
      ) : document ? (
        <AsText
          document={document}
          isUnreadable={isUnreadable}
          cited={rowsIn(citation.locator?.range)}
          more={isOpen ? more : undefined}
          target={found ? `${found.match.at} ${found.text}` : of}
        />
      ) : (
        <Loading />
      )}
    </>
  )
}

const PDF = 'application/pdf'

interface AsTextProps {
  document: CitedDocument
  isUnreadable: boolean
  cited: [number, number] | null
  more: ReturnType<typeof useDocument>['more'] | undefined
  target: string
}

function AsText({ document, isUnreadable, cited, more, target }: AsTextProps) {
  const t = documentTexts.useText()
  return (
    <>
      {isUnreadable && <p className="strip w document-strip">{t('asText')}</p>}
      <TextPieces document={document} cited={cited} {...(more && { more })} target={target} />
    </>
  )
}

interface PdfProps {
  place: CitedPlace
  document: CitedDocument
  found: FoundPlace | null
  onUnreadable: () => void
}

function Pdf({ place, document, found, onUnreadable }: PdfProps) {
  const shown = found
    ? { ...place, citation: { ...place.citation, quote: found.text, page: found.match.page } }
    : place
  return (
    <Suspense fallback={<Loading />}>
      <PdfDocument
        place={shown}
        page={shown.citation.page ?? markedPage(document) ?? 1}
        onUnreadable={onUnreadable}
        loading={(share) => <Loading share={share} />}
        gone={<Gone quote={place.citation.quote} />}
      />
    </Suspense>
  )
}

const markedPage = ({ pieces }: CitedDocument): number | null =>
  pieces.find(({ marks }) => marks.length > 0)?.page ?? null

function Gone({ quote }: { quote: string }) {
  const t = documentTexts.useText()
  return (
    <div className="state document-gone" role="alert">
      <span className="mark">
        <FileX2 size={18} />
      </span>
      <p>{t('gone')}</p>
      {quote !== '' && (
        <blockquote className="document-quote" dir="auto">
          {quote}
        </blockquote>
      )}
    </div>
  )
}

function Loading({ share = 0 }: { share?: number }) {
  const t = documentTexts.useText()
  return (
    <div className="document-loading" aria-busy="true">
      <span className="hidden" role="status">
        {t('loading')}
      </span>
      <div className="document-sheet" aria-hidden="true">
        {[92, 100, 96, 60, 100, 88, 97, 40].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholder lines never change.
          <span key={index} className="sk" style={{ inlineSize: `${width}%` }} />
        ))}
      </div>
      {share > 0 && share < 1 && (
        <progress className="meter document-share" value={share} aria-label={t('loading')} />
      )}
    </div>
  )
}
