// @vitest-environment happy-dom
import { combineSlices, configureStore } from '@reduxjs/toolkit'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../api/api.ts'
import { chatActions, chatSlice } from '../chatModel/chatSlice.ts'
import { type ChatPageState, useChatPage } from './useChatPage.ts'
import { useBegun } from './useFollowAddress.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
vi.mock('../brandTheme/useApplyBrand.ts', () => ({ useApplyBrand: () => 'default' }))
vi.mock('../../session/token.ts', () => ({
  currentToken: () => Promise.resolve('token'),
  regenerateToken: () => Promise.resolve(''),
}))

function mount() {
  const store = configureStore({ reducer: combineSlices(chatSlice) })
  const stream = { active: false }
  let address = {
    conversationId: null as string | null,
    navigation: 'first',
  }
  const seen: (string | null)[] = []
  function Probe() {
    seen.push(useBegun(address, stream))
    return null
  }
  const root = createRoot(document.createElement('div'))
  const render = (changed: Partial<typeof address> = {}) => {
    address = { ...address, ...changed }
    act(() =>
      root.render(
        <Provider store={store}>
          <Probe />
        </Provider>,
      ),
    )
    return seen.at(-1)
  }
  const told = (conversationId: string) =>
    act(() => {
      stream.active = true
      store.dispatch(chatActions.conversationStarted())
      store.dispatch(
        chatActions.conversationAndSegmentId({
          id: 1,
          data: { conversationId, conversationSegmentId: 's' },
        } as never),
      )
    })
  const ended = () =>
    act(() => {
      stream.active = false
      store.dispatch(chatActions.conversationFinished())
    })
  return { render, told, ended, seen, store }
}

describe('the new conversation', () => {
  it('is the one started at the URL until the URL names it, even after its answer has ended', () => {
    const { render, told, ended, seen } = mount()
    expect(render()).toBeNull()
    told('c1')
    expect(seen.at(-1)).toBe('c1')
    ended()
    expect(render()).toBe('c1')
    expect(render({ conversationId: 'c1' })).toBeNull()
  })

  it('is cleared on navigation to an empty chat, without a single stale frame, though the URL is the same', () => {
    const { render, told, ended, seen } = mount()
    render()
    told('c1')
    ended()
    const before = seen.length
    expect(render({ navigation: 'another' })).toBeNull()
    expect(seen.slice(before)).not.toContain('c1')
  })

  it('is none if the URL named it and the agent’s own URL is opened again', () => {
    const { render, told, ended, seen } = mount()
    render()
    told('c1')
    ended()
    render({ conversationId: 'c1' })
    const before = seen.length
    expect(render({ conversationId: null, navigation: 'another' })).toBeNull()
    expect(seen.slice(before)).not.toContain('c1')
  })

  it('is none for a conversation that was open before', () => {
    const { render, store, seen } = mount()
    act(() => void store.dispatch(chatActions.conversationSwitched('c0')))
    expect(render()).toBeNull()
    expect(seen).not.toContain('c0')
  })
})

describe('a first question at a URL without an agent', () => {
  afterEach(() => vi.unstubAllGlobals())
  const conversationId = '11111111-1111-7111-8111-111111111111'
  const gptSystem = { gptSystemId: 'g1', name: 'Legal' }

  /** Records what each commit showed. The answer never ends during the test. */
  async function open({ goesTo = '' } = {}) {
    vi.stubGlobal('fetch', async (path: string, { method, signal }: RequestInit) => {
      const { pathname } = new URL(path, 'http://x')
      if (method === 'POST' && pathname.includes('/byGptSystemId/'))
        return new Response(
          new ReadableStream({
            start(stream) {
              const ids = { conversationId, conversationSegmentId: '22222222-2222-7222-8222-222222222222' }
              const told = `event: conversation-and-segment-id\nid: 1\ndata: ${JSON.stringify(ids)}\n\n`
              stream.enqueue(new TextEncoder().encode(told))
              signal?.addEventListener('abort', () => stream.error(signal.reason))
            },
          }),
        )
      if (pathname.endsWith('/currentUser/gptSystems'))
        return Response.json({ items: [{ ...gptSystem, brandKey: null }] })
      if (pathname.endsWith('/segments')) return Response.json({ items: [], tree: [] })
      if (pathname.endsWith(conversationId)) return new Promise<Response>(() => {})
      return Response.json({ items: [], gptSystem, deployments: [], ux: {}, extracts: false })
    })
    const store = configureStore({
      reducer: combineSlices(api, chatSlice),
      middleware: (defaults) => defaults().concat(api.middleware),
    })
    const commits: { agent: string | null; shown: string[]; conversationId: string | null }[] = []
    let page: ChatPageState | undefined
    function Probe() {
      page = useChatPage()
      const { agent, shown, address } = page
      commits.push({
        agent: agent.current?.name ?? null,
        shown: shown.map(({ question }) => question),
        conversationId: address.conversationId,
      })
      return null
    }
    history.replaceState(null, '', '/chat')
    const router = createBrowserRouter([{ path: '/chat/:entryGptSystemId?', element: <Probe /> }])
    const root = createRoot(document.createElement('div'))
    act(() =>
      root.render(
        <Provider store={store}>
          <RouterProvider router={router} />
        </Provider>,
      ),
    )
    const settled = (condition: () => boolean) =>
      vi.waitFor(async () => {
        await act(() => new Promise((resolve) => setTimeout(resolve, 10)))
        expect(condition()).toBe(true)
      })
    await settled(() => commits.at(-1)?.agent === 'Legal')
    const before = commits.length
    act(() => {
      void page?.stream.ask({
        gptSystemId: 'g1',
        conversationId: null,
        question: 'hello',
        parentSegmentId: null,
      })
    })
    // The next page still loads, so the chat is still shown.
    if (goesTo) history.pushState(null, '', goesTo)
    await settled(() => commits.at(-1)?.conversationId === conversationId)
    await settled(() => goesTo !== '' || router.state.location.search.includes(conversationId))
    return { router, commits, before, settled }
  }

  it('keeps its agent, and is shown by its ID, until the URL names both', async () => {
    const { commits, before } = await open()
    const since = commits.slice(before)
    expect(since.map(({ agent }) => agent)).not.toContain(null)
    expect(since.at(-1)).toMatchObject({ conversationId, shown: ['hello'] })
  })

  it('gets no address while the user is on the way to another page', async () => {
    await open({ goesTo: '/admin/brand' })
    expect(location.pathname + location.search).toBe('/admin/brand')
  })

  it('doesn’t appear in another empty chat, not even for one commit', async () => {
    const { router, commits, settled } = await open()
    const before = commits.length
    await act(() => router.navigate('/chat/g1'))
    await settled(() => commits.at(-1)?.conversationId === null)
    expect(
      commits.slice(before).filter((one) => one.conversationId === null && one.shown.length > 0),
    ).toEqual([])
  })
})
