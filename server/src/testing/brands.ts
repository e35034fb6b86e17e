import { randomUUID } from 'node:crypto'
import type { Brand } from '../features/brands/brand.ts'
import type { TestApplication } from './application.ts'
import { call, type JsonAnswer } from './client.ts'

export const brandsPath = '/api/internal/brands'
export const defaultsPath = '/api/internal/instanceSettings/defaultBrandSettings'
export type CreatedBrand = Brand

/** Creates a brand as the administrator. Without a key, it gets a unique one. */
export async function createBrand(
  app: TestApplication,
  input: Record<string, unknown> & { brandKey?: string } = {},
): Promise<JsonAnswer<CreatedBrand>> {
  const brandKey = input.brandKey ?? `b-${randomUUID().slice(0, 8)}`
  return call<CreatedBrand>(app, brandsPath, {
    token: await app.token('admin'),
    body: { name: `Brand ${brandKey}`, ...input, brandKey },
  })
}

/** An SVG drawing in one color. */
export const drawing = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40" fill="${color}"/></svg>`

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
