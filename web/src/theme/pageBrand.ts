import type { brandTheme } from '@parlance/contract/brands'
import type { Answer } from '@parlance/contract/endpoint'
import { client } from '@parlance/contract/limits'
import { type BrandTheme, defaultBrand } from '@parlance/contract/theme/brand'
import { observable } from '../base/observable.ts'

/** The brand that a page wears. */
export type PageBrand = Answer<typeof brandTheme.getBrandTheme>['brand'] & {
  /** The brand that the page would have without the agent that it opened with. */
  siteBrandKey: string
  theme: BrandTheme
}

/** Without a server that says more: the product's own look. */
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

/** The server writes the page's brand into it, so that nothing has to be asked for before the first paint. */
function ofPage(): PageBrand {
  const written = globalThis.document?.getElementById('brand')?.textContent ?? ''
  return written.startsWith('{') ? (JSON.parse(written) as PageBrand) : plain
}

/** The brand that the page came with. */
export const ownBrand = ofPage()
/** What the page wears now. */
export const pageBrand = observable<PageBrand>(ownBrand)

export const fileAddress = (brandKey: string, fileName: string): string =>
  `/api/internal/brands/${encodeURIComponent(brandKey)}/files/${encodeURIComponent(fileName)}`

/** The logo as the instance's settings give it: the brand's, else the product's mark in the brand's colours. */
export const iconAddress = ({ brandKey, version }: Pick<PageBrand, 'brandKey' | 'version'>): string =>
  `/api/internal/instanceSettings/favicon/android-chrome-192x192.png?brandKey=${encodeURIComponent(brandKey)}&timestamp=${version}`

/** The image of a logo: the navigation's falls back to the logo. Null where the brand has none. */
export function logoAddress(brand: PageBrand, place: 'page' | 'navigation'): string | null {
  const name =
    place === 'navigation' ? (brand.navigationLogoFileName ?? brand.logoFileName) : brand.logoFileName
  return name === null ? null : fileAddress(brand.brandKey, name)
}
