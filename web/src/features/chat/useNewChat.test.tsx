// @vitest-environment happy-dom
import { act } from 'react'
import { useLocation } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { fakeReplies, json } from '../../testing/fakeServer.ts'
import { press, show, until } from '../../testing/screen.tsx'
import { conversationsApi } from '../chatModel/api.ts'
import { chatActions } from '../chatModel/chatSlice.ts'
import { useNewChat } from './useNewChat.ts'

function Page() {
  const start = useNewChat()
  const { pathname } = useLocation()
  return (
    <>
      <button type="button" onClick={() => void start()}>
        New Chat
      </button>
      <p>{pathname}</p>
    </>
  )
}

const agents = (count: number) => Array.from({ length: count }, (_, at) => ({ gptSystemId: `g${at}` }))

/** Starts a new chat while this agent is open. Returns the path it leads to, and how often agents were listed. */
async function startFrom(current: string, cached: number, now: number) {
  let items = agents(cached)
  const { calls } = fakeReplies({ '/currentUser/gptSystems': () => json({ items, continuationToken: null }) })
  const { store, place } = show(<Page />, '/chat/open')
  await act(async () => {
    await store.dispatch(conversationsApi.endpoints.listAvailableGptSystems.initiate())
    store.dispatch(chatActions.gptSystemChosen(current))
  })
  items = agents(now)
  await press('button', 'New Chat')
  await until(() => expect(place.querySelector('p')?.textContent).not.toBe('/chat/open'))
  const listed = calls.filter(({ path }) => path.includes('/currentUser/gptSystems')).length
  return [place.querySelector('p')?.textContent, listed]
}

it.each([
  ['stays with the open agent', 'g1', 2, 2, '/chat/g1', 1],
  ['stays with the open agent if it was published after the list was loaded', 'g2', 2, 3, '/chat/g2', 2],
  ['stays with an agent beyond the listed ones', 'g400', 200, 200, '/chat/g400', 2],
  ['goes to the first agent if the open one is gone', 'gone', 3, 3, '/chat/g0', 2],
])('%s', async (_, current, cached, now, path, listed) => {
  expect(await startFrom(current, cached, now)).toEqual([path, listed])
})

afterEach(() => history.replaceState(null, '', '/'))

it.each([
  ['starts a chat if the open one got its address while agents were listed', 0, '/chat/g0'],
  ['does nothing if another page was opened while agents were listed', 1, '/chat/open'],
])('%s', async (_, entry, path) => {
  let reply: () => void = () => undefined
  const replied = new Promise<void>((resolve) => {
    reply = resolve
  })
  fakeReplies({
    '/currentUser/gptSystems': async () => {
      await replied
      return json({ items: agents(1), continuationToken: null })
    },
  })
  history.replaceState({ idx: 0 }, '', '/chat/open')
  const { place } = show(<Page />, '/chat/open')
  await press('button', 'New Chat')
  if (entry === 0) history.replaceState({ idx: 0 }, '', '/chat/open/c1')
  else history.pushState({ idx: entry }, '', '/chat/other')
  await act(async () => {
    reply()
    await new Promise((resolve) => setTimeout(resolve, 100))
  })
  expect(place.querySelector('p')?.textContent).toBe(path)
})
