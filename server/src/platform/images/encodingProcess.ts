/** Reads one image in a separate process and returns it as WebP. The parent ends it. */
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import type { EncodingAnswer, EncodingRequest, Small } from './encodingMessages.ts'

const ICON = 192
const WEBP_QUALITY = 88
const JPEG_QUALITY = 90
const ICON_EDGE = { r: 0, g: 0, b: 0, alpha: 0 }
/** Relative to the SVG's own pixels, which may be few. */
const SVG_DPI = 72
const MOST_DPI = 2400

sharp.concurrency(1)
sharp.cache(false)

process.on('message', async (request: EncodingRequest) => {
  process.send?.(await encode(request))
})
// Interrupt keys reach the whole process group; the parent decides when this process ends.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
process.on('disconnect', () => process.exit(0))
process.send?.('ready')

async function encode(request: EncodingRequest): Promise<EncodingAnswer> {
  const { shape, pixels } = request
  const bytes = Buffer.from(request.bytes)
  try {
    const options = { limitInputPixels: pixels, failOn: 'error' as const }
    const density = request.isSvg ? await densityFor(bytes, shape, options) : undefined
    const read = () => sharp(bytes, { ...options, ...(density ? { density } : {}) }).autoOrient()
    const withoutEnlargement = !request.isSvg && shape.fit !== 'fill'
    const fitted = read().resize({ ...shape, withoutEnlargement })
    const main = await written[request.format](fitted).toBuffer({ resolveWithObject: true })
    const small = await smallOf(main.data, request.small).toBuffer()
    const { width, height } = main.info
    return { kind: 'encoded', bytes: main.data, small, width, height }
  } catch (error) {
    return { kind: 'failed', code: codeOf(String(error)) }
  }
}

const asWebp = (image: Sharp): Sharp => image.webp({ quality: WEBP_QUALITY, effort: 4 })

/** Full color resolution keeps the edges of text in screenshots readable. */
const asJpeg = (image: Sharp): Sharp =>
  image.flatten({ background: '#fff' }).jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' })

const written = { webp: asWebp, jpeg: asJpeg, png: (image: Sharp): Sharp => image.png() }

function smallOf(encoded: Buffer, small: Small): Sharp {
  if (small !== 'icon') return asWebp(sharp(encoded).resize({ ...small, withoutEnlargement: true }))
  return (
    sharp(encoded)
      .resize({ width: ICON, height: ICON, fit: 'contain', background: ICON_EDGE })
      // Few colors are enough for such a small image, and take a fifth of the size.
      .png({ palette: true, effort: 7 })
  )
}

/** The library gives the reason only in its message. */
function codeOf(message: string): 'image.tooLarge' | 'image.tooHard' | 'image.broken' {
  if (/pixel limit|too large/i.test(message)) return 'image.tooLarge'
  return /memory|allocat/i.test(message) ? 'image.tooHard' : 'image.broken'
}

/** Renders an SVG at its display size instead of scaling up a small image. */
async function densityFor(
  bytes: Buffer,
  shape: EncodingRequest['shape'],
  options: SharpOptions,
): Promise<number> {
  const { width = shape.width, height = shape.height } = await sharp(bytes, options).metadata()
  const scale = Math.min(shape.width / width, shape.height / height)
  return Math.min(MOST_DPI, Math.max(1, SVG_DPI * scale))
}
