import { z } from 'zod'
import { BrandKey, HostName } from './brandKey.ts'
import { endpoint, listOf, nothing, page, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'
import { BrandTheme, ContrastPair, ContrastWarning, ThemeSettings } from './theme.ts'

export { BrandKey, HostName }

export const LoginAlignment = z.enum(['Left', 'Center', 'Right'])
export const BrandFileKind = z.enum(['Logo', 'NavigationLogo', 'Splash', 'Avatar'])

const files = {
  logoFileName: z.string().nullable(),
  navigationLogoFileName: z.string().nullable(),
  splashScreenBackgroundFileName: z.string().nullable(),
  avatarFileName: z.string().nullable(),
}

/** The server creates image names, so no name sent by a client is ever used as a path. */
const FileName = z.string().regex(/^[a-zA-Z]{1,40}-[0-9a-f]{32}\.webp$/, 'This isn’t the name of an image.')

/** The public part of a brand, which appears on its login page. */
export const PublicBrand = z.object({
  brandKey: z.string(),
  name: z.string(),
  ...files,
  useLoginBackgroundImg: z.boolean(),
  loginBackground: z.object({ main: z.string() }),
  loginAlignment: LoginAlignment,
})

/** A brand with its defaults applied. `inherits` lists the fields that come from the defaults. */
export const Brand = PublicBrand.extend({
  hostNames: z.array(z.string()),
  theme: BrandTheme,
  inherits: z.array(z.string()),
  /** Pages without another brand use this one. */
  isDefault: z.boolean(),
  warnings: z.array(ContrastWarning),
  version: z.number().int(),
  createdAt: timestamp,
  updatedAt: timestamp,
})

export const BrandRow = z.object({
  brandKey: z.string(),
  name: z.string(),
  hostNames: z.array(z.string()),
  logoFileName: z.string().nullable(),
  /** The main colors of primary and secondary. */
  colors: z.object({ primary: z.string(), secondary: z.string() }),
  isDefault: z.boolean(),
  version: z.number().int(),
  updatedAt: timestamp,
})

/**
 * The instance-wide defaults that brands inherit. `inherits` lists the fields that come from the product's own
 * defaults.
 */
export const DefaultBrandSettings = z.object({
  defaultBrandKey: z.string(),
  ...files,
  useLoginBackgroundImg: z.boolean(),
  loginBackground: z.object({ main: z.string() }),
  loginAlignment: LoginAlignment,
  theme: BrandTheme,
  inherits: z.array(z.string()),
  warnings: z.array(ContrastWarning),
  version: z.number().int(),
  updatedAt: timestamp,
})

export const HistoryEntry = z.object({
  auditEntryId: z.uuid(),
  at: timestamp,
  actorName: z.string(),
  verb: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
})

/** The brand's own values. An absent field uses the default. */
const own = {
  useLoginBackgroundImg: z.boolean().optional(),
  loginAlignment: LoginAlignment.optional(),
}
const hostNames = z.array(HostName).max(limits.hostNamesPerBrand)
const one = z.strictObject({ brandKey: BrandKey })
const base = '/api/internal/brands' as const
const defaults = '/api/internal/instanceSettings/defaultBrandSettings' as const
const readers = ['BrandsRead', 'BrandsCreate', 'BrandsWrite'] as const

const upload = <const P extends string>(path: P, purpose: string) =>
  endpoint({
    kind: 'upload',
    method: 'POST',
    path: `${base}/{brandKey}/${path}`,
    access: ['BrandsWrite'],
    rate: 'upload',
    audit: 'brand.file',
    idempotency: 'optional',
    params: one,
    response: z.object({ fileName: z.string(), version: z.number().int() }),
    etag: 'answers',
    purpose,
  })

export const brands = {
  listBrands: endpoint({
    method: 'GET',
    path: base,
    access: readers,
    rate: 'read',
    audit: 'none',
    input: z.strictObject({
      ...page,
      search: text(0, 200).optional(),
      /** A leading minus reverses the order. */
      sort: z.enum(['name', '-name', 'brandKey', '-brandKey', 'updatedAt', '-updatedAt']).optional(),
    }),
    response: listOf(BrandRow),
    purpose: 'Lists brands by name, unless `sort` is set. `search` covers names, keys, and host names.',
  }),
  createBrand: endpoint({
    method: 'POST',
    path: base,
    access: ['BrandsCreate'],
    rate: 'write',
    audit: 'brand.create',
    idempotency: 'optional',
    input: z.strictObject({
      brandKey: BrandKey,
      name: text(1, limits.brandName),
      hostNames: hostNames.optional(),
      theme: ThemeSettings.optional(),
      ...own,
    }),
    response: Brand,
    etag: 'answers',
    purpose: 'Creates a brand. Its key never changes.',
  }),
  getBrand: endpoint({
    method: 'GET',
    path: `${base}/{brandKey}`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    response: Brand,
    etag: 'answers',
    purpose: 'Returns a brand with the values it inherits.',
  }),
  updateBrand: endpoint({
    method: 'PUT',
    path: `${base}/{brandKey}`,
    access: ['BrandsWrite'],
    rate: 'write',
    audit: 'brand.update',
    params: one,
    input: z.strictObject({ name: text(1, limits.brandName), hostNames, theme: ThemeSettings, ...own }),
    response: Brand,
    etag: 'required',
    purpose: 'Sets a brand’s own values. Missing fields use the defaults.',
  }),
  removeBrand: endpoint({
    method: 'DELETE',
    path: `${base}/{brandKey}`,
    access: ['BrandsWrite'],
    rate: 'write',
    audit: 'brand.remove',
    params: one,
    response: nothing,
    purpose: 'Deletes a brand and its files, unless it’s in use.',
  }),
  updateTheme: endpoint({
    method: 'PUT',
    path: `${base}/{brandKey}/theme`,
    access: ['BrandsWrite'],
    rate: 'write',
    audit: 'brand.theme',
    params: one,
    input: ThemeSettings,
    response: Brand,
    etag: 'required',
    purpose: 'Sets only a brand’s own colors. Pairs below AA are returned as warnings.',
  }),
  uploadLogo: upload('logo', 'Sets the logo: a raster image or an SVG, stored as WebP.'),
  uploadNavigationLogo: upload('navigationLogo', 'Sets the side navigation logo.'),
  uploadSplashBackground: upload('splashScreenBackground', 'Sets the background image of the sign-in page.'),
  uploadAvatar: upload('avatar', 'Sets the picture for agents without their own.'),
  getFile: endpoint({
    kind: 'image',
    method: 'GET',
    path: `${base}/{brandKey}/files/{fileName}`,
    access: 'anyone',
    rate: 'read',
    audit: 'none',
    params: z.strictObject({ brandKey: BrandKey, fileName: FileName }),
    response: nothing,
    purpose: 'Returns an image of a brand, or the default it inherits. Looked up by name, never by path.',
  }),
  removeFile: endpoint({
    method: 'DELETE',
    path: `${base}/{brandKey}/files/{fileName}`,
    access: ['BrandsWrite'],
    rate: 'write',
    audit: 'brand.file',
    params: z.strictObject({ brandKey: BrandKey, fileName: FileName }),
    response: nothing,
    purpose: 'Deletes one of a brand’s own images. The brand then uses the default.',
  }),
  listHistory: endpoint({
    method: 'GET',
    path: `${base}/{brandKey}/history`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    input: z.strictObject(page),
    response: listOf(HistoryEntry),
    purpose: 'Lists changes to a brand with time and author, from the audit log, newest first.',
  }),
  previewTheme: endpoint({
    method: 'POST',
    path: `${base}/themePreview`,
    access: ['BrandsCreate', 'BrandsWrite'],
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    input: z.strictObject({ theme: ThemeSettings }),
    response: z.object({
      theme: BrandTheme,
      light: z.record(z.string(), z.string()),
      dark: z.record(z.string(), z.string()),
      pairs: z.array(ContrastPair),
    }),
    purpose: 'Previews an unsaved theme: its variables and the contrast of each text and background pair.',
  }),
  export: endpoint({
    kind: 'file',
    method: 'GET',
    path: `${base}/{brandKey}/export`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    response: nothing,
    purpose: 'Exports a brand’s own values and images as one JSON file.',
  }),
  import: endpoint({
    kind: 'upload',
    method: 'POST',
    path: `${base}/import`,
    access: ['BrandsCreate'],
    rate: 'upload',
    audit: 'brand.import',
    idempotency: 'optional',
    input: z.strictObject({ brandKey: BrandKey.optional() }),
    response: Brand.extend({ leftOut: z.array(z.string()) }),
    etag: 'answers',
    purpose:
      'Creates a brand from an exported file, with its own key or another one. `leftOut` lists host names that belong to another brand.',
  }),
}

export const brandDefaults = {
  getInstanceDefaults: endpoint({
    method: 'GET',
    path: defaults,
    access: readers,
    rate: 'read',
    audit: 'none',
    response: DefaultBrandSettings,
    etag: 'answers',
    purpose: 'Returns the values brands inherit, and the brand for pages that don’t belong to another brand.',
  }),
  updateInstanceDefaults: endpoint({
    method: 'PUT',
    path: defaults,
    access: ['BrandsWrite'],
    rate: 'write',
    audit: 'brand.defaults',
    input: z.strictObject({ defaultBrandKey: BrandKey, theme: ThemeSettings, ...own }),
    response: DefaultBrandSettings,
    etag: 'required',
    purpose: 'Sets the brand defaults. Missing fields use the product’s own.',
  }),
  uploadDefaultFile: endpoint({
    kind: 'upload',
    method: 'POST',
    path: `${defaults}/files`,
    access: ['BrandsWrite'],
    rate: 'upload',
    audit: 'brand.defaults',
    idempotency: 'optional',
    input: z.strictObject({ kind: BrandFileKind }),
    response: z.object({ fileName: z.string(), version: z.number().int() }),
    etag: 'answers',
    purpose: 'Sets an image that brands inherit.',
  }),
  removeDefaultFile: endpoint({
    method: 'DELETE',
    path: `${defaults}/files/{fileName}`,
    access: ['BrandsWrite'],
    rate: 'write',
    audit: 'brand.defaults',
    params: z.strictObject({ fileName: FileName }),
    response: nothing,
    purpose: 'Deletes an image that brands inherit.',
  }),
}

export const brandTheme = {
  getBrandTheme: endpoint({
    method: 'GET',
    path: `${base}/{brandKey}/theme`,
    access: 'anyone',
    rate: 'read',
    audit: 'none',
    params: one,
    response: BrandTheme.extend({
      brand: PublicBrand.extend({
        /** The product name on pages of this brand. */
        productName: z.string(),
        /** Changes with every change of the brand. */
        version: z.string(),
      }),
    }),
    purpose: 'Returns a brand’s colors and public fields, or the default brand’s if the key doesn’t exist.',
  }),
  getFavicon: endpoint({
    kind: 'image',
    method: 'GET',
    path: '/api/internal/instanceSettings/favicon/android-chrome-192x192.png',
    access: 'anyone',
    rate: 'read',
    audit: 'none',
    input: z.strictObject({
      timestamp: z.string().max(40).optional(),
      brandKey: z.string().max(100).optional(),
    }),
    response: nothing,
    purpose:
      'Returns the logo as an icon, for the brand of the host name or of `brandKey`. `timestamp` only bypasses caches.',
  }),
}
