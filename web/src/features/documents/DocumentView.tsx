import { FileX2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { LoadError } from '../../ui/LoadError.tsx'
import { loadLater } from '../../ui/loadLater.tsx'
import { type CitedDocument, type CitedPlace, documentsApi } from './data/api.ts'
import { isGone } from './errors.ts'
import { documentTexts } from './lang/en.ts'
import { TextPieces } from './TextPieces.tsx'
import './documents.css'

// Includes PDF.js, so it is loaded only when a PDF is opened.
const PdfDocument = loadLater(async () => (await import('./pdf/PdfDocument.tsx')).default)

/** The document of a source: a PDF at the cited page, anything else as text, with the quote highlighted. */
export default function DocumentView({ place }: { place: CitedPlace }) {
  const { citation, ...segment } = place
  const { citationId } = citation
  const { currentData, error, refetch, isFetching } = documentsApi.useGetCitedDocumentQuery(
    { ...segment, citationId },
    { refetchOnMountOrArgChange: true },
  )
  if (error)
    return isGone(error) ? <Gone quote={citation.quote} /> : <LoadError error={error} retry={refetch} />
  if (!currentData || isFetching) return <Loading />
  if (currentData.gone) return <Gone quote={citation.quote} />
  if (currentData.mimeType !== 'application/pdf') return <TextPieces document={currentData} />
  // Keyed by file, so an open document is closed before the next opens.
  return <PdfOrText key={`${segment.conversationId} ${citation.path}`} place={place} document={currentData} />
}

function PdfOrText({ place, document }: { place: CitedPlace; document: CitedDocument }) {
  const t = documentTexts.useText()
  const [unreadable, setUnreadable] = useState(false)
  if (unreadable) {
    return (
      <>
        <p className="strip w document-strip">{t('asText')}</p>
        <TextPieces document={document} />
      </>
    )
  }
  return (
    <Suspense fallback={<Loading />}>
      <PdfDocument
        place={place}
        page={place.citation.page ?? markedPage(document) ?? 1}
        onUnreadable={() => setUnreadable(true)}
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
