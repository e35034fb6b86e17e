import { getDocument, type PDFDocumentProxy, PDFWorker, VerbosityLevel, version } from 'pdfjs-dist'

const files = `/assets/pdfjs-${version}`
/** Larger images in a document are skipped instead of decoded: 60 million pixels take 240 MB. */
const MOST_IMAGE_POINTS = 60_000_000

export interface OpenedPdf {
  document: PDFDocumentProxy
  /** Frees the document's memory and ends its worker. */
  close: () => void
}

/** Opens a document in its own worker. Scripts in documents never run, and no other hosts are contacted. */
export async function openPdf(file: Blob): Promise<OpenedPdf> {
  const data = new Uint8Array(await file.arrayBuffer())
  const port = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' })
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS })
  const task = getDocument({
    data,
    worker,
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: `${files}/cmaps/`,
    standardFontDataUrl: `${files}/standard_fonts/`,
    wasmUrl: `${files}/wasm/`,
    useWasm: false,
    // The page loads fonts and character maps, because the worker's own policy lets it load nothing.
    useWorkerFetch: false,
    useSystemFonts: false,
    disableWorkerRendering: true,
    enableXfa: false,
    maxImageSize: MOST_IMAGE_POINTS,
    stopAtErrors: false,
  })
  const close = () => {
    void task.destroy().finally(() => {
      worker.destroy()
      port.terminate()
    })
  }
  try {
    return { document: await task.promise, close }
  } catch (error) {
    close()
    throw error
  }
}
