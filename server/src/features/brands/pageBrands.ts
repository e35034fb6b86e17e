import { declarations, theme } from '@parlance/contract/theme/theme'
import type { PageBrand, PageBrandOf } from '../../platform/http/pageBrand.ts'
import type { CurrentInstance, Instance } from '../instanceSettings/index.ts'
import { publicBrand } from './brand.ts'
import type { Brands, CurrentBrand, CurrentBrands } from './currentBrands.ts'

/** Returns the brand of the agent that a path opens, or null. */
export type BrandOfAgent = (gptSystemId: string) => Promise<string | null>

/** Returns the brand of the public page with this name, or null. */
export type BrandOfPage = (gptPublicEndpoint: string) => Promise<string | null>

const agentPath = /^\/chat\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/?$/i

const publicPath = /^\/public-chat\/([a-z0-9-]{3,63})(?:\/|$)/

/**
 * Chooses the brand of a page: the opened agent's or public page's, else the host name's, else the one in the query, else the
 * default.
 */
export function createPageBrands(
  current: CurrentBrands,
  { ofAgent: brandOfAgent, ofPage }: { ofAgent: BrandOfAgent; ofPage: BrandOfPage },
  instance: Pick<CurrentInstance, 'read'>,
): PageBrandOf {
  return async ({ host, path, brandKey }) => {
    const [brands, named] = await Promise.all([current.current(), instance.read()])
    const agent = agentPath.exec(path)?.[1]
    const page = publicPath.exec(path)?.[1]
    const opened = agent ? brandOfAgent(agent) : page ? ofPage(page) : null
    const ofOpened = opened && (await inTime(opened))
    const site = ofHost(brands, host) ?? brands.byKey.get(brandKey ?? '') ?? brands.default
    const brand = brands.byKey.get(ofOpened ?? '') ?? site
    return pageBrandOf(brand, named, site.brandKey)
  }
}

/** The longest that a page waits for an unavailable database. */
const PATIENCE_MS = 1_000

/** A page without its agent's brand is better than none. */
function inTime(found: Promise<string | null>): Promise<string | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS).unref())
  return Promise.race([found.catch(() => null), late])
}

export const ofHost = (brands: Brands, host: string): CurrentBrand | undefined =>
  brands.ofHost.get(host.replace(/:\d+$/, '').toLowerCase())

/**
 * Returns the product name: the instance's name on pages of the default brand, and the brand's name on others.
 */
export const productName = (brand: CurrentBrand, instanceName: string): string =>
  brand.isDefault ? instanceName : brand.name

const fileAddress = (brandKey: string, fileName: string): string =>
  `/api/internal/brands/${encodeURIComponent(brandKey)}/files/${encodeURIComponent(fileName)}`

const iconAddress = ({ brandKey, version }: CurrentBrand): string =>
  `/api/internal/instanceSettings/favicon/android-chrome-192x192.png?brandKey=${encodeURIComponent(brandKey)}&timestamp=${version}`

/** Returns the brand data for a page's client code. */
export const clientBrand = (brand: CurrentBrand, instanceName: string) => ({
  ...publicBrand(brand, brand.look),
  productName: productName(brand, instanceName),
  version: brand.version,
})

type Named = Pick<Instance, 'name' | 'organizationName' | 'releaseNotesUrl'>

/** `siteBrandKey` is the brand of the page without its agent. */
function pageBrandOf(brand: CurrentBrand, instance: Named, siteBrandKey: string): PageBrand {
  const { look, brandKey } = brand
  const file = (name: string | null) => (name === null ? null : fileAddress(brandKey, name))
  const name = productName(brand, instance.name)
  return {
    brandKey,
    productName: name,
    organizationName: instance.organizationName,
    releaseNotesUrl: instance.releaseNotesUrl,
    light: declarations(theme(look.theme, 'light')),
    dark: declarations(theme(look.theme, 'dark')),
    logo: file(look.logoFileName),
    splash: look.useLoginBackgroundImg ? file(look.splashScreenBackgroundFileName) : null,
    icon: iconAddress(brand),
    loginAlignment: look.loginAlignment,
    brand: { ...clientBrand(brand, instance.name), siteBrandKey, theme: look.theme },
  }
}
