import { configureStore } from '@reduxjs/toolkit'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../../api/api.ts'
import { type Call, fakeServer, json } from '../../../testing/fakeServer.ts'
import { brandsApi } from './api.ts'

vi.mock('../../../session/token.ts', () => ({
  currentToken: () => Promise.resolve('token'),
  regenerateToken: () => Promise.resolve(''),
}))

let calls: Call[] = []
let answer = (call: Call) => json(call.method === 'GET' ? { items: [], continuationToken: null } : {})
const createStore = () =>
  configureStore({ reducer: { api: api.reducer }, middleware: (all) => all().concat(api.middleware) })
type Store = ReturnType<typeof createStore>

/** Renders everything that shows brands. */
async function showAll(): Promise<Store> {
  const store = createStore()
  const { listBrands, getBrand, getBrandDefaults, listBrandHistory } = brandsApi.endpoints
  await Promise.all([
    store.dispatch(listBrands.initiate({ search: '', sort: 'name' })),
    store.dispatch(getBrand.initiate({ brandKey: 'a' })),
    store.dispatch(getBrand.initiate({ brandKey: 'b' })),
    store.dispatch(getBrandDefaults.initiate()),
    store.dispatch(listBrandHistory.initiate('a')),
  ])
  calls.length = 0
  return store
}

const shown = () =>
  calls
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path.replace('/api/internal/', '').replace(/\?.*/, ''))
    .sort()

beforeEach(() => {
  answer = (call) => json(call.method === 'GET' ? { items: [], continuationToken: null } : {})
  ;({ calls } = fakeServer((call) => answer(call)))
})

describe('[R-9-054] a write reloads what it has changed', () => {
  it.each([
    [
      'reloads a saved brand, its history, and the list',
      (store: Store) =>
        store.dispatch(
          brandsApi.endpoints.updateBrand.initiate({
            brandKey: 'a',
            version: 3,
            name: 'A',
            hostNames: [],
            theme: {},
          }),
        ),
      ['brands', 'brands/a', 'brands/a/history'],
    ],
    [
      'reloads the list after a brand is created or deleted',
      (store: Store) => store.dispatch(brandsApi.endpoints.removeBrand.initiate({ brandKey: 'c' })),
      ['brands'],
    ],
    [
      'reloads everything after the defaults change, because every brand can inherit them',
      (store: Store) =>
        store.dispatch(
          brandsApi.endpoints.updateBrandDefaults.initiate({ version: 1, defaultBrandKey: 'a', theme: {} }),
        ),
      ['brands', 'brands/a', 'brands/a/history', 'brands/b', 'instanceSettings/defaultBrandSettings'],
    ],
  ])('%s', async (_what, write, expected) => {
    await write(await showAll())
    await vi.waitFor(() => expect(shown()).toEqual(expected))
  })

  it('a rejected write changes nothing', async () => {
    const store = await showAll()
    answer = () => json({ code: 'request.stale', status: 412, title: 'Stale', requestId: 'r' }, 412)
    const { error } = await store.dispatch(
      brandsApi.endpoints.updateBrand.initiate({
        brandKey: 'a',
        version: 3,
        name: 'A',
        hostNames: [],
        theme: {},
      }),
    )
    expect(error).toMatchObject({ status: 412 })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(shown()).toEqual([])
  })
})

it('sends the version that it replaces', async () => {
  const store = createStore()
  await store.dispatch(
    brandsApi.endpoints.updateBrand.initiate({
      brandKey: 'a',
      version: 7,
      name: 'A',
      hostNames: [],
      theme: {},
    }),
  )
  const put = calls.find(({ method }) => method === 'PUT')
  expect(put?.headers['if-match']).toBe('"7"')
  expect(JSON.parse(put?.body ?? '')).toEqual({ name: 'A', hostNames: [], theme: {} })
})
