import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist'
import { findQuote } from './findQuote.ts'

/** Larger canvases are painted coarser: phones give no more memory to one. */
const MOST_POINTS = 16_000_000

export interface PageSize {
  width: number
  height: number
}

/** A page's size at its natural scale, in CSS pixels. */
export function sizeOf(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: 1 })
  return { width, height }
}

interface Wanted {
  document: PDFDocumentProxy
  number: number
  scale: number
  /** Marked in the text; '' for nothing. */
  quote: string
  signal: AbortSignal
}

export interface PaintedPage {
  size: PageSize
  canvas: HTMLCanvasElement
  text: HTMLElement
  /** What was marked, in its order. */
  marks: HTMLElement[]
  free: () => void
}

/** Paints a page with its text over it, invisible and selectable, in which the quote is marked. */
export async function paintPage({
  document: pdf,
  number,
  scale,
  quote,
  signal,
}: Wanted): Promise<PaintedPage> {
  const page = await pdf.getPage(number)
  signal.throwIfAborted()
  const viewport = page.getViewport({ scale })
  const canvas = document.createElement('canvas')
  const ratio = Math.min(devicePixelRatio || 1, Math.sqrt(MOST_POINTS / (viewport.width * viewport.height)))
  canvas.width = Math.max(1, Math.floor(viewport.width * ratio))
  canvas.height = Math.max(1, Math.floor(viewport.height * ratio))
  const painting = page.render({ canvas, viewport, transform: [ratio, 0, 0, ratio, 0, 0] })
  const text = document.createElement('div')
  text.className = 'pdf-text'
  const layer = new TextLayer({
    // As it stands in the file, so that what is found lies where it is shown.
    textContentSource: page.streamTextContent({ disableNormalization: true }),
    container: text,
    viewport,
  })
  const stop = () => {
    painting.cancel()
    layer.cancel()
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    await Promise.all([painting.promise, layer.render()])
  } finally {
    signal.removeEventListener('abort', stop)
  }
  signal.throwIfAborted()
  const marks = quote === '' ? [] : markQuote(layer.textDivs, layer.textContentItemsStr, quote)
  return {
    size: sizeOf(page),
    canvas,
    text,
    marks,
    free() {
      canvas.width = 0
      canvas.height = 0
      page.cleanup()
    },
  }
}

function markQuote(pieces: HTMLElement[], texts: string[], quote: string): HTMLElement[] {
  return findQuote(texts, quote).map(({ index, start, end }) => {
    const mark = document.createElement('mark')
    const text = texts[index]!
    mark.textContent = text.slice(start, end)
    pieces[index]!.replaceChildren(text.slice(0, start), mark, text.slice(end))
    return mark
  })
}
