import { brandDefaults, brands, brandTheme } from '@parlance/contract/brands'
import { currentUser } from '@parlance/contract/currentUser'
import type { BrandTheme, ThemeSettings } from '@parlance/contract/theme/brand'
import type { Sql } from '../../platform/database/database.ts'
import type { PageBrandOf } from '../../platform/http/pageBrand.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import { createCurrentBrands } from './currentBrands.ts'
import { createIcons } from './icon.ts'
import { createImages } from './images.ts'
import {
  type BrandOfAgent,
  type BrandOfPage,
  clientBrand,
  createPageBrands,
  ofHost,
  productName,
} from './pageBrands.ts'
import { restoreBrands } from './restoring.ts'
import { createService } from './service.ts'
import * as store from './store.ts'
import { createTransfer } from './transfer.ts'

export interface Brands {
  /** Returns the look of a requested page. */
  pageBrandOf: PageBrandOf
  /** Returns the product name on the pages of a host, or null if it has no brand of its own. */
  productNameAt(host: string): Promise<string | null>
  /** Returns the colors and the avatar of the brand on a host. */
  avatarAt(host: string): Promise<BrandAvatar>
  /** Creates a brand at the first startup, unless its key, name, or host name is already in use. */
  seedBrand(tx: Sql, brand: SeedBrand): Promise<void>
}

export interface BrandAvatar {
  colors: BrandTheme['primary']
  /** The image, if the brand has one. */
  image: Uint8Array | null
}

export interface SeedBrand {
  brandKey: string
  name: string
  hostName: string
  theme: ThemeSettings
}

export interface BrandsNeeds {
  instance: Pick<CurrentInstance, 'read'>
  brandOfAgent: BrandOfAgent
  brandOfPage: BrandOfPage
}

/** The look of the instance, and the host names that it serves. */
export function brandsFeature(
  platform: Platform,
  { instance, brandOfAgent, brandOfPage }: BrandsNeeds,
): Brands {
  const current = createCurrentBrands(platform.database, platform.log)
  platform.sites.add(current)
  const service = createService(platform, current)
  const images = createImages(platform, service)
  restoreBrands(platform.restorers, service, current)
  const transfer = createTransfer(platform, service, images)
  const iconOf = createIcons(platform)

  serve(platform, brandTheme, {
    async getBrandTheme({ params }) {
      const [all, { name }] = await Promise.all([current.current(), instance.read()])
      const brand = all.byKey.get(params.brandKey) ?? all.default
      return { ...brand.look.theme, brand: clientBrand(brand, name) }
    },
    async getFavicon({ host, input }) {
      const all = await current.current()
      const brand = all.byKey.get(input.brandKey ?? '') ?? ofHost(all, host) ?? all.default
      return iconOf(brand, input.timestamp === brand.version)
    },
  })
  serve(platform, brands, {
    listBrands: ({ input }) => service.listBrands(input),
    createBrand: (call) => service.createBrand(call),
    getBrand: ({ params }) => service.getBrand(params.brandKey),
    updateBrand: (call) => service.updateBrand(call),
    removeBrand: (call) => service.removeBrand(call),
    updateTheme: (call) => service.updateTheme(call),
    uploadLogo: (call) => images.upload(call, 'Logo'),
    uploadNavigationLogo: (call) => images.upload(call, 'NavigationLogo'),
    uploadSplashBackground: (call) => images.upload(call, 'Splash'),
    uploadAvatar: (call) => images.upload(call, 'Avatar'),
    getFile: ({ params }) => images.getFile(params.brandKey, params.fileName),
    removeFile: (call) => images.removeFile(call),
    listHistory: ({ params, input }) => service.listHistory(params.brandKey, input),
    previewTheme: ({ input }) => service.previewTheme(input.theme),
    export: ({ params }) => transfer.exportBrand(params.brandKey),
    import: (call) => transfer.importBrand(call),
  })
  serve(platform, brandDefaults, {
    getInstanceDefaults: () => service.getInstanceDefaults(),
    updateInstanceDefaults: (call) => service.updateInstanceDefaults(call),
    uploadDefaultFile: (call) => images.uploadDefaultFile(call),
    removeDefaultFile: (call) => images.removeDefaultFile(call),
  })
  serve(
    platform,
    { getDefaultBrand: currentUser.getDefaultBrand },
    { getDefaultBrand: async () => ({ defaultBrandKey: (await current.current()).default.brandKey }) },
  )

  return {
    async seedBrand(tx, { hostName, ...brand }) {
      if (await store.isTaken(tx, { ...brand, hostName })) return
      const settings = { useLoginBackgroundImg: null, loginAlignment: null, hostNames: [hostName] }
      await store.insertBrand(tx, { ...brand, ...settings }, null)
      current.changed()
    },
    pageBrandOf: createPageBrands(current, { ofAgent: brandOfAgent, ofPage: brandOfPage }, instance),
    async avatarAt(host) {
      const all = await current.current()
      const { look, brandKey } = ofHost(all, host) ?? all.default
      const { avatarFileName, theme } = look
      const file = avatarFileName && (await store.readFile(platform.database.db, brandKey, avatarFileName))
      return { colors: theme.primary, image: file ? await platform.blobs.readAll(file.blobKey) : null }
    },
    async productNameAt(host) {
      const brand = ofHost(await current.current(), host)
      if (!brand) return null
      return productName(brand, (await instance.read()).name)
    },
  }
}
