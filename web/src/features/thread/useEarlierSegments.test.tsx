// @vitest-environment happy-dom
import { combineSlices, configureStore } from '@reduxjs/toolkit'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { afterEach, expect, it, vi } from 'vitest'
import { api } from '../../api/api.ts'
import type { Segment, Segments } from '../chatModel/segments.ts'
import { useEarlierSegments } from './useEarlierSegments.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
vi.mock('../../session/token.ts', () => ({
  currentToken: () => Promise.resolve('token'),
  regenerateToken: () => Promise.resolve(''),
}))
afterEach(() => vi.unstubAllGlobals())

/** The number of segments that the server returns for a branch, fewer here than in reality. */
const OPENED = 40
const segmentOf = (id: string, parentSegmentId: string | null) =>
  ({ conversationSegmentId: id, parentSegmentId, status: 'Completed' }) as Segment

/** A branch of turns a1 … aN. `turn` gives it a different ending, of turns b, below turn `turn`. */
function branch(length: number, turn = length): Segment[] {
  const ids = Array.from({ length }, (_, index) => `${index < turn ? 'a' : 'b'}${index + 1}`)
  return ids.map((id, index) => segmentOf(id, ids[index - 1] ?? null))
}
const idsOf = (segments: readonly { conversationSegmentId: string | null }[]) =>
  segments.map((one) => one.conversationSegmentId)

function mount(first: Segment[], all: Segment[]) {
  const asked: string[][] = []
  vi.stubGlobal('fetch', async (path: string) => {
    const ids = new URL(path, 'http://x').searchParams.get('ids')!.split(',')
    asked.push(ids)
    return Response.json({ items: all.filter((one) => ids.includes(one.conversationSegmentId)), tree: [] })
  })
  const store = configureStore({
    reducer: combineSlices(api),
    middleware: (defaults) => defaults().concat(api.middleware),
  })
  const tree = all as unknown as Segments['tree']
  let earlier: ReturnType<typeof useEarlierSegments>
  function Probe({ shown }: { shown: Segment[] }) {
    earlier = useEarlierSegments('c', shown, tree)
    return null
  }
  const root = createRoot(document.createElement('div'))
  const render = (shown: Segment[]) =>
    act(() =>
      root.render(
        <Provider store={store}>
          <Probe shown={shown} />
        </Provider>,
      ),
    )
  render(first)
  return {
    render,
    asked,
    ids: () => idsOf(earlier.turns),
    async showAll() {
      for (let more = true; more; ) {
        await act(async () => {
          more = earlier.show()
          await new Promise((resolve) => setTimeout(resolve, 10))
        })
      }
    },
  }
}

it('loads the segments that the server left out, in order', async () => {
  const all = branch(70)
  const { ids, showAll, asked } = mount(all.slice(-OPENED), all)
  expect(ids()).toEqual(idsOf(all.slice(-10)))
  await showAll()
  expect(ids()).toEqual(idsOf(all))
  expect(asked.map((one) => one.length)).toEqual([20, 10])
})

it('keeps a turn that a new question pushes out of the server’s response', async () => {
  const all = branch(71)
  const { ids, showAll, render } = mount(all.slice(-OPENED - 1, -1), all)
  await showAll()
  render(all.slice(-OPENED))
  // One more at the end, so the number of rendered turns stays the same.
  expect(ids()).toEqual(idsOf(all.slice(-ids().length)))
  await showAll()
  expect(ids()).toEqual(idsOf(all))
})

it('includes only the turns of the selected version', async () => {
  const [all, other] = [branch(70), branch(60, 5)]
  const { ids, showAll, render } = mount(all.slice(-OPENED), [...all, ...other.slice(5)])
  await showAll()
  render(other.slice(-OPENED))
  expect(ids()).toEqual(idsOf(other.slice(-OPENED)))
  await showAll()
  expect(ids()).toEqual(idsOf(other))
  render(all.slice(-OPENED))
  expect(ids()).toEqual(idsOf(all))
})
