import sharp from 'sharp'
import { Unreadable } from '../extraction/openedDocument.ts'
import type { ScannedFile } from './scanMessages.ts'

/** An A3 page at 300 dpi, or A4 at 400. */
const MOST_PIXELS = 18_000_000
/** What is decoded before it is made smaller. */
const MOST_INPUT_PIXELS = 60_000_000
/** Text in smaller pictures is enlarged, because recognition needs letters of about 20 pixels. */
const LEAST_WIDTH = 1000

sharp.concurrency(1)
sharp.cache(false)

/** Opens a picture. Each image of a TIFF is a page. */
export async function openImage(bytes: Buffer): Promise<ScannedFile> {
  const options = { limitInputPixels: MOST_INPUT_PIXELS, failOn: 'error' as const }
  const { pages = 1 } = await sharp(bytes, options)
    .metadata()
    .catch((cause) => {
      throw new Unreadable('file.broken', { cause })
    })
  return {
    pages,
    scanned: Array.from({ length: pages }, (_, at) => at + 1),
    async draw(page) {
      const read = () => sharp(bytes, { ...options, page: page - 1 }).autoOrient()
      // A turned photo has its width and height swapped.
      const { width, height } = (await sharp(bytes, { ...options, page: page - 1 }).metadata()).autoOrient
      const wanted = Math.max(1, Math.min(3, LEAST_WIDTH / width))
      const scale = Math.min(wanted, Math.sqrt(MOST_PIXELS / (width * height)))
      const sized = scale === 1 ? read() : read().resize({ width: Math.max(1, Math.round(width * scale)) })
      return sized.flatten({ background: '#fff' }).grayscale().png({ compressionLevel: 1 }).toBuffer()
    },
  }
}
