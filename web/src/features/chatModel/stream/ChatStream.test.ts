import { errors } from '@parlance/contract/errors'
import { combineSlices, configureStore } from '@reduxjs/toolkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../../api/api.ts'
import { visibleAnswer } from '../../thread/testing/visibleAnswer.ts'
import { conversationsApi } from '../api.ts'
import { chatSlice } from '../chatSlice.ts'
import { ChatStream } from './ChatStream.ts'

vi.mock('../../../session/token.ts', () => ({
  currentToken: () => Promise.resolve('token'),
  regenerateToken: () => Promise.resolve(''),
}))

const conversationId = '11111111-1111-7111-8111-111111111111'
const conversationSegmentId = '22222222-2222-7222-8222-222222222222'
const ids = { conversationId, conversationSegmentId }
const frame = (id: number, event: string, data: unknown) =>
  `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`
const first = frame(1, 'conversation-and-segment-id', ids)
const text = (id: number, words: string) => frame(id, 'response-updated', { text: words })
const end = (id: number, status: string) => frame(id, 'no-more-data', { status })

interface Call {
  method: string
  path: string
  headers: Headers
  body: unknown
  signal: AbortSignal
}
let calls: Call[] = []
type Handler = (call: Call) => Response | Promise<Response>
const stored = { items: [], tree: [] }

/** Stubs the browser's fetch with these responses. Streams end with their signal, as in a browser. */
function serve(routes: Record<string, Handler>) {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const call: Call = {
      method: init.method!,
      path,
      headers: new Headers(init.headers),
      body: init.body ? JSON.parse(String(init.body)) : undefined,
      signal: init.signal!,
    }
    calls.push(call)
    const route = Object.keys(routes).find((key) => `${call.method} ${path}`.endsWith(key))
    return route ? routes[route]!(call) : Response.json(stored)
  })
}
const open = (call: Call, ...frames: string[]) =>
  new Response(
    new ReadableStream({
      start(body) {
        for (const chunk of frames) body.enqueue(new TextEncoder().encode(chunk))
        call.signal.addEventListener('abort', () => body.error(call.signal.reason))
      },
    }),
  )
const whole = (...frames: string[]) => new Response(frames.join(''))

function chat() {
  const store = configureStore({
    reducer: combineSlices(api, chatSlice),
    middleware: (defaults) => defaults().concat(api.middleware),
  })
  const state = () => store.getState().chat
  return { store, state, stream: new ChatStream(store.dispatch, state) }
}
const question = { gptSystemId: 'g1', conversationId: null, question: 'Why?', parentSegmentId: null }
const posts = () => calls.filter((call) => call.path.includes('/byGptSystemId/'))
const until = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), { interval: 5 })

