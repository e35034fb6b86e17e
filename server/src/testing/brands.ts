import { randomUUID } from 'node:crypto'
import type { Brand } from '../features/brands/brand.ts'
import type { TestApplication } from './application.ts'
import type { Case } from './case.ts'
import { call, type JsonAnswer } from './client.ts'

export const brandsPath = '/api/internal/brands'
export const defaultsPath = '/api/internal/instanceSettings/defaultBrandSettings'
export type MadeBrand = Brand

/** Creates a brand as the administrator. Without a key, it gets a unique one. */
export async function createBrand(
  app: TestApplication,
  input: Record<string, unknown> & { brandKey?: string } = {},
): Promise<JsonAnswer<MadeBrand>> {
  const brandKey = input.brandKey ?? `b-${randomUUID().slice(0, 8)}`
  return call<MadeBrand>(app, brandsPath, {
    token: await app.token('admin'),
    body: { name: `Brand ${brandKey}`, ...input, brandKey },
  })
}

/** An SVG drawing in one color. */
export const drawing = (colour: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40" fill="${colour}"/></svg>`

export async function uploadBrandFile(
  app: TestApplication,
  path: string,
  bytes: string | Buffer<ArrayBuffer> = drawing('#0b7a64'),
  name = 'logo.svg',
): Promise<JsonAnswer<{ fileName: string; version: number }>> {
  const form = new FormData()
  form.set('file', new File([bytes], name))
  return call(app, path, { token: await app.token('admin'), body: form })
}

type Make = (world: { app: TestApplication }) => Promise<Case>

async function fresh(app: TestApplication): Promise<MadeBrand> {
  return (await createBrand(app)).body
}

const file = { name: 'logo.svg', text: drawing('#0b7a64') }
const toBrand: Make = async ({ app }) => ({ params: { brandKey: (await fresh(app)).brandKey } })
const toUpload: Make = async (world) => ({ ...(await toBrand(world)), file })

/** A call that must succeed for each brand operation. */
export const brandCases: Record<string, Make> = {
  'brandTheme.getBrandTheme': async () => ({ params: { brandKey: 'default' } }),
  'brandTheme.getFavicon': async () => ({ input: { timestamp: '1' } }),
  'brands.listBrands': async () => ({ input: { search: 'a', sort: '-updatedAt' } }),
  'brands.createBrand': async () => {
    const brandKey = `made-${randomUUID().slice(0, 8)}`
    return { input: { brandKey, name: `Made ${brandKey}` } }
  },
  'brands.getBrand': toBrand,
  'brands.updateBrand': async ({ app }) => {
    const { brandKey, name, version } = await fresh(app)
    return {
      params: { brandKey },
      input: { name: `${name} again`, hostNames: [], theme: {} },
      headers: { 'if-match': `"${version}"` },
    }
  },
  'brands.removeBrand': toBrand,
  'brands.updateTheme': async ({ app }) => {
    const { brandKey, version } = await fresh(app)
    return {
      params: { brandKey },
      input: { textPrimary: '#000000' },
      headers: { 'if-match': `"${version}"` },
    }
  },
  'brands.uploadLogo': toUpload,
  'brands.uploadNavigationLogo': toUpload,
  'brands.uploadSplashBackground': toUpload,
  'brands.uploadAvatar': toUpload,
  'brands.getFile': async ({ app }) => {
    const { brandKey } = await fresh(app)
    const { body } = await uploadBrandFile(app, `${brandsPath}/${brandKey}/logo`)
    return { params: { brandKey, fileName: body.fileName } }
  },
  'brands.removeFile': async ({ app }) => {
    const { brandKey } = await fresh(app)
    const { body } = await uploadBrandFile(app, `${brandsPath}/${brandKey}/logo`)
    return { params: { brandKey, fileName: body.fileName } }
  },
  'brands.listHistory': toBrand,
  'brands.previewTheme': async () => ({ input: { theme: { textPrimary: '#000000' } } }),
  'brands.export': toBrand,
  'brands.import': async ({ app }) => {
    const { brandKey } = await fresh(app)
    const token = await app.token('admin')
    const exported = await fetch(`${app.origin}${brandsPath}/${brandKey}/export`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await call(app, `${brandsPath}/${brandKey}`, { method: 'DELETE', token })
    return { file: { name: 'brand.json', text: await exported.text() } }
  },
  'brandDefaults.getInstanceDefaults': async () => ({}),
  'brandDefaults.updateInstanceDefaults': async ({ app }) => {
    const { body } = await call<{ version: number }>(app, defaultsPath, { token: await app.token('admin') })
    return {
      input: { defaultBrandKey: 'default', theme: {} },
      headers: { 'if-match': `"${body.version}"` },
    }
  },
  'brandDefaults.uploadDefaultFile': async () => ({ input: { kind: 'Avatar' }, file }),
  'brandDefaults.removeDefaultFile': async ({ app }) => {
    const { body } = await uploadBrandFile(app, `${defaultsPath}/files?kind=Splash`)
    return { params: { fileName: body.fileName } }
  },
  'currentUser.getDefaultBrand': async () => ({}),
}
