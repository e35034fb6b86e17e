// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies, json, problem, type Replies } from '../../testing/fakeServer.ts'
import { all, get, press, show, until } from '../../testing/screen.tsx'
import { AgentsPage } from './AgentsPage.tsx'

const agent = {
  gptSystemId: '019ab3c2-5f00-7000-8000-000000000001',
  name: 'Tender Reader',
  description: '',
  avatarFileName: null,
  madeBy: null,
  categories: [],
}
const pages = {
  personal: json({ items: [], continuationToken: null, total: 0, categories: [] }),
  system: json({ items: [agent], continuationToken: null, total: 1, categories: [] }),
}
const directory = (which: string) => `/currentUser/gptSystemDirectories/${which}`
const failing = () => problem(500, 'server.failed')
const working: Replies = {
  [directory('personal')]: () => pages.personal.clone(),
  [directory('shared')]: () => pages.personal.clone(),
  [directory('system')]: () => pages.system.clone(),
  'GET /currentUser/gptSystems/pinned': () => json({ pinnedGptSystems: [] }),
}
const sections = () => all('region').map((section) => section.querySelector('h2')?.textContent)

it('reports failed requests and retries them, separately or together', async () => {
  const replies: Replies = { ...working }
  for (const which of ['personal', 'shared', 'system']) replies[directory(which)] = failing
  const { calls } = fakeReplies(replies)
  show(<AgentsPage />)
  await until(() => void get('alert'))
  expect([sections(), all('link')]).toEqual([[], []])

  Object.assign(replies, working, { [directory('shared')]: failing })
  await press('button', 'Try again')
  await until(() => void get('link', 'Tender Reader'))
  await until(() => expect(sections()).toEqual(['Shared with you', 'System agents']))
  get('alert', /./, all('region', 'Shared with you')[0])

  replies[directory('shared')] = working[directory('shared')]!
  const before = calls.length
  await press('button', 'Try again')
  await until(() => expect(sections()).toEqual(['System agents']))
  // The others aren’t loaded again with it.
  expect(calls.slice(before).map(({ path }) => path.split('?')[0])).toEqual([
    `/api/internal${directory('shared')}`,
  ])
})

it('[R-8-014] [R-8-015] a pin refused by the server is reverted, with an error', async () => {
  const replies: Replies = { ...working }
  fakeReplies(replies)
  let pinned: object[] = []
  replies['GET /currentUser/gptSystems/pinned'] = () => json({ pinnedGptSystems: pinned })
  const address = `/currentUser/gptSystems/pinned/${agent.gptSystemId}`
  /** The next change is answered once the returned function is called, so that the time before can be seen. */
  const answer = (accept: boolean, now: object[]) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    replies[address] = async () => {
      await promise
      if (!accept) return failing()
      pinned = now
      return new Response(null, { status: 204 })
    }
    return resolve
  }
  const toasts = () => [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent)
  show(<AgentsPage />)
  let end = answer(false, [])
  await press('button', 'Pin Tender Reader')
  // It is pinned at once, until the server refuses.
  await until(() => void get('button', 'Unpin Tender Reader'))
  end()
  await until(() => expect(toasts()).toEqual(['Failed to pin agent']))
  await until(() => void get('button', 'Pin Tender Reader'))
  end = answer(true, [agent])
  await press('button', 'Pin Tender Reader')
  end()
  await until(() => expect(pinned).toEqual([agent]))
  await until(() => void get('button', 'Unpin Tender Reader'))
  end = answer(false, [])
  await press('button', 'Unpin Tender Reader')
  await until(() => void get('button', 'Pin Tender Reader'))
  end()
  await until(() => expect(toasts()).toContain('Failed to unpin agent'))
  await until(() => void get('button', 'Unpin Tender Reader'))
  end = answer(true, [])
  await press('button', 'Unpin Tender Reader')
  end()
  await until(() => expect(pinned).toEqual([]))
  await until(() => void get('button', 'Pin Tender Reader'))
})
