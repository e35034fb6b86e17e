import type { brandTheme } from '@parlance/contract/brands'
import type { Answer } from '@parlance/contract/endpoint'
import { client } from '@parlance/contract/limits'
import { type BrandTheme, defaultBrand } from '@parlance/contract/theme/brand'
import { observable } from '../base/observable.ts'

/** The brand applied to a page. */
export type PageBrand = Answer<typeof brandTheme.getBrandTheme>['brand'] & {
  /** The page's brand without that of the open agent. */
  siteBrandKey: string
  theme: BrandTheme
}

/** The product's own look, for pages without a brand from the server. */
const plain: PageBrand = {
  brandKey: client.defaultBrandKey,
  name: '',
  productName: '',
  version: '0',
  siteBrandKey: client.defaultBrandKey,
  logoFileName: null,
  navigationLogoFileName: null,
  splashScreenBackgroundFileName: null,
  avatarFileName: null,
  useLoginBackgroundImg: false,
  loginBackground: defaultBrand.loginBackground,
  loginAlignment: 'Center',
  theme: defaultBrand,
}

/** Reads the brand that the server wrote into the page, so the first paint needs no request. */
function ofPage(): PageBrand {
  const written = globalThis.document?.getElementById('brand')?.textContent ?? ''
  return written.startsWith('{') ? (JSON.parse(written) as PageBrand) : plain
}

/** The brand that the page was loaded with. */
export const ownBrand = ofPage()
/** The brand currently applied to the page. */
export const pageBrand = observable<PageBrand>(ownBrand)

export const fileAddress = (brandKey: string, fileName: string): string =>
  `/api/internal/brands/${encodeURIComponent(brandKey)}/files/${encodeURIComponent(fileName)}`

/** Returns the URL of the instance's icon: the brand's, or the product's mark in the brand's colors. */
export const iconAddress = ({ brandKey, version }: Pick<PageBrand, 'brandKey' | 'version'>): string =>
  `/api/internal/instanceSettings/favicon/android-chrome-192x192.png?brandKey=${encodeURIComponent(brandKey)}&timestamp=${version}`

/** Returns the URL of a logo. The navigation's falls back to the logo. Null if the brand has none. */
export function logoAddress(brand: PageBrand, place: 'page' | 'navigation'): string | null {
  const name =
    place === 'navigation' ? (brand.navigationLogoFileName ?? brand.logoFileName) : brand.logoFileName
  return name === null ? null : fileAddress(brand.brandKey, name)
}
