import { randomUUID } from 'node:crypto'
import type { TestApplication } from '../../../testing/application.ts'
import {
  brandsPath,
  type CreatedBrand,
  createBrand,
  defaultsPath,
  drawing,
  uploadBrandFile,
} from '../../../testing/brands.ts'
import type { Calls, Make } from '../../../testing/case.ts'
import { call } from '../../../testing/client.ts'

async function fresh(app: TestApplication): Promise<CreatedBrand> {
  return (await createBrand(app)).body
}

const file = { name: 'logo.svg', text: drawing('#0b7a64') }
const toBrand: Make = async ({ app }) => ({ params: { brandKey: (await fresh(app)).brandKey } })
const toUpload: Make = async (world) => ({ ...(await toBrand(world)), file })

export default {
  'currentUser.getDefaultBrand': { access: 'signedIn', make: async () => ({}) },
  'brandTheme.getBrandTheme': { access: 'anyone', make: async () => ({ params: { brandKey: 'default' } }) },
  'brandTheme.getFavicon': { access: 'anyone', make: async () => ({ input: { timestamp: '1' } }) },
  'brands.listBrands': {
    access: ['BrandsRead', 'BrandsCreate', 'BrandsWrite'],
    make: async () => ({ input: { search: 'a', sort: '-updatedAt' } }),
  },
  'brands.createBrand': {
    access: ['BrandsCreate'],
    make: async () => {
      const brandKey = `made-${randomUUID().slice(0, 8)}`
      return { input: { brandKey, name: `Made ${brandKey}` } }
    },
  },
  'brands.getBrand': { access: ['BrandsRead', 'BrandsCreate', 'BrandsWrite'], make: toBrand },
  'brands.updateBrand': {
    access: ['BrandsWrite'],
    make: async ({ app }) => {
      const { brandKey, name, version } = await fresh(app)
      return {
        params: { brandKey },
        input: { name: `${name} again`, hostNames: [], theme: {} },
        headers: { 'if-match': `"${version}"` },
      }
    },
  },
  'brands.removeBrand': { access: ['BrandsWrite'], make: toBrand },
  'brands.updateTheme': {
    access: ['BrandsWrite'],
    make: async ({ app }) => {
      const { brandKey, version } = await fresh(app)
      return {
        params: { brandKey },
        input: { textPrimary: '#000000' },
        headers: { 'if-match': `"${version}"` },
      }
    },
  },
  'brands.uploadLogo': { access: ['BrandsWrite'], make: toUpload },
  'brands.uploadNavigationLogo': { access: ['BrandsWrite'], make: toUpload },
  'brands.uploadSplashBackground': { access: ['BrandsWrite'], make: toUpload },
  'brands.uploadAvatar': { access: ['BrandsWrite'], make: toUpload },
  'brands.getFile': {
    access: 'anyone',
    make: async ({ app }) => {
      const { brandKey } = await fresh(app)
      const { body } = await uploadBrandFile(app, `${brandsPath}/${brandKey}/logo`)
      return { params: { brandKey, fileName: body.fileName } }
    },
  },
  'brands.removeFile': {
    access: ['BrandsWrite'],
    make: async ({ app }) => {
      const { brandKey } = await fresh(app)
      const { body } = await uploadBrandFile(app, `${brandsPath}/${brandKey}/logo`)
      return { params: { brandKey, fileName: body.fileName } }
    },
  },
  'brands.listHistory': { access: ['BrandsRead', 'BrandsCreate', 'BrandsWrite'], make: toBrand },
  'brands.previewTheme': {
    access: ['BrandsCreate', 'BrandsWrite'],
    make: async () => ({ input: { theme: { textPrimary: '#000000' } } }),
  },
  'brands.export': { access: ['BrandsRead', 'BrandsCreate', 'BrandsWrite'], make: toBrand },
  'brands.import': {
    access: ['BrandsCreate'],
    make: async ({ app }) => {
      const { brandKey } = await fresh(app)
      const token = await app.token('admin')
      const exported = await fetch(`${app.origin}${brandsPath}/${brandKey}/export`, {
        headers: { authorization: `Bearer ${token}` },
      })
      await call(app, `${brandsPath}/${brandKey}`, { method: 'DELETE', token })
      return { file: { name: 'brand.json', text: await exported.text() } }
    },
  },
  'brandDefaults.getInstanceDefaults': {
    access: ['BrandsRead', 'BrandsCreate', 'BrandsWrite'],
    make: async () => ({}),
  },
  'brandDefaults.updateInstanceDefaults': {
    access: ['BrandsWrite'],
    make: async ({ app }) => {
      const { body } = await call<{ version: number }>(app, defaultsPath, { token: await app.token('admin') })
      return {
        input: { defaultBrandKey: 'default', theme: {} },
        headers: { 'if-match': `"${body.version}"` },
      }
    },
  },
  'brandDefaults.uploadDefaultFile': {
    access: ['BrandsWrite'],
    make: async () => ({ input: { kind: 'Avatar' }, file }),
  },
  'brandDefaults.removeDefaultFile': {
    access: ['BrandsWrite'],
    make: async ({ app }) => {
      const { body } = await uploadBrandFile(app, `${defaultsPath}/files?kind=Splash`)
      return { params: { fileName: body.fileName } }
    },
  },
} satisfies Calls
