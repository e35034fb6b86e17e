// @vitest-environment happy-dom
import { errors } from '@parlance/contract/errors'
import { client } from '@parlance/contract/limits'
import { combineSlices, configureStore } from '@reduxjs/toolkit'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../api/api.ts'
import { until } from '../../testing/screen.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Conversation } from '../chatModel/api.ts'
import { chatActions, chatSlice } from '../chatModel/chatSlice.ts'
import type { Segment } from '../chatModel/segments.ts'
import { Composer } from '../composer/Composer.tsx'
import { AnswerActions } from '../thread/AnswerActions.tsx'
import { AnswerErrors } from '../thread/AnswerErrors.tsx'
import { edited, editQuestion } from '../thread/editing.ts'
import { QuestionEditor } from '../thread/QuestionEditor.tsx'
import type { TurnChat } from '../thread/useThread.ts'
import { ChatNavigation } from './ChatNavigation.tsx'
import { ConversationList } from './list/ConversationList.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
vi.mock('../../session/token.ts', () => ({
  currentToken: () => Promise.resolve('token'),
  regenerateToken: () => Promise.resolve(''),
}))

const createStore = () =>
  configureStore({
    reducer: combineSlices(api, chatSlice),
    middleware: (defaults) => defaults().concat(api.middleware),
  })
let unmount = () => {}

function show(element: ReactNode, store = createStore()) {
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const root = createRoot(place)
  unmount = () => root.unmount()
  const render = (next: ReactNode) =>
    act(() =>
      root.render(
        <Provider store={store}>
          <MemoryRouter>{next}</MemoryRouter>
        </Provider>,
      ),
    )
  render(element)
  return { place, store, render }
}

/** Waits as long as a busy machine takes. */
const untilTrue = (holds: () => unknown) => until(() => expect(Boolean(holds())).toBe(true))
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)))
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (one) => one.getAttribute('aria-label') === name || one.textContent?.includes(name),
  )!

/** Sets the value natively, because React listens to the event rather than the property. */
function type(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!
  act(() => {
    set!.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const press = (field: Element, key: string, init: KeyboardEventInit = {}) =>
  act(() =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })),
  )

