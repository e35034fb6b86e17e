// @vitest-environment happy-dom
import { Route, Routes, useLocation } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeReplies, json, problem, type Replies } from '../../testing/fakeServer.ts'
import { all, press, show, until, untilShown } from '../../testing/screen.tsx'
import { ClaimPage } from './ClaimPage.tsx'
import { forgetFragment } from './data/fragment.ts'

vi.mock('../brandTheme/useApplyBrand.ts', () => ({ useApplyBrand: () => '' }))

const key = 'parlance.public.desk'
const session = { sessionIdentifier: 's1', secret: 'secret', expiresAt: '2030-01-01T00:00:00Z' }
const claimed = '/publicConversations/claim'
const preview = { agentName: 'Ask Dispatch', conversations: 3, titles: ['Is the track closed?', ''] }

function Elsewhere() {
  const { pathname, search } = useLocation()
  return <p>{`at ${pathname}${search}`}</p>
}

function open(fragment: string | null, replies: Replies = {}) {
  if (fragment) sessionStorage.setItem('parlance.claim', fragment)
  const { calls } = fakeReplies({
    [`POST ${claimed}/preview`]: () => json(preview),
    [`POST ${claimed}`]: () => json({ conversations: 3, lastConversationId: 'c1' }),
    ...replies,
  })
  show(
    <Routes>
      <Route path="/chat/claim" element={<ClaimPage />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    '/chat/claim',
  )
  return (path: string) =>
    calls.filter((call) => call.path.endsWith(path)).map(({ body }) => JSON.parse(body!))
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  forgetFragment()
})

it('shows what moves, moves it with the stored session, and opens the last conversation', async () => {
  localStorage.setItem(key, JSON.stringify(session))
  const sent = open('page=desk')
  await untilShown('Your chats with Ask Dispatch')
  await untilShown('3 conversations')
  await untilShown('Is the track closed?')
  await untilShown('and 1 more')
  await untilShown('They move to your account and disappear from the page in this browser.')
  expect(sent('/claim')).toEqual([])
  await press('button', 'Take along')
  await untilShown('at /chat?conversationId=c1')
  const proof = { session: { sessionIdentifier: 's1', secret: 'secret' } }
  expect([...sent('/claim/preview'), ...sent('/claim')]).toEqual([proof, proof])
  expect([localStorage.getItem(key), sessionStorage.getItem('parlance.claim')]).toEqual([null, null])
})

it('moves the chats of a page in a frame with a code, and leaves the session of this browser', async () => {
  localStorage.setItem(key, JSON.stringify(session))
  const sent = open('a-code')
  await press('button', 'Take along')
  await untilShown('at /chat?conversationId=c1')
  expect(sent('/claim')).toEqual([{ code: 'a-code' }])
  expect(localStorage.getItem(key)).not.toBeNull()
})

it('moves nothing when cancelled', async () => {
  localStorage.setItem(key, JSON.stringify(session))
  const sent = open('page=desk')
  await press('button', 'Cancel')
  await untilShown('at /chat')
  expect(sent('/claim')).toEqual([])
  expect(localStorage.getItem(key)).not.toBeNull()
  expect(sessionStorage.getItem('parlance.claim')).toBeNull()
})

it('says so if there is nothing, and asks the server only with a proof', async () => {
  const sent = open('page=desk')
  await untilShown('choose “Take my chats to my account” in its menu')
  expect(sent('/claim/preview')).toEqual([])
  await press('link', 'Go to chat')
  await untilShown('at /chat')
})

it('says so if the visitor has no conversation', async () => {
  open('a-code', { [`POST ${claimed}/preview`]: () => json({ ...preview, conversations: 0, titles: [] }) })
  await untilShown('There are no chats to take along. Ask a question on the public page first.')
  expect(all('button', 'Take along')).toEqual([])
})

it('says what to do if the code has expired', async () => {
  open('a-code', { [`POST ${claimed}/preview`]: () => problem(404, 'publicChat.claim') })
  await untilShown('Go back to the chat and try again.')
  expect(all('link', 'Go to chat')).toHaveLength(1)
})

it('stays on the page if the chats can’t be moved', async () => {
  const refused = vi.fn(() => problem(404, 'publicChat.claim'))
  open('a-code', { [`POST ${claimed}`]: refused })
  await press('button', 'Take along')
  await untilShown('Go back to the chat and try again.')
  await until(() => expect(all('button', 'Take along')).toHaveLength(1))
  expect(refused).toHaveBeenCalledOnce()
})
