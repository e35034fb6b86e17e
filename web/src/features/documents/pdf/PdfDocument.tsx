import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../transport/apiError.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { citedFile } from '../citedFile.ts'
import type { CitedPlace } from '../data/api.ts'
import { isGone } from '../errors.ts'
import { documentTexts } from '../lang/en.ts'
import { type OpenedPdf, openPdf } from './openPdf.ts'
import { PdfPages } from './PdfPages.tsx'

interface Props {
  place: CitedPlace
  page: number
  /** The file was loaded, but PDF.js can't read it. */
  onUnreadable: () => void
  loading: (share: number) => ReactNode
  gone: ReactNode
}

/** Loads a cited PDF and shows its pages. */
export default function PdfDocument({ place, page, onUnreadable, loading, gone }: Props) {
  const t = documentTexts.useText()
  const { opened, share, error, retry } = useOpened(place, onUnreadable)
  const { quote } = place.citation
  const [unmarked, setUnmarked] = useState('')
  if (error) return isGone(error) ? gone : <LoadError error={error} retry={retry} />
  if (!opened) return loading(share)
  return (
    <>
      {quote !== '' && unmarked === quote && (
        <div className="document-unmarked" role="status">
          <span className="small m2">{t('notOnPage')}</span>
          <blockquote className="document-quote" dir="auto">
            {quote}
          </blockquote>
        </div>
      )}
      <PdfPages
        document={opened.document}
        page={page}
        quote={quote}
        onFound={(found) => setUnmarked(found ? '' : quote)}
      />
    </>
  )
}

function useOpened(place: CitedPlace, onUnreadable: () => void) {
  const [opened, setOpened] = useState<OpenedPdf | null>(null)
  const [share, setShare] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const unreadable = useRef(onUnreadable)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one document per file, whichever quote is shown.
  useEffect(() => {
    let current = true
    let open: OpenedPdf | null = null
    setError(null)
    citedFile(place, (next) => current && setShare(next))
      .then(openPdf)
      .then((pdf) => {
        open = pdf
        if (current) setOpened(pdf)
        else pdf.close()
      })
      .catch((problem: unknown) => {
        if (!current) return
        if (problem instanceof ApiError) setError(problem)
        else unreadable.current()
      })
    return () => {
      current = false
      open?.close()
      setOpened(null)
    }
  }, [place.conversationId, place.citation.path, attempt])
  return { opened, share, error, retry: () => setAttempt((before) => before + 1) }
}