beforeEach(() => {
  calls = []
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('asking', () => {
  it('reloads a new conversation’s title after the first answer, because a model writes it then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let written = 'Why?'
    serve({
      'POST /api/internal/userConversations/byGptSystemId/g1': () =>
        whole(first, text(2, 'a'), end(3, 'Completed')),
      [`GET /api/internal/userConversations/${conversationId}`]: () => Response.json({ title: written }),
    })
    const { store, stream } = chat()
    const watched = store.dispatch(conversationsApi.endpoints.getConversation.initiate({ conversationId }))
    const title = () =>
      conversationsApi.endpoints.getConversation.select({ conversationId })(store.getState()).data?.title
    await watched
    await vi.advanceTimersByTimeAsync(0)
    const asked = stream.ask(question)
    await vi.advanceTimersByTimeAsync(500)
    await asked
    await vi.advanceTimersByTimeAsync(3000)
    expect(title()).toBe('Why?')
    written = 'A better title'
    await vi.advanceTimersByTimeAsync(4000)
    expect(title()).toBe('A better title')
  })

  it('posts once with a key, receives the answer, then reads the stored one', async () => {
    serve({ '/byGptSystemId/g1': () => whole(first, text(2, 'Because.'), end(3, 'Completed')) })
    const { stream, state } = chat()
    await stream.ask(question)
    expect(posts()).toHaveLength(1)
    expect(posts()[0]!.body).toEqual({ question: 'Why?' })
    expect(posts()[0]!.headers.get('idempotency-key')).toMatch(/.{8,}/)
    expect(calls.at(-1)!.path).toContain(`/${conversationId}/segments`)
    expect(state()).toMatchObject({
      requestStatus: 'Fulfilled',
      userConversationIsActive: false,
      streamConversationSegment: null,
      currentConversationId: conversationId,
    })
  })

  it('reads again if a read that started before the question is still running', async () => {
    const segment = { ...ids, parentSegmentId: null, question: 'Why?', status: 'Completed' }
    const answers = [stored, { items: [segment], tree: [] }]
    let goOn = () => {}
    const slow = new Promise<void>((resolve) => {
      goOn = resolve
    })
    serve({
      '/byGptSystemId/g1': () => whole(first, end(2, 'Completed')),
      [`GET /api/internal/userConversations/${conversationId}/segments`]: async () => {
        const answer = answers.shift()
        if (answer === stored) await slow
        return Response.json(answer)
      },
    })
    const { store, stream, state } = chat()
    const { listSegments } = conversationsApi.endpoints
    const before = store.dispatch(listSegments.initiate({ conversationId }))
    const asked = stream.ask(question)
    await until(() => state().requestStatus === 'Fulfilled')
    expect(state().streamConversationSegment).not.toBeNull()
    goOn()
    await Promise.all([before, asked])
    expect(listSegments.select({ conversationId })(store.getState()).data?.items).toEqual([segment])
    expect(state().streamConversationSegment).toBeNull()
  })

  it('reuses the key when the same intent is sent again, and creates a new one for the next', async () => {
    let tries = 0
    serve({
      '/byGptSystemId/g1': () => {
        tries++
        if (tries === 1) throw new TypeError('network')
        if (tries === 2)
          return Response.json({ code: 'server.failed', title: 'Broken.', requestId: 'r' }, { status: 400 })
        return whole(first, end(2, 'Completed'))
      },
    })
    const { stream, state } = chat()
    await stream.ask(question)
    expect(state().requestStatus).toBe('Rejected')
    await stream.tryAgain()
    expect(state().requestStatus).toBe('Fulfilled')
    await stream.ask(question)
    const keys = posts().map((call) => call.headers.get('idempotency-key'))
    expect(keys).toHaveLength(4)
    expect(new Set(keys.slice(0, 3)).size).toBe(1)
    expect(keys[3]).not.toBe(keys[0])
  })

  it('shows an error after the question and keeps the question', async () => {
    const problem = { code: 'conversation.tooManyRuns', title: 'Too many answers.', requestId: 'r9' }
    serve({ '/byGptSystemId/g1': () => Response.json(problem, { status: 429 }) })
    const { stream, state } = chat()
    await stream.ask(question)
    const segment = state().streamConversationSegment!
    expect(segment).toMatchObject({ question: 'Why?', status: 'Failed' })
    expect(visibleAnswer(segment)).toBe(errors['conversation.tooManyRuns'][1])
  })
})

describe('a question right after an answer', () => {
  it('stays below that answer, even if the stored one isn’t loaded yet', async () => {
    const asked = { ...ids, parentSegmentId: null, question: 'Why?', answer: '', status: 'Pending' }
    let reads = 0
    serve({
      '/byGptSystemId/g1': () => whole(first, text(2, 'Because.'), end(3, 'Completed')),
      // During the answer, a new conversation's segment is read once, in its current state.
      '/segments': () =>
        ++reads === 1 ? Response.json({ items: [asked], tree: [] }) : new Promise<Response>(() => {}),
    })
    const { store, stream, state } = chat()
    const read = conversationsApi.endpoints.listSegments
    await store.dispatch(read.initiate({ conversationId }))
    void stream.ask(question)
    await until(() => state().streamConversationSegment?.status === 'Completed')
    void stream.ask({
      ...question,
      conversationId,
      question: 'And?',
      parentSegmentId: conversationSegmentId,
    })
    expect(read.select({ conversationId })(store.getState()).data).toMatchObject({
      items: [{ conversationSegmentId, answer: 'Because.', status: 'Completed' }],
      tree: [{ conversationSegmentId, parentSegmentId: null, status: 'Completed' }],
    })
    stream.leave()
  })
})

describe('ending', () => {
  it('[R-4-077] abort cancels the request, stops the answer on the server and keeps the text received', async () => {
    let stopped = false
    serve({
      '/byGptSystemId/g1': (call) => open(call, first, text(2, 'Half')),
      '/abort': () => {
        stopped = true
        return new Response(null, { status: 204 })
      },
      '/stream': async (call) => {
        expect(call.headers.get('last-event-id')).toBe('2')
        await until(() => stopped)
        return whole(end(3, 'Aborted'))
      },
      // The stored answer can't be read, so the streamed one stays.
      '/segments': () => Response.json({ title: 'x' }, { status: 404 }),
    })
    const { stream, state } = chat()
    const asking = stream.ask(question)
    await until(() => state().streamConversationSegment?.answer === 'Half')
    const stopping = stream.stop()
    expect(state().streamAborted).toBe(true)
    expect(posts()[0]!.signal.aborted).toBe(true)
    await Promise.all([asking, stopping])
    expect(
      calls.some((call) => call.method === 'POST' && call.path.endsWith(`${conversationSegmentId}/abort`)),
    ).toBe(true)
    expect(state().streamConversationSegment).toMatchObject({ answer: 'Half', status: 'Aborted' })
  })

  it('stops an answer whose ID wasn’t known at the time of the request', async () => {
    let answer: (response: Response) => void = () => {}
    serve({
      '/byGptSystemId/g1': () => new Promise<Response>((resolve) => (answer = resolve)),
      '/abort': () => new Response(null, { status: 204 }),
      '/stream': () => whole(end(2, 'Aborted')),
    })
    const { stream, state } = chat()
    const asking = stream.ask(question)
    await until(() => posts().length === 1)
    await stream.stop()
    expect(calls.some((call) => call.path.endsWith('/abort'))).toBe(false)
    answer(open(posts()[0]!, first))
    await asking
    await until(() => calls.some((call) => call.path.endsWith('/abort')))
    await until(() => state().requestStatus === 'Fulfilled')
  })

  it('doesn’t stop an answer that has ended, even if the stored one is still loading', async () => {
    let answer: (response: Response) => void = () => {}
    serve({
      '/byGptSystemId/g1': () => whole(first, text(2, 'All of it'), end(3, 'Completed')),
      '/segments': () => new Promise<Response>((resolve) => (answer = resolve)),
    })
    const { stream, state } = chat()
    const asking = stream.ask(question)
    await until(() => calls.at(-1)!.path.endsWith('/segments'))
    await stream.stop()
    expect(state()).toMatchObject({
      streamAborted: false,
      streamConversationSegment: { status: 'Completed' },
    })
    expect(calls.some((call) => /\/(abort|stream)$/.test(call.path))).toBe(false)
    answer(Response.json(stored))
    await asking
    expect(state().streamConversationSegment).toBeNull()
  })

  it('leaving ends this page’s request but doesn’t stop the answer', async () => {
    serve({ '/byGptSystemId/g1': (call) => open(call, first, text(2, 'Half')) })
    const { stream, state } = chat()
    const asking = stream.ask(question)
    await until(() => state().streamConversationSegment?.answer === 'Half')
    stream.leave()
    await asking
    expect(posts()[0]!.signal.aborted).toBe(true)
    expect(calls.some((call) => call.path.endsWith('/abort'))).toBe(false)
  })

  it('follows an answer again if it continues after the stream ended', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let connections = 0
    const pending = { ...ids, parentSegmentId: null, question: 'Why?', status: 'Pending', attachments: [] }
    serve({
      '/byGptSystemId/g1': () => whole(first, text(2, 'Half')),
      '/stream': () =>
        ++connections <= 3 ? whole() : whole(first, text(2, 'Half and half'), end(3, 'Completed')),
      '/segments': () =>
        connections <= 3
          ? Response.json({ items: [pending], tree: [] })
          : Response.json({ title: 'x' }, { status: 404 }),
    })
    const { stream, state } = chat()
    const asked = stream.ask(question)
    await vi.advanceTimersByTimeAsync(10_000)
    await asked
    expect(state().streamConversationSegment).toMatchObject({ answer: 'Half and half', status: 'Completed' })
  })

  it('finds a running answer and follows it from its first event', async () => {
    serve({
      '/stream': (call) => {
        expect(call.headers.get('last-event-id')).toBe('0')
        return whole(first, text(2, 'All of it'), end(3, 'Completed'))
      },
      '/segments': () => Response.json({ title: 'x' }, { status: 404 }),
    })
    const { stream, state } = chat()
    await stream.reopen(conversationId, {
      ...ids,
      parentSegmentId: null,
      question: 'Why?',
      createdAt: '2026-11-21T10:00:00Z',
    } as never)
    expect(state().streamConversationSegment).toMatchObject({ answer: 'All of it', status: 'Completed' })
  })
})
