import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { documentTexts } from '../lang/en.ts'
import { type PageSize, type PaintedPage, paintPage } from './paintPage.ts'

interface Props {
  document: PDFDocumentProxy
  number: number
  scale: number
  /** The page's own size, or the first page's until it is known. */
  size: PageSize
  quote: string
  scroller: HTMLElement | null
  onSize: (number: number, size: PageSize) => void
  onMarks: (marks: HTMLElement[]) => void
}

/** Pages within this distance of the viewport are rendered. Others release their memory. */
const NEAR = '600px 0px'

export function PdfPage({ document, number, scale, size, quote, scroller, onSize, onMarks }: Props) {
  const t = documentTexts.useText()
  const place = useRef<HTMLDivElement>(null)
  const near = useNear(place, scroller)
  const [failed, setFailed] = useState(false)
  const painted = useRef<PaintedPage | null>(null)
  const told = useRef({ onSize, onMarks })
  useEffect(() => {
    told.current = { onSize, onMarks }
  })

  useEffect(() => {
    const { current } = place
    if (!near || !current) return
    const stop = new AbortController()
    paintPage({ document, number, scale, quote, signal: stop.signal })
      .then((page) => {
        // The previous rendering stays until the new one is ready, to avoid flicker when the size changes.
        painted.current?.free()
        painted.current = page
        current.replaceChildren(page.canvas, page.text)
        setFailed(false)
        told.current.onSize(number, page.size)
        if (quote !== '') told.current.onMarks(page.marks)
      })
      .catch(() => {
        if (!stop.signal.aborted) setFailed(true)
      })
    return () => stop.abort()
  }, [near, document, number, scale, quote])

  useEffect(() => {
    const { current } = place
    const free = () => {
      painted.current?.free()
      painted.current = null
      current?.replaceChildren()
    }
    if (!near) free()
    return near ? undefined : free
  }, [near])
  useEffect(() => () => painted.current?.free(), [])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a page is part of the document, not a fieldset.
    <div
      className="pdf-page"
      role="group"
      aria-label={t('pageOf', { page: number, pages: document.numPages })}
      data-page={number}
      dir="ltr"
      style={{
        inlineSize: `${Math.floor(size.width * scale)}px`,
        blockSize: `${Math.floor(size.height * scale)}px`,
        ['--total-scale-factor' as string]: scale,
      }}
    >
      <div ref={place} className="pdf-paint" />
      {failed && <p className="pdf-page-error small">{t('pageFailed')}</p>}
    </div>
  )
}

function useNear(place: React.RefObject<HTMLElement | null>, scroller: HTMLElement | null): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!place.current || !scroller) return
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: scroller,
      rootMargin: NEAR,
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place, scroller])
  return near
}
