// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { fakeReplies, json, type Replies } from '../../testing/fakeServer.ts'
import { show, until } from '../../testing/screen.tsx'
import { conversationsApi } from '../chatModel/api.ts'
import { Composer } from './Composer.tsx'

it('[R-8-008] [R-8-009] 503: the call is repeated after Retry-After until it succeeds, and the page says that the server is busy', async () => {
  const times: number[] = []
  const replies: Replies = {
    '/userConversations': () => {
      times.push(Date.now())
      return new Response('', { status: 503, headers: { 'retry-after': '2' } })
    },
  }
  fakeReplies(replies)
  const { store } = show(
    <Composer
      draftOf="c1"
      agentName="Guide"
      first
      reconnecting={false}
      onSend={() => {}}
      onStop={() => {}}
    />,
  )
  const strips = () => [...document.querySelectorAll('.strip')].map(({ textContent }) => textContent)
  expect(strips()).toEqual([])
  const { listConversations } = conversationsApi.endpoints
  const list = listConversations.initiate({ search: '' })
  act(() => void store.dispatch(list))
  const isBusy = () => expect(strips()).toEqual([expect.stringContaining('The server is busy. Trying again')])
  await until(isBusy)
  await until(() => expect(times.length).toBeGreaterThanOrEqual(3))
  await until(isBusy)
  replies['/userConversations'] = () => json({ items: [], continuationToken: null })
  await until(() => expect(strips()).toEqual([]))
  const waits = times.slice(1).map((time, index) => time - times[index]!)
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1990)
  const answer = listConversations.select({ search: '' })(store.getState())
  expect(answer.isSuccess).toBe(true)
})
