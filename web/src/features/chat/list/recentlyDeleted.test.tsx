// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { fakeReplies, json, problem, type Replies } from '../../../testing/fakeServer.ts'
import { all, get, press, show, until, untilShown } from '../../../testing/screen.tsx'
import { RecentlyDeleted } from './RecentlyDeleted.tsx'

const deleted = (title: string) => ({
  conversationId: title,
  title,
  archived: false,
  temporary: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  lastActivityAt: '2026-11-20T10:00:00.000Z',
  deletedAt: '2026-11-21T10:00:00.000Z',
  gptSystem: { gptSystemId: 'g1', name: 'Agent' },
  selectedLeafSegmentId: null,
  chosenDeployment: null,
})

const path = '/userConversations/deleted'
/** Two pages: the second comes into view only when a test says so. */
const twoPages = () => {
  let seen = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        seen = () => callback([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
  const list: Replies = {
    '/dataPolicy': () => json({ retentionDays: null, deletedRetentionDays: 30, linksAllowed: true }),
    [`GET ${path}`]: ({ path: asked }) =>
      asked.includes('continuationToken')
        ? json({ items: [deleted('Second')], continuationToken: null })
        : json({ items: [deleted('First')], continuationToken: 'more' }),
  }
  return { list, scroll: () => seen() }
}

const open = (replies: Replies) => {
  const server = fakeReplies(replies)
  show(<RecentlyDeleted open close={() => {}} />)
  return server
}

it('says that nothing is left after all were deleted, including those that were not loaded', async () => {
  const { list } = twoPages()
  let calls = 0
  open({ ...list, [`DELETE ${path}`]: () => json({ more: ++calls < 3 }) })
  await untilShown('First')
  await press('button', 'Delete all')
  await press('button', 'Delete permanently')
  await untilShown('No deleted chats.')
  expect(calls).toBe(3)
  expect(all('button', 'Delete all')).toEqual([])
})

it('shows what is left when deleting all fails midway', async () => {
  let left = [deleted('First'), deleted('Second')]
  open({
    [`GET ${path}`]: () => json({ items: left, continuationToken: null }),
    [`DELETE ${path}`]: () => {
      if (left.length === 1) return problem(500, 'server.failed')
      left = left.slice(1)
      return json({ more: true })
    },
  })
  await untilShown('First')
  await press('button', 'Delete all')
  await press('button', 'Delete permanently')
  await until(() => void get('alert'))
  await untilShown(/Recently deleted(?!.*First).*Second/)
})

it('goes on to the next page when every loaded chat is gone', async () => {
  const { list, scroll } = twoPages()
  open({ ...list, 'PUT /userConversations/First/restore': () => json(deleted('First')) })
  await press('button', 'Restore “First”')
  await untilShown(/permanently\.(?!.*First)/)
  scroll()
  await untilShown('Second')
})

it('keeps the question open and says why when a chat can’t be deleted', async () => {
  const { list } = twoPages()
  open({
    ...list,
    [`DELETE ${path}/First`]: () => problem(404, 'conversation.notFound'),
  })
  await press('button', 'Delete “First” permanently')
  await press('button', 'Delete permanently')
  await until(() => expect(document.querySelector('[role=alert]')?.textContent).toMatch(/conversation/i))
  expect(all('button', 'Delete permanently')).toHaveLength(1)
})
