import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist'
import { findQuote } from './findQuote.ts'

/** Larger canvases are rendered at a lower resolution, because phones limit the memory of a canvas. */
const MOST_POINTS = 16_000_000

export interface PageSize {
  width: number
  height: number
}

/** Returns a page's size at scale 1, in CSS pixels. */
export function sizeOf(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: 1 })
  return { width, height }
}

interface Wanted {
  document: PDFDocumentProxy
  number: number
  scale: number
  /** The text to highlight, or '' for none. */
  quote: string
  signal: AbortSignal
}

export interface PaintedPage {
  size: PageSize
  canvas: HTMLCanvasElement
  text: HTMLElement
  /** The highlighted elements, in order. */
  marks: HTMLElement[]
  free: () => void
}

/** Renders a page with an invisible, selectable text layer in which the quote is highlighted. */
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
    // Keeps the text as it is in the file, so matches line up with the image.
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
