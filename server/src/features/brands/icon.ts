import { LRUCache } from 'lru-cache'
import type { ImageAnswer } from '../../platform/http/files.ts'
import { encodeImage } from '../../platform/images/encodeImage.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrentBrand } from './currentBrands.ts'
import * as store from './store.ts'

const SIZE = 192
/** The maximum number of cached marks for brands without a logo. Real instances have fewer brands. */
const MOST_MARKS = 200
const AGAIN_MS = 60_000
const STAMPED_SECONDS = 86_400

/** Creates the brand icon: the brand's logo, or else the product's mark in the brand's colors. */
export function createIcons(platform: Platform) {
  const marks = new LRUCache<string, Promise<Buffer>>({ max: MOST_MARKS })

  function markOf({ look }: CurrentBrand): Promise<Buffer> {
    const { primary, secondary } = look.theme
    const svg = mark(primary.dark, primary.main, secondary.main)
    const known = marks.get(svg)
    if (known) return known
    const drawn = encodeImage(
      Buffer.from(svg),
      { shape: { width: SIZE, height: SIZE, fit: 'inside' } },
      { log: platform.log },
    ).then(({ small }) => small)
    marks.set(svg, drawn)
    // A failure is cached for a while, so concurrent requests don't all retry it.
    drawn.catch(() => setTimeout(() => marks.delete(svg), AGAIN_MS).unref())
    return drawn
  }

  /** `stamped`: requested under a URL that changes with the brand, so the response can be cached. */
  return async (brand: CurrentBrand, stamped: boolean): Promise<ImageAnswer> => {
    const { logoFileName } = brand.look
    const file = logoFileName
      ? await store.readFile(platform.database.db, brand.brandKey, logoFileName)
      : null
    const answer = { mimeType: 'image/png', cacheSeconds: stamped ? STAMPED_SECONDS : null } as const
    if (file) return { ...answer, size: file.iconSize, bytes: platform.blobs.read(file.iconBlobKey) }
    const bytes = await markOf(brand)
    return { ...answer, size: bytes.length, bytes }
  }
}

const mark = (dark: string, main: string, second: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 32 32"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${dark}"/><stop offset=".55" stop-color="${main}"/><stop offset="1" stop-color="${second}"/></linearGradient></defs><path fill="url(#g)" d="M2 30V15C2 7.3 8 2 16 2s14 5.6 14 13.2S24 28.6 16 28.6c-2 0-4-.3-5.7-1z"/><path fill="#fff" d="M8.5 19.8v-4.300c0-2.600 1.700-4.500 4.600-5v2.300c-1.200.4-1.900 1.300-1.900 2.300h2.300v4.700zm8.500 0v-4.300c0-2.600 1.700-4.500 4.600-5v2.300c-1.200.4-1.900 1.300-1.900 2.300h2.300v4.700z"/></svg>`
