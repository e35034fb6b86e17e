import { configureStore } from '@reduxjs/toolkit'
import { createApi } from '@reduxjs/toolkit/query'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../testing/fakeServer.ts'
import { baseQuery } from './baseQuery.ts'

vi.mock('../session/token.ts', () => ({
  currentToken: async () => 'token',
  regenerateToken: async () => undefined,
}))

const api = createApi({
  baseQuery,
  endpoints: (build) => ({
    read: build.query<unknown, void>({ query: () => ({ method: 'GET', path: '/api/read' }) }),
  }),
})

// Its first import logs that there is no storage.
await import('../session/signedInCalls.ts')

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('an aborted call is rejected as aborted and logs nothing', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { calls } = fakeServer(() => new Promise<Response>(() => undefined))
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  })
  const reading = store.dispatch(api.endpoints.read.initiate())
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  reading.abort()
  expect((await reading).error).toMatchObject({ name: 'AbortError' })
  // The call itself ends after the abort.
  await new Promise((resolve) => setTimeout(resolve))
  expect(log).not.toHaveBeenCalled()
})
