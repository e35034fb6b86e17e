// @vitest-environment happy-dom
import { client, limits } from '@parlance/contract/limits'
import { combineSlices, configureStore } from '@reduxjs/toolkit'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../../api/api.ts'
import { UNDO_MS } from '../../../ui/toast.tsx'
import { conversationsApi, type MessageHit } from '../../chatModel/api.ts'
import { chatActions, chatSlice } from '../../chatModel/chatSlice.ts'
import { ConversationList } from './ConversationList.tsx'
import { deletedConversations, endUndo, offerUndo, withDeleted } from './deletedConversations.ts'
import { besideTitles } from './useMessageHits.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
vi.mock('../../../session/token.ts', () => ({
  currentToken: () => Promise.resolve('token'),
  regenerateToken: () => Promise.resolve(''),
}))

const conversation = (conversationId: string, title = conversationId, archived = false) => ({
  conversationId,
  title,
  archived,
  temporary: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  lastActivityAt: '2026-11-20T10:00:00.000Z',
  gptSystem: { gptSystemId: 'g1', name: 'Agent' },
  selectedLeafSegmentId: null,
  agentAvailable: true,
  chosenDeployment: null,
})

const asked: string[] = []
const createStore = () =>
  configureStore({
    reducer: combineSlices(api, chatSlice),
    middleware: (defaults) => defaults().concat(api.middleware),
  })
let store = createStore()
let unmount = () => {}
const tick = (ms = 20) => new Promise((resolve) => setTimeout(resolve, ms))
/** Waits until this holds, however slow the machine is. */
const soon = (check: () => void) =>
  vi.waitFor(async () => {
    await act(() => tick())
    check()
  })

beforeEach(() => {
  asked.length = 0
  store = createStore()
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(String(input instanceof Request ? input.url : input), 'http://localhost')
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    asked.push(`${method} ${url.pathname.replace('/api/internal/userConversations', '')}${url.search}`)
    if (method === 'DELETE') return new Response(null, { status: 204 })
    if (method === 'PUT') return Response.json(conversation('c1'))
    return Response.json({ items: [], continuationToken: null })
  })
})
afterEach(() => {
  act(() => unmount())
  unmount = () => {}
})

/** Whatever is looked for is on the screen. */
class AllInView {
  private readonly seen: IntersectionObserverCallback
  constructor(seen: IntersectionObserverCallback) {
    this.seen = seen
  }
  observe() {
    setTimeout(() => this.seen([{ isIntersecting: true } as IntersectionObserverEntry], this as never))
  }
  disconnect() {}
}

/** Loads both lists as the screens do. */
async function openLists() {
  store.dispatch(conversationsApi.endpoints.listConversations.initiate({ search: '' }))
  store.dispatch(conversationsApi.endpoints.listArchivedConversations.initiate({ search: '' }))
  await tick()
  asked.length = 0
}
const lists = () => asked.filter((one) => one.startsWith('GET')).map((one) => one.split('?')[0])

type Change = 'removeConversation' | 'archiveConversation' | 'unArchiveConversation' | 'restoreConversation'
/** These endpoints take the same arguments and differ only in their types. */
const change = (endpoint: Change) =>
  store.dispatch(
    conversationsApi.endpoints[endpoint as 'archiveConversation'].initiate({ conversationId: 'c1' }),
  )

describe('changing a conversation', () => {
  it.each([
    ['deleting', 'removeConversation', true],
    ['archiving', 'archiveConversation', true],
    ['unarchiving', 'unArchiveConversation', false],
    ['restoring', 'restoreConversation', false],
  ] as const)('[R-4-074][R-4-075][R-4-076] %s reloads both lists', async (_name, endpoint, clears) => {
    await openLists()
    store.dispatch(chatActions.conversationSwitched('c1'))
    await change(endpoint)
    await tick()
    expect(lists().toSorted()).toEqual(['GET ', 'GET /archived'])
    expect(store.getState().chat.currentConversationId).toBe(clears ? null : 'c1')
  })

  it('that the server rejects changes nothing in the lists', async () => {
    await openLists()
    store.dispatch(chatActions.conversationSwitched('c1'))
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 404 }))
    await store.dispatch(conversationsApi.endpoints.removeConversation.initiate({ conversationId: 'c1' }))
    await tick()
    expect(store.getState().chat.currentConversationId).toBe('c1')
  })
})

