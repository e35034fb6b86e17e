// @vitest-environment happy-dom
import { combineSlices, configureStore } from '@reduxjs/toolkit'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { afterEach, expect, it, vi } from 'vitest'
import { api } from '../../../api/api.ts'
import type { GraphArgs } from '../data/api.ts'
import { useGraph } from './useGraph.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
vi.mock('../../../session/token.ts', () => ({
  currentToken: () => Promise.resolve('token'),
  regenerateToken: () => Promise.resolve(''),
}))

let unmount = () => {}
let shown: ReturnType<typeof useGraph>
/** Answers for expanded entities wait for it. */
let expansion = Promise.resolve()

const entities = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    entityId: `${from + at}`,
    kind: 'Name',
    name: `Name ${from + at}`,
    passages: 1,
  }))

function Shown({ of }: { of: GraphArgs }) {
  shown = useGraph(of)
  return null
}

/** A graph of 300 entities, in pages of 100. Each one is connected with entity 1000. */
function open() {
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address, 'http://localhost')
    const [entityId, from] = [
      searchParams.get('entityId'),
      Number(searchParams.get('continuationToken') ?? 0),
    ]
    if (entityId) await expansion
    return Response.json({
      state: 'Ready',
      waitingFiles: 0,
      modelFiles: 0,
      entities: entityId ? [...entities(Number(entityId), 1), ...entities(1000, 1)] : entities(from, 100),
      relations: [],
      continuationToken: entityId || from === 200 ? null : `${from + 100}`,
    })
  })
  const store = configureStore({
    reducer: combineSlices(api),
    middleware: (defaults) => defaults().concat(api.middleware),
  })
  const root = createRoot(document.createElement('div'))
  unmount = () => root.unmount()
  return async (q: string) => {
    act(() =>
      root.render(
        <Provider store={store}>
          <Shown of={{ dataSourceId: 'd1', q, kind: undefined }} />
        </Provider>,
      ),
    )
    await settle()
  }
}
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 60)))
const has = (id: string) => shown.graph.entities.some(({ entityId }) => entityId === id)

afterEach(() => {
  act(() => unmount())
  vi.unstubAllGlobals()
})

it('a graph that shows all it can says so, is expanded instead of further pages, and starts over with the first', async () => {
  await open()('')
  expect([shown.graph.entities.length, shown.graph.isFull, shown.startOver]).toEqual([100, false, null])
  act(() => shown.more?.())
  await settle()
  expect([shown.graph.entities.length, shown.graph.isFull, shown.more]).toEqual([200, true, null])
  await act(() => shown.expand({ entityId: '7' }))
  expect([shown.graph.entities.length, has('1000'), has('199')]).toEqual([200, true, false])
  act(() => shown.startOver?.())
  expect([shown.graph.entities.length, shown.graph.isFull, shown.startOver]).toEqual([100, false, null])
  await act(() => shown.expand({ entityId: '7' }))
  expect([shown.graph.entities.length, has('1000')]).toEqual([101, true])
})

it('a late answer isn’t added to another search', async () => {
  const search = open()
  await search('one')
  let answer = () => {}
  expansion = new Promise((resolve) => {
    answer = resolve
  })
  let expanding = Promise.resolve()
  act(() => {
    expanding = shown.expand({ entityId: '7' })
  })
  await search('two')
  answer()
  await act(() => expanding)
  expect(shown.expanded.has('7')).toBe(false)
})
