import { getDocument, type PDFDocumentProxy, PDFWorker, VerbosityLevel, version } from 'pdfjs-dist'

const files = `/assets/pdfjs-${version}`
/** Larger pictures in a document are left out rather than decoded: 60 million points are 240 MB. */
const MOST_IMAGE_POINTS = 60_000_000

export interface OpenedPdf {
  document: PDFDocumentProxy
  /** Frees the document's memory, and ends its worker. */
  close: () => void
}

/** Opens a document in a worker of its own. Scripts of documents are never run, and nothing is asked of other hosts. */
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
    // The page fetches fonts and character maps: the worker's own policy lets it fetch nothing.
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