describe('a deleted row', () => {
  it('stays in its position for ten seconds, in its own list', () => {
    vi.useFakeTimers()
    const gone = conversation('c2', 'Gone for now')
    offerUndo(gone)
    const { items } = deletedConversations.read()
    const ids = (of: { archived: boolean; search: string }) =>
      withDeleted([conversation('c1'), gone], items, of).map(({ conversationId }) => conversationId)
    expect(ids({ archived: false, search: '' })).toEqual(['c1', 'c2'])
    expect(ids({ archived: false, search: 'FOR now' })).toContain('c2')
    expect(withDeleted([], items, { archived: true, search: '' })).toEqual([])
    vi.advanceTimersByTime(UNDO_MS - 1)
    expect(deletedConversations.read().items).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(deletedConversations.read().items).toEqual([])
    vi.useRealTimers()
  })

  it('disappears once it is restored', () => {
    offerUndo(conversation('c3'))
    endUndo('c3')
    expect(deletedConversations.read().items).toEqual([])
  })
})

it('[R-9-012][R-9-015][R-9-016] uses the limits of the specification', () => {
  expect(limits.conversationTitle).toBe(50)
  expect(client).toMatchObject({ titleSearchDebounceMs: 300, conversationRefetchMs: 1000 })
})

/** The list with its search open. */
async function openSearch() {
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const root = createRoot(place)
  unmount = () => root.unmount()
  await act(async () => {
    root.render(
      <Provider store={store}>
        <MemoryRouter>
          <ConversationList />
        </MemoryRouter>
      </Provider>,
    )
    await tick()
  })
  act(() => place.querySelector<HTMLElement>('[aria-label="Search chats"]')!.click())
  const field = place.querySelector('input')!
  const write = (text: string) =>
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  return { place, write }
}

it('[R-5-008][R-5-009][R-5-010] sends the input as typed, as a literal search, after 300 ms', async () => {
  const { write } = await openSearch()
  asked.length = 0
  for (const text of ['5', '50', '50%_X']) write(text)
  const typed = performance.now()
  await act(() => tick(client.titleSearchDebounceMs - 80))
  // A busy machine can have been away for longer.
  if (performance.now() - typed < client.titleSearchDebounceMs) expect(asked).toEqual([])
  await soon(() => expect(asked).toHaveLength(2))
  const searches = asked.map((one) => new URL(one.replace('GET ', 'http://x/')).searchParams)
  expect(searches.flatMap((params) => params.get('search') ?? [])).toEqual(['50%_X'])
  expect(searches.flatMap((params) => params.get('q') ?? [])).toEqual(['50%_X'])
})

it('doesn’t repeat a message that is the title of a row above it', () => {
  const hit = (conversationId: string, title: string, excerpt: string, part = 'Question') =>
    ({ conversation: { conversationId, title }, part, excerpt }) as MessageHit
  const hits = [
    hit('c1', 'Harbour plans', 'Harbour plans'),
    hit('c1', 'Harbour plans', 'Harbour plans are ready', 'Answer'),
    hit('c1', 'Harbour plans', 'And the harbour plans of May?'),
    hit('c2', 'Harbour plans', 'Harbour plans'),
  ]
  expect(besideTitles(hits, [conversation('c1')])).toEqual(hits.slice(1))
})

it('says that no title matches above the messages that do', async () => {
  const lists = globalThis.fetch
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const url = new URL(String(input instanceof Request ? input.url : input), 'http://localhost')
    if (!url.pathname.endsWith('/search')) return lists(input)
    const hit = {
      conversationSegmentId: 's1',
      part: 'Answer',
      excerpt: 'A heron',
      marks: [],
      conversation: conversation('c1'),
    }
    return Response.json({ items: [hit], continuationToken: null })
  })
  const { place, write } = await openSearch()
  await write('heron')
  await act(() => tick(client.titleSearchDebounceMs + 120))
  expect(place.textContent).toMatch(/No chats match your search\..*In messages.*heron/)
})

describe('a search of messages that is answered with empty pages', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('goes on page by page, says so all the while, and ends', async () => {
    vi.stubGlobal('IntersectionObserver', AllInView)
    const lists = globalThis.fetch
    const answers: ((answer: Response) => void)[] = []
    const tokens: (string | null)[] = []
    vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
      const url = new URL(String(input instanceof Request ? input.url : input), 'http://localhost')
      if (!url.pathname.endsWith('/search')) return lists(input)
      tokens.push(url.searchParams.get('continuationToken'))
      return new Promise<Response>((resolve) => answers.push(resolve))
    })
    const { place, write } = await openSearch()
    await write('heron')
    for (const page of [1, 2, 3]) {
      await soon(() => expect(tokens).toHaveLength(page))
      await act(async () => {
        answers[page - 1]!(Response.json({ items: [], continuationToken: `after-${page}` }))
        await tick(60)
      })
      expect(place.textContent).toContain('Searching messages…')
    }
    await soon(() => expect(tokens).toEqual([null, 'after-1', 'after-2', 'after-3']))
    await act(async () => {
      answers[3]!(Response.json({ items: [], continuationToken: null }))
      await tick(60)
    })
    await soon(() => expect(place.textContent).not.toContain('Searching messages…'))
  })
})
