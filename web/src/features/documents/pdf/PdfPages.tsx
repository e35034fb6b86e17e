import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { documentTexts } from '../lang/en.ts'
import { PdfBar } from './PdfBar.tsx'
import { PdfPage } from './PdfPage.tsx'
import { type PageSize, sizeOf } from './paintPage.ts'

interface Props {
  document: PDFDocumentProxy
  /** The cited page and the quoted words. */
  page: number
  quote: string
  /** Called once it is known whether the quote was found on the page. */
  onFound: (found: boolean) => void
}

const STEP = 1.2
const LEAST = 0.25
const MOST = 4
const GUTTER_PX = 32

/** All pages of a document, scrolled to the cited page with the quote highlighted. */
export function PdfPages({ document, page: cited, quote, onFound }: Props) {
  const t = documentTexts.useText()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const first = useFirstSize(document)
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map())
  const [zoomed, setZoomed] = useState<number | null>(null)
  const width = useWidth(scroller)
  const target = Math.min(Math.max(cited, 1), document.numPages)
  const own = sizes.get(target) ?? first
  const scale = zoomed ?? (own && width > 0 ? Math.min((width - GUTTER_PX) / own.width, MOST) : 0)
  const shown = useShownPage(scroller, document, scale)
  const goTo = useCallback(
    (number: number): void => {
      scroller
        ?.querySelector(`[data-page="${number}"]`)
        ?.scrollIntoView({ block: 'start', behavior: 'instant' })
    },
    [scroller],
  )
  useStablePosition(scroller, scale)

  const ready = scale > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the pages have sizes, and for another place.
  useLayoutEffect(() => goTo(target), [ready, target, goTo])
  const onSize = useCallback((number: number, size: PageSize) => {
    setSizes((before) => {
      const known = before.get(number)
      if (known?.width === size.width && known.height === size.height) return before
      return new Map(before).set(number, size)
    })
  }, [])
  const scrolled = useRef('')
  const onMarks = (marks: HTMLElement[]) => {
    onFound(marks.length > 0)
    const place = `${target} ${quote}`
    // Scrolls only once per quote, so rendering again after zooming or scrolling keeps the position.
    if (marks.length === 0 || scrolled.current === place) return
    scrolled.current = place
    if (scroller) showMarks(scroller, marks)
  }
  const zoom = (step: 1 | -1) =>
    setZoomed(Math.min(Math.max(step > 0 ? scale * STEP : scale / STEP, LEAST), MOST))

  return (
    <div className="pdf">
      <PdfBar
        page={shown}
        pages={document.numPages}
        scale={scale}
        fits={zoomed === null}
        goTo={goTo}
        zoom={zoom}
        fit={() => setZoomed(null)}
      />
      <section
        ref={setScroller}
        className="pdf-pages"
        aria-label={t('pages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: needs focus to be scrolled by keyboard.
        tabIndex={0}
      >
        {ready &&
          first &&
          Array.from({ length: document.numPages }, (_, index) => (
            <PdfPage
              // biome-ignore lint/suspicious/noArrayIndexKey: a page is identified by its number.
              key={index}
              document={document}
              number={index + 1}
              scale={scale}
              size={sizes.get(index + 1) ?? first}
              quote={index + 1 === target ? quote : ''}
              scroller={scroller}
              onSize={onSize}
              onMarks={onMarks}
            />
          ))}
      </section>
    </div>
  )
}

/** Scrolls to the top of the page if the quote is visible from there, and otherwise centers the quote. */
function showMarks(scroller: HTMLElement, marks: readonly HTMLElement[]): void {
  const page = marks[0]!.closest('[data-page]')
  page?.scrollIntoView({ block: 'start', behavior: 'instant' })
  const end = marks.at(-1)!.getBoundingClientRect().bottom
  const box = scroller.getBoundingClientRect()
  const seen = end < box.bottom - box.height / 5
  marks[0]!.scrollIntoView({ block: seen ? 'nearest' : 'center', inline: 'nearest', behavior: 'instant' })
}

function useFirstSize(document: PDFDocumentProxy): PageSize | null {
  const [size, setSize] = useState<PageSize | null>(null)
  useEffect(() => {
    let current = true
    void document.getPage(1).then(
      (page) => current && setSize(sizeOf(page)),
      // Falls back to A4. Each page reports its own error.
      () => current && setSize({ width: 595, height: 842 }),
    )
    return () => {
      current = false
    }
  }, [document])
  return size
}

function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element) return
    // Includes the scrollbar, so its appearance doesn't change the scale.
    const measure = () => setWidth(element.offsetWidth - 2)
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [element])
  return width
}

/** Returns the last page that starts in the upper third of the visible area or above. */
function useShownPage(scroller: HTMLElement | null, document: PDFDocumentProxy, scale: number): number {
  const [shown, setShown] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different scale moves the pages.
  useEffect(() => {
    if (!scroller) return
    const look = () => {
      const middle = scroller.getBoundingClientRect().top + scroller.clientHeight / 3
      const pages = [...scroller.querySelectorAll<HTMLElement>('[data-page]')]
      const at = pages.findLast((page) => page.getBoundingClientRect().top <= middle)
      setShown(Number(at?.dataset.page ?? 1))
    }
    look()
    scroller.addEventListener('scroll', look, { passive: true })
    return () => scroller.removeEventListener('scroll', look)
  }, [scroller, document, scale])
  return shown
}

/** Keeps the visible center in place when the scale changes. */
function useStablePosition(scroller: HTMLElement | null, scale: number): void {
  const before = useRef(scale)
  useLayoutEffect(() => {
    if (scroller && before.current > 0 && before.current !== scale) {
      const share = (scroller.scrollTop + scroller.clientHeight / 2) / before.current
      scroller.scrollTop = share * scale - scroller.clientHeight / 2
    }
    before.current = scale
  }, [scroller, scale])
}
