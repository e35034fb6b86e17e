import { fileURLToPath } from 'node:url'
import { createCanvas } from '@napi-rs/canvas'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { Unreadable } from '../extraction/openedDocument.ts'
import { countPictures } from '../extraction/pdf/countPictures.ts'
import { HARDLY_ANY_LETTERS } from '../extraction/pdf/openPdf.ts'
import type { ScannedFile } from './scanMessages.ts'

/** Letters of 10 points are then about 20 pixels high, which recognition needs. */
const DPI = 200
const POINTS_PER_INCH = 72
/** An A3 page at 300 dpi. Larger pages are drawn with fewer dots. */
const MOST_PIXELS = 18_000_000

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.resolve('pdfjs-dist/package.json')))

/**
 * Opens a PDF to draw its pages. Those with hardly any text are scanned, if the file has pictures at all. None are named
 * unless they are searched for, which reads the text of all pages.
 */
export async function openScannedPdf(bytes: Buffer, isSearched: boolean): Promise<ScannedFile> {
  const hasPictures = isSearched && countPictures(bytes).all > 0
  const pdf = await getDocument({
    // The reader takes ownership of the bytes.
    data: new Uint8Array(bytes),
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    cMapUrl: folder('cmaps/'),
    cMapPacked: true,
    standardFontDataUrl: folder('standard_fonts/'),
    wasmUrl: folder('wasm/'),
    useWorkerFetch: false,
  }).promise.catch((cause) => {
    const isEncrypted = (cause as Error).name === 'PasswordException'
    throw new Unreadable(isEncrypted ? 'file.encrypted' : 'file.broken', { cause })
  })

  async function lettersOn(number: number): Promise<number> {
    try {
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      page.cleanup()
      const texts = items.map((item) => ('str' in item ? item.str : ''))
      return texts.join(' ').match(/\p{L}/gu)?.length ?? 0
    } catch {
      // Its text can't be read, but it can perhaps be drawn.
      return 0
    }
  }

  const scanned: number[] = []
  for (let number = 1; hasPictures && number <= pdf.numPages; number += 1)
    if ((await lettersOn(number)) < HARDLY_ANY_LETTERS) scanned.push(number)

  return {
    pages: pdf.numPages,
    scanned,
    async draw(number) {
      const page = await pdf.getPage(number)
      const plain = page.getViewport({ scale: 1 })
      const most = Math.sqrt(MOST_PIXELS / Math.max(1, plain.width * plain.height))
      const viewport = page.getViewport({ scale: Math.min(DPI / POINTS_PER_INCH, most) })
      const canvas = createCanvas(
        Math.max(1, Math.floor(viewport.width)),
        Math.max(1, Math.floor(viewport.height)),
      )
      // Its types only know the canvas of browsers.
      const drawing = { canvas: canvas as never, viewport, background: '#fff' }
      await page.render(drawing).promise
      page.cleanup()
      return canvas.encode('png')
    },
  }
}
