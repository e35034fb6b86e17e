import { combineSlices, configureStore } from '@reduxjs/toolkit'
import { beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../api/api.ts'
import { fakeReplies, json } from '../../testing/fakeServer.ts'
import { type Conversation, conversationsApi } from './api.ts'
import { chatSlice } from './chatSlice.ts'

vi.mock('../../session/token.ts', () => ({
  currentToken: () => Promise.resolve('token'),
  regenerateToken: () => Promise.resolve(''),
}))

/** The server's conversations, most recently active first, two on a page. */
let rows: Conversation[] = []
const conversation = (conversationId: string, minute: number, archived = false) =>
  ({
    conversationId,
    title: conversationId,
    archived,
    lastActivityAt: `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`,
  }) as Conversation
const sorted = () => rows.toSorted((a, b) => (a.lastActivityAt < b.lastActivityAt ? 1 : -1))

const createStore = () =>
  configureStore({
    reducer: combineSlices(api, chatSlice),
    middleware: (defaults) => defaults().concat(api.middleware),
  })
let store = createStore()
let calls: { method: string; path: string }[] = []
const { endpoints } = conversationsApi
const list = () => store.dispatch(endpoints.listConversations.initiate({ search: '' }))
const shown = () =>
  endpoints.listConversations
    .select({ search: '' })(store.getState())
    .data?.pages.map(({ items }) => items.map(({ title }) => title).join(' '))
const lists = () => calls.filter(({ path }) => path.includes('userConversations?'))

beforeEach(async () => {
  store = createStore()
  rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id, at) => conversation(id, 50 - at))
  calls = fakeReplies({
    '/userConversations': ({ path }) => {
      const token = new URL(path, 'http://localhost').searchParams.get('continuationToken')
      const all = sorted().filter(({ archived }) => !archived)
      const from = token ? all.findIndex(({ lastActivityAt }) => lastActivityAt < token) : 0
      const items = from < 0 ? [] : all.slice(from, from + 2)
      const more = from + 2 < all.length
      return json({ items, continuationToken: more ? items.at(-1)!.lastActivityAt : null })
    },
    'PUT /userConversations/e/updateTitle': () =>
      json({ ...rows.find((one) => one.title === 'e'), title: 'E!' }),
    'DELETE /userConversations/e': () => new Response(null, { status: 204 }),
    'PUT /userConversations/e/restore': () => json(rows[4]),
  }).calls
  const first = list()
  await first
  for (const _ of [1, 2])
    await store.dispatch(endpoints.listConversations.initiate({ search: '' }, { direction: 'forward' }))
  expect(shown()).toEqual(['a b', 'c d', 'e f'])
  calls.length = 0
})

const changed = async () => {
  store.dispatch(api.util.invalidateTags(['Conversations']))
  await vi.waitFor(() => expect(lists()).not.toHaveLength(0))
  await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()))
}

it('reads only the first page again, and moves what became active there', async () => {
  rows[4] = conversation('e', 59)
  await changed()
  expect(shown()).toEqual(['e a', 'b c d', 'f'])
  expect(lists()).toHaveLength(1)
})

it('drops what is gone from the first page, and reads the next page where the list ends', async () => {
  rows.splice(0, 1)
  await changed()
  expect(shown()?.join(' ')).toBe('b c d e f')
  await store.dispatch(endpoints.listConversations.initiate({ search: '' }, { direction: 'forward' }))
  expect(shown()?.join(' ')).toBe('b c d e f g')
  expect(lists()).toHaveLength(2)
})

it('shows what this page changed on a page that is not read again', async () => {
  await store.dispatch(endpoints.renameConversation.initiate({ conversationId: 'e', title: 'E!' }))
  await vi.waitFor(() => expect(shown()).toEqual(['a b', 'c d', 'E! f']))
  await store.dispatch(endpoints.removeConversation.initiate({ conversationId: 'e' }))
  await vi.waitFor(() => expect(shown()).toEqual(['a b', 'c d', 'f']))
  await store.dispatch(endpoints.restoreConversation.initiate({ conversationId: 'e' }))
  await vi.waitFor(() => expect(shown()).toEqual(['a b', 'c d', 'e f']))
  expect(lists().length).toBeLessThanOrEqual(3)
})
