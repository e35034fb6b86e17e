import { configureStore } from '@reduxjs/toolkit'
import { beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../../api/api.ts'
import { fakeStorage } from '../../../testing/fakeStorage.ts'

vi.stubGlobal('sessionStorage', fakeStorage())
vi.stubGlobal('localStorage', fakeStorage())
vi.mock('../../../session/token.ts', () => ({
  currentToken: () => Promise.resolve('token'),
  regenerateToken: () => Promise.resolve(''),
}))
const { rate, ratings } = await import('./ratings.ts')

const store = configureStore({
  reducer: { api: api.reducer },
  middleware: (defaults) => defaults().concat(api.middleware),
})
const good = { rating: 'Good', reason: null, text: '', mayBeUsedForTests: false } as const
const bad = { rating: 'Bad', reason: null, text: '', mayBeUsedForTests: false } as const

/** Pending calls in the order they arrived, each with a function to respond. */
let calls: { method: string; answer: (status: number) => void }[] = []
beforeEach(() => {
  calls = []
  vi.stubGlobal('fetch', (_: string, { method }: RequestInit) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    calls.push({
      method: method ?? '',
      answer: (status) =>
        resolve(
          status === 204
            ? new Response(null, { status })
            : Response.json({ code: 'conversation.segmentNotFound' }, { status }),
        ),
    })
    return promise
  })
})
const answerTo = (segmentId: string) => ({ conversationId: 'c', segmentId })
const sent = (count: number) => vi.waitFor(() => expect(calls).toHaveLength(count))

it('shows a rating at once, and reverts to the server’s if it is rejected', async () => {
  const first = rate(store.dispatch, answerTo('a'), good)
  expect(ratings.read().a).toEqual(good)
  await sent(1)
  calls[0]!.answer(404)
  await expect(first).rejects.toBeDefined()
  // Nothing was rated on this page, so the rating loaded with the answer applies.
  expect(ratings.read().a).toBeUndefined()
})

it('sends one change after the other, and a rejected older one doesn’t undo the newer', async () => {
  const first = rate(store.dispatch, answerTo('b'), good)
  const second = rate(store.dispatch, answerTo('b'), bad)
  expect(ratings.read().b).toEqual(bad)
  await sent(1)
  calls[0]!.answer(404)
  await expect(first).rejects.toBeDefined()
  expect(ratings.read().b).toEqual(bad)
  await sent(2)
  calls[1]!.answer(200)
  await second
  const third = rate(store.dispatch, answerTo('b'), null)
  expect(ratings.read().b).toBeNull()
  await sent(3)
  expect(calls.map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE'])
  calls[2]!.answer(404)
  await expect(third).rejects.toBeDefined()
  expect(ratings.read().b).toEqual(bad)
})
