/** An A4 page has half a million points. An image with fewer pixels doesn't fill a page. */
const PAGE_PIXELS = 400_000
/** How far around its name an image's description is searched. */
const DESCRIPTION = 400

const widthIn = /\/Width\s+(\d{1,5})\b/
const heightIn = /\/Height\s+(\d{1,5})\b/

export interface Pictures {
  all: number
  /** Those that are large enough to be a page. Scanners can also divide a page into strips. */
  ofPages: number
}

/**
 * Counts the images in a file's bytes. Their descriptions are never compressed, and names and numbers in them
 * never encrypted.
 */
export function countPictures(bytes: Uint8Array): Pictures {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = { all: 0, ofPages: 0 }
  for (let at = buffer.indexOf('/Image'); at >= 0; at = buffer.indexOf('/Image', at + 6)) {
    const around = buffer.toString('latin1', Math.max(0, at - DESCRIPTION), at + DESCRIPTION)
    const own = around.slice(
      around.lastIndexOf(' obj', DESCRIPTION),
      around.indexOf('stream', DESCRIPTION) + 1 || undefined,
    )
    if (!/\/Subtype\s*\/Image\b/.test(own)) continue
    count.all++
    const [width, height] = [widthIn, heightIn].map((side) => Number(side.exec(own)?.[1] ?? 0))
    if (width! * height! >= PAGE_PIXELS) count.ofPages++
  }
  return count
}
