import { expect, it, vi } from 'vitest'
import { fakeStorage } from '../../testing/fakeStorage.ts'

vi.stubGlobal('sessionStorage', fakeStorage())
vi.stubGlobal('localStorage', fakeStorage())
const { setAuth } = await import('../../session/auth.ts')
const { createStore } = await import('../../app/store.ts')
const { brandsApi } = await import('./data/api.ts')

/** Responds to everything and records the requests. */
function fakeServer(): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
    asked.push(`${method} ${url.split('?')[0]}`)
    const body =
      method === 'DELETE' ? null : JSON.stringify({ items: [], continuationToken: null, version: 1 })
    return new Response(body, { status: body ? 200 : 204 })
  })
  return asked
}

it('[R-9-054] a write reloads what it has changed, and nothing else', async () => {
  const asked = fakeServer()
  setAuth({ n1aiToken: 'token' })
  const store = createStore()
  const base = '/api/internal/brands'
  const { listBrands, getBrand, createBrand, updateBrand, removeBrand } = brandsApi.endpoints
  await store.dispatch(listBrands.initiate({ search: '', sort: 'name' }))
  await store.dispatch(getBrand.initiate({ brandKey: 'acme' }))
  await store.dispatch(getBrand.initiate({ brandKey: 'other' }))
  const reads = (path: string) => asked.filter((one) => one === `GET ${path}`).length
  expect([reads(base), reads(`${base}/acme`), reads(`${base}/other`)]).toEqual([1, 1, 1])

  await store.dispatch(createBrand.initiate({ key: 'k', brandKey: 'new', name: 'New' }))
  await vi.waitFor(() => expect(reads(base)).toBe(2))
  await store.dispatch(
    updateBrand.initiate({ brandKey: 'acme', version: 1, name: 'Acme', hostNames: [], theme: {} }),
  )
  await vi.waitFor(() => expect([reads(base), reads(`${base}/acme`)]).toEqual([3, 2]))
  await store.dispatch(removeBrand.initiate({ brandKey: 'gone' }))
  await vi.waitFor(() => expect(reads(base)).toBe(4))
  expect(reads(`${base}/other`)).toBe(1)
})