/** Reports every observed element as visible immediately. */
class AllInView {
  private readonly seen: IntersectionObserverCallback
  constructor(seen: IntersectionObserverCallback) {
    this.seen = seen
  }
  observe(): void {
    this.seen([{ isIntersecting: true } as IntersectionObserverEntry], this as never)
  }
  disconnect(): void {}
}

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
})
afterEach(() => {
  act(() => unmount())
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('composer', () => {
  const onSend = vi.fn()
  const onStop = vi.fn()
  const composer = (draftOf = 'c1') => (
    <Composer
      draftOf={draftOf}
      agentName="Guide"
      first
      reconnecting={false}
      onSend={onSend}
      onStop={onStop}
    />
  )
  const field = () => document.querySelector('textarea')!
  beforeEach(() => {
    onSend.mockReset()
    onStop.mockReset()
  })

  it('sends the trimmed question once with Enter, then clears the field', () => {
    show(composer())
    type(field(), '  Why?\n')
    press(field(), 'Enter')
    press(field(), 'Enter')
    expect(onSend.mock.calls).toEqual([['Why?', { attachments: [], images: [] }]])
    expect(field().value).toBe('')
  })

  it('keeps a question and its files in the field while it is reviewed, until it is asked', () => {
    const review = vi.fn()
    const { store } = show(
      <Composer
        draftOf="c1"
        agentName="Guide"
        first
        reconnecting={false}
        onSend={onSend}
        review={review}
        onStop={onStop}
      />,
    )
    const files = () =>
      store.getState().chat.uploadedFiles.map((one: { attachmentId: string }) => one.attachmentId)
    const file = { attachmentId: 'f1', originalFileName: 'a.pdf', size: 1, place: 0, state: 'Ready' as const }
    act(() => void store.dispatch(chatActions.attachmentAdded({ ...file, draftOf: 'c1' } as never)))
    type(field(), 'Why?')
    press(field(), 'Enter')
    expect(review).toHaveBeenCalledExactlyOnceWith('Why?', expect.any(Function))
    expect([field().value, files()]).toEqual(['Why?', ['f1']])
    const send = review.mock.calls[0]?.[1] as (ask: () => boolean) => boolean
    act(() => expect(send(() => false)).toBe(false))
    expect([field().value, files()]).toEqual(['Why?', ['f1']])
    const ask = vi.fn(() => true)
    act(() => expect(send(ask)).toBe(true))
    expect(ask).toHaveBeenCalledExactlyOnceWith('Why?', {
      attachments: [expect.objectContaining({ attachmentId: 'f1' })],
      images: [],
    })
    expect([field().value, files()]).toEqual(['', []])
    expect(onSend).not.toHaveBeenCalled()
  })

  it('doesn’t send with Shift+Enter, during IME composition, or without a question', () => {
    show(composer())
    press(field(), 'Enter')
    type(field(), 'Why?')
    press(field(), 'Enter', { shiftKey: true })
    press(field(), 'Enter', { isComposing: true })
    expect(onSend).not.toHaveBeenCalled()
  })

  it('shows a stop button during an answer and doesn’t send then', () => {
    const { store } = show(composer())
    act(() => {
      store.dispatch(chatActions.questionStarted({ question: 'q', parentSegmentId: null, createdAt: 'now' }))
    })
    type(field(), 'next')
    press(field(), 'Enter')
    expect(onSend).not.toHaveBeenCalled()
    act(() => button('Stop').click())
    expect(onStop).toHaveBeenCalledOnce()
  })

  it('keeps a draft for each conversation', () => {
    const { render } = show(composer('c1'))
    type(field(), 'first')
    render(composer('c2'))
    expect(field().value).toBe('')
    type(field(), 'second')
    render(composer('c1'))
    expect(field().value).toBe('first')
  })

  /** Sends as the page does: from then on the chat state includes the question. */
  const sendWith = (store: ReturnType<typeof createStore>, question: string) => {
    onSend.mockImplementation((asked: string) =>
      store.dispatch(
        chatActions.questionStarted({ question: asked, parentSegmentId: null, createdAt: 'now' }),
      ),
    )
    type(field(), question)
    press(field(), 'Enter')
  }
  const stored = (conversationId: string) =>
    chatActions.conversationAndSegmentId({ id: 1, data: { conversationId, conversationSegmentId: 's1' } })
  const reload = (draftOf?: string) => {
    act(() => unmount())
    show(composer(draftOf))
  }

  it('restores a sent question after a reload until the server has given it an ID', () => {
    const { store } = show(composer())
    sendWith(store, 'Why?')
    type(field(), 'And then?')
    reload()
    expect(field().value).toBe('Why?\n\nAnd then?')
    reload()
    expect(field().value).toBe('Why?\n\nAnd then?')
  })

  it('doesn’t store a question that has an ID', () => {
    const { store } = show(composer())
    sendWith(store, 'Why?')
    act(() => void store.dispatch(stored('c1')))
    reload()
    expect(field().value).toBe('')
  })

  it('leaves a rejected question in the thread, and restores it as a draft after navigating away', () => {
    const { store, render } = show(composer())
    sendWith(store, 'Why?')
    act(() => void store.dispatch(chatActions.postFailed({ text: 'No', code: 'x', requestId: '' })))
    expect(field().value).toBe('')
    render(composer('c2'))
    act(() => void store.dispatch(chatActions.conversationSwitched('c2')))
    expect(field().value).toBe('')
    render(composer('c1'))
    expect(field().value).toBe('Why?')
  })

  it('moves text typed while a new conversation is answered to that conversation only', () => {
    sessionStorage.setItem('draft::c2', 'of the other')
    const { store, render } = show(composer('new:g1'))
    sendWith(store, 'Why?')
    type(field(), 'And then?')
    render(composer('c2'))
    expect(field().value).toBe('of the other')
    render(composer('new:g1'))
    expect(field().value).toBe('And then?')
    act(() => void store.dispatch(stored('c9')))
    render(composer('c9'))
    expect(field().value).toBe('And then?')
    render(composer('new:g1'))
    expect(field().value).toBe('')
  })

  it('moves text typed before the agent is known to that agent, after its existing draft', () => {
    sessionStorage.setItem('draft::new:g1', 'kept')
    sessionStorage.setItem('draft::c2', 'of the other')
    const { render } = show(composer('new:'))
    type(field(), 'typed')
    render(composer('new:g1'))
    expect(field().value).toBe('kept\n\ntyped')
    render(composer('new:'))
    type(field(), 'typed')
    render(composer('c2'))
    expect(field().value).toBe('of the other')
  })

  it('counts a question near its limit, and rejects one that is too long with a message', () => {
    const { place } = show(composer())
    type(field(), 'x'.repeat(28_000))
    expect(place.textContent).not.toContain('characters')
    type(field(), ` ${'x'.repeat(28_801)} `)
    expect(place.textContent).toContain('28,801 of 32,000 characters')
    type(field(), 'x'.repeat(32_001))
    press(field(), 'Enter')
    expect(onSend).not.toHaveBeenCalled()
    expect(place.querySelector('[role=alert]')?.textContent).toContain('32,000')
  })

  const setOnline = (online: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
    act(() => void dispatchEvent(new Event(online ? 'online' : 'offline')))
  }

  it('sends a question that was asked offline once the browser is back online', () => {
    setOnline(false)
    const { place } = show(composer())
    expect(place.textContent).toContain('You’re offline. Your draft is kept.')
    type(field(), 'Why?')
    press(field(), 'Enter')
    expect(onSend).not.toHaveBeenCalled()
    expect(place.textContent).toContain('Will send when you’re back online')
    expect(field().value).toBe('Why?')
    setOnline(true)
    expect(onSend).toHaveBeenCalledExactlyOnceWith('Why?', { attachments: [], images: [] })
    expect(field().value).toBe('')
    expect(place.textContent).not.toContain('back online')
  })

  it('leaves the focus where the user has moved it when a waiting question is sent', () => {
    setOnline(false)
    show(composer())
    type(field(), 'Why?')
    press(field(), 'Enter')
    expect(document.activeElement).toBe(field())
    const elsewhere = document.body.appendChild(document.createElement('input'))
    elsewhere.focus()
    setOnline(true)
    expect(onSend).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(elsewhere)
  })

  it('doesn’t send a waiting question that is edited, says so, and sends it when asked again', () => {
    setOnline(false)
    const { place } = show(composer())
    type(field(), 'Why?')
    press(field(), 'Enter')
    type(field(), 'Why not')
    const hint = () => place.querySelector('.send-hint')?.textContent
    expect(hint()).toBe('Sending canceled by your edit')
    // The text as it was doesn’t wait again.
    type(field(), 'Why?')
    setOnline(true)
    expect(onSend).not.toHaveBeenCalled()
    expect(field().value).toBe('Why?')
    expect(hint()).toBe('Sending canceled by your edit')
    press(field(), 'Enter')
    expect(onSend).toHaveBeenCalledExactlyOnceWith('Why?', { attachments: [], images: [] })
    expect(hint()).toBeUndefined()
    type(field(), 'And then?')
    expect(hint()).toBeUndefined()
  })

  it('sends a waiting question after an answer that was in progress when the browser came back online', () => {
    setOnline(false)
    const { place, store } = show(composer())
    type(field(), 'Why?')
    press(field(), 'Enter')
    act(() => {
      store.dispatch(chatActions.questionStarted({ question: 'q', parentSegmentId: null, createdAt: 'now' }))
    })
    setOnline(true)
    expect(onSend).not.toHaveBeenCalled()
    expect(place.textContent).toContain('Will send when the chat is ready')
    act(() => void store.dispatch(chatActions.conversationSwitched('c1')))
    expect(onSend).toHaveBeenCalledExactlyOnceWith('Why?', { attachments: [], images: [] })
  })

  it('keeps the focus on its button from Stop to Send', () => {
    const { store } = show(composer())
    act(() => {
      store.dispatch(chatActions.questionStarted({ question: 'q', parentSegmentId: null, createdAt: 'now' }))
    })
    const stop = button('Stop')
    stop.focus()
    act(() => stop.click())
    act(() => void store.dispatch(chatActions.aborted()))
    expect(document.activeElement).toBe(stop)
    act(() => stop.click())
    expect(onStop).toHaveBeenCalledOnce()
    act(() => void store.dispatch(chatActions.conversationSwitched('c1')))
    expect(document.activeElement).toBe(button('Send'))
  })

  it('sends nothing that was typed offline, or whose sending was canceled', () => {
    setOnline(false)
    show(composer())
    type(field(), 'Why?')
    setOnline(true)
    setOnline(false)
    press(field(), 'Enter')
    act(() => button('Cancel sending').click())
    setOnline(true)
    expect(onSend).not.toHaveBeenCalled()
    expect(field().value).toBe('Why?')
  })
})

describe('conversation list', () => {
  const asked: URL[] = []
  const serve = (answer: (url: URL) => Response) => {
    asked.length = 0
    vi.stubGlobal('fetch', async (path: string) => {
      const url = new URL(path, 'http://localhost')
      if (url.pathname.endsWith('/userConversations')) asked.push(url)
      return answer(url)
    })
  }
  const conversation = (conversationId: string, title: string): Conversation => ({
    conversationId,
    title,
    createdAt: new Date().toISOString(),
    lastActivityAt: new Date().toISOString(),
    archived: false,
    temporary: false,
    gptSystem: { gptSystemId: 'g1', name: 'Guide' },
    selectedLeafSegmentId: null,
    agentAvailable: true,
    chosenDeployment: null,
  })
  const page = (...items: Conversation[]) => Response.json({ items, continuationToken: null })

  it('shows the specified text if there are no chats', async () => {
    serve(() => page())
    const { place } = show(<ConversationList />)
    await untilTrue(() =>
      place.textContent?.includes("You don't have any chats. Start a new conversation to see it here."),
    )
  })

  it('[R-8-012] [R-8-013] shows the specified texts if either list can’t be loaded, and reloads it', async () => {
    let broken = true
    serve(() => (broken ? new Response('', { status: 500 }) : page(conversation('c1', 'Found'))))
    const { place } = show(<ConversationList />)
    const alert = () => place.querySelector('[role=alert]')?.textContent
    const tab = (name: string) =>
      [...place.querySelectorAll<HTMLElement>('[role=tab]')].find(({ textContent }) => textContent === name)!
    const says = (text: string) => until(() => expect(alert()).toContain(text))
    await says(
      'Something went wrong while loading your chat history. Please refresh or start a new conversation.',
    )
    broken = false
    act(() => button('Refresh').click())
    await untilTrue(() => place.querySelector('a')?.textContent === 'Found' && alert() === undefined)
    broken = true
    act(() => tab('Archived').click())
    await says('Something went wrong while loading archived chats. Please refresh or try again later.')
    serve(() => page())
    act(() => button('Refresh').click())
    await untilTrue(
      () => place.textContent?.includes("You haven't archived any chats.") && alert() === undefined,
    )
  })

  it('retries a further page that failed only when the user asks for it', async () => {
    vi.stubGlobal('IntersectionObserver', AllInView)
    let broken = true
    serve((url) => {
      if (!url.searchParams.has('continuationToken')) {
        return Response.json({ items: [conversation('c1', 'First')], continuationToken: 'further' })
      }
      return broken ? new Response('', { status: 500 }) : page(conversation('c2', 'Second'))
    })
    const { place } = show(<ConversationList />)
    await settle()
    await settle()
    await settle()
    expect(asked).toHaveLength(2)
    broken = false
    act(() => button('Try again').click())
    await settle()
    expect(place.querySelectorAll('a')).toHaveLength(2)
    expect(asked).toHaveLength(3)
    expect(place.querySelector('[role=alert]')).toBeNull()
  })

  it('searches on the server once typing pauses for 300 ms, and says if nothing matches', async () => {
    serve((url) =>
      url.searchParams.has('search') || url.searchParams.has('q') ? page() : page(conversation('c1', 'One')),
    )
    const { place } = show(<ConversationList />)
    await settle()
    act(() => button('Search chats').click())
    const field = place.querySelector('input')!
    for (const text of ['P', 'Pe', 'Pen']) type(field, text)
    const typed = performance.now()
    await act(() => new Promise((resolve) => setTimeout(resolve, client.titleSearchDebounceMs - 100)))
    // A busy machine can have been away for longer.
    if (performance.now() - typed < client.titleSearchDebounceMs)
      expect(asked.filter((url) => url.searchParams.has('search'))).toEqual([])
    await vi.waitFor(async () => {
      await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
      expect(place.textContent).toContain(
        'No chats match your search. Try a different title or start a new conversation.',
      )
    })
    expect(asked.flatMap((url) => url.searchParams.get('search') ?? [])).toEqual(['Pen'])
  })

  it('marks the current conversation and links to each by its URL', async () => {
    serve(() => page(conversation('c1', 'One'), conversation('c2', 'Two')))
    const store = createStore()
    store.dispatch(chatActions.conversationSwitched('c2'))
    const { place } = show(<ConversationList />, store)
    await settle()
    expect(place.querySelector('[aria-current=page]')?.textContent).toBe('Two')
    expect(place.querySelector('a')?.getAttribute('href')).toBe('/chat/g1?conversationId=c1')
  })

  it('rejects a new chat with the specified text if the user can use no agent', async () => {
    const error = vi.spyOn(toast, 'error').mockReturnValue('')
    serve(() => page())
    show(<ChatNavigation />)
    await settle()
    act(() => button('New Chat').click())
    await settle()
    expect(error).toHaveBeenCalledWith("You currently don't have access to any agents")
  })
})

describe('a failed answer', () => {
  const error = { text: errors['engine.key'][1], code: 'engine.key', requestId: 'r-7' }
  const segment = {
    conversationSegmentId: 's1',
    status: 'Failed',
    errors: [error],
    question: 'q',
    attachments: [{ attachmentId: 'f1', originalFileName: 'a.pdf' }],
    steps: [],
  } as unknown as Segment
  const page = (again: () => void) => ({ asking: { again }, own: {}, available: true }) as unknown as TurnChat

  it('shows the error with the request ID, and asks again', () => {
    const again = vi.fn()
    const { place } = show(<AnswerErrors segment={segment} page={page(again)} last />)
    expect(place.textContent).toContain(error.text)
    expect(place.textContent).toContain('r-7')
    act(() => button('Try again').click())
    expect(again).toHaveBeenCalledExactlyOnceWith(segment)
  })

  it('offers no retry for an earlier answer', () => {
    show(<AnswerErrors segment={segment} page={page(() => {})} last={false} />)
    expect(button('Try again')).toBeUndefined()
  })

  it('marks a stopped answer', () => {
    const { place } = show(
      <AnswerErrors segment={{ ...segment, status: 'Aborted', errors: [] }} page={page(() => {})} last />,
    )
    expect(place.textContent).toBe('Stopped')
  })
})

describe('an edited question', () => {
  const editor = () => document.querySelector('textarea')!

  it('stays open while another one is answered, and closes only once it is asked', () => {
    const onSend = vi.fn(() => false)
    const { store } = show(<QuestionEditor text="Why?" onSend={onSend} />)
    editQuestion('s1')
    act(() => {
      store.dispatch(chatActions.questionStarted({ question: 'q', parentSegmentId: null, createdAt: 'now' }))
    })
    type(editor(), 'Why not?')
    expect((button('Send') as HTMLButtonElement).disabled).toBe(true)
    press(editor(), 'Enter')
    expect(onSend).not.toHaveBeenCalled()
    act(() => void store.dispatch(chatActions.conversationFinished()))
    press(editor(), 'Enter')
    expect(onSend).toHaveBeenCalledExactlyOnceWith('Why not?')
    expect(edited.read().segmentId).toBe('s1')
    onSend.mockReturnValue(true)
    press(editor(), 'Enter')
    expect(edited.read().segmentId).toBeNull()
  })
})

it('an answer that has ended can be regenerated immediately, while the stored one still loads', () => {
  const ask = vi.fn()
  const store = createStore()
  store.dispatch(chatActions.questionStarted({ question: 'q', parentSegmentId: null, createdAt: 'now' }))
  const page = {
    asking: { again: ask },
    address: { conversationId: 'c1' },
    tree: [],
    details: {},
    available: true,
  } as unknown as TurnChat
  const segment = {
    conversationSegmentId: 's1',
    status: 'Completed',
    answer: 'a',
    question: 'q',
    createdAt: new Date().toISOString(),
    attachments: [],
  } as unknown as Segment
  show(<AnswerActions segment={segment} page={page} />, store)
  const regenerate = button('Regenerate') as HTMLButtonElement
  expect(regenerate.disabled).toBe(true)
  act(() => void store.dispatch(chatActions.noMoreData({ id: 2, data: { status: 'Completed' } as never })))
  expect(regenerate.disabled).toBe(false)
  act(() => regenerate.click())
  expect(ask).toHaveBeenCalledOnce()
})
