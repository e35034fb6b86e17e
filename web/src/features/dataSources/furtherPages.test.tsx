// @vitest-environment happy-dom
import { combineSlices, configureStore } from '@reduxjs/toolkit'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { api } from '../../api/api.ts'
import type { DataSource } from './data/api.ts'
import { FileList } from './FileList.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
vi.mock('../../session/token.ts', () => ({
  currentToken: () => Promise.resolve('token'),
  regenerateToken: () => Promise.resolve(''),
}))

let unmount = () => {}
const asked: string[] = []

async function show(path: string, element: ReactNode, pages: (url: URL) => Response) {
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://localhost')
    if (!/dataSources?(\/[^/]+\/files)?$/i.test(url.pathname)) return Response.json({ items: [] })
    asked.push(url.searchParams.get('continuationToken') ?? 'first')
    return pages(url)
  })
  const store = configureStore({
    reducer: combineSlices(api),
    middleware: (defaults) => defaults().concat(api.middleware),
  })
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const root = createRoot(place)
  unmount = () => root.unmount()
  act(() =>
    root.render(
      <Provider store={store}>
        <MemoryRouter initialEntries={[path]}>
          <Routes>
            <Route path="/:dataSourceId" element={element} />
          </Routes>
        </MemoryRouter>
      </Provider>,
    ),
  )
  await settle()
  return place
}
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 60)))
const click = async (name: string) => {
  const button = [...document.querySelectorAll('button')].find((one) => one.textContent?.includes(name))!
  act(() => button.click())
  await settle()
}
const further = (url: URL) => url.searchParams.has('continuationToken')

afterEach(() => {
  act(() => unmount())
  vi.unstubAllGlobals()
})

it('a filter loads a further page once, and again only when the user asks for it', async () => {
  const library = { dataSourceId: 'd1', name: 'Coast', files: 2, filesReady: 1, filesFailed: 1 } as DataSource
  const file = { fileId: 'f1', originalFileName: 'a.pdf', state: 'Ready', size: 1, progress: 1 }
  const place = await show(
    '/d1',
    <FileList library={library} narrowing={{}} narrow={() => undefined} />,
    (url) =>
      further(url)
        ? new Response('', { status: 500 })
        : Response.json({ items: [file], continuationToken: 'further' }),
  )
  await click('Failed')
  expect(asked).toEqual(['first', 'further'])
  expect(place.querySelector('[role=alert]')).not.toBeNull()
  await click('Try again')
  expect(asked).toEqual(['first', 'further', 'further'])
})
