// @vitest-environment happy-dom
import { act } from 'react'
import { useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { fakeReplies, json, problem } from '../../testing/fakeServer.ts'
import { all, get, leave, press, show, until, untilShown } from '../../testing/screen.tsx'
import { panels } from '../frame/panels.ts'
import { NotificationBell } from '../shell/NotificationBell.tsx'
import { NotificationPreferences } from './NotificationPreferences.tsx'
import { NotificationsPanel } from './NotificationsPanel.tsx'

const at = '2026-11-20T10:00:00.000Z'
const shared = (notificationId: string, agentName: string, readAt: string | null = null) => ({
  notificationId,
  kind: 'AgentShared',
  params: { agentName, personName: 'Anna', right: 'Use' },
  path: `/chat/${notificationId}`,
  createdAt: at,
  readAt,
})
const listOf = (items: object[], unread: number, continuationToken: string | null = null) =>
  json({ items, unread, continuationToken })
const list = 'GET /currentUser/notifications'
const read = '/currentUser/notifications/read'

const Place = () => <output>{useLocation().pathname}</output>

it('the bell counts unread notifications up to the limit, in its name, too', async () => {
  let unread = 0
  fakeReplies({ [list]: () => listOf([], unread) })
  show(<NotificationBell />)
  await until(() => void get('button', 'Notifications'))
  expect(document.querySelector('.unread')).toBeNull()
  for (const [count, text] of [
    [3, '3'],
    [100, '99+'],
  ] as const) {
    unread = count
    leave()
    show(<NotificationBell />)
    await until(() => void get('button', `Notifications, ${text} unread`))
    expect(document.querySelector('.unread')?.textContent).toBe(text)
  }
})

it('each kind has its own text, and an agent without a name is called so', async () => {
  const of = (kind: string, params: object) => ({ ...shared(kind, ''), kind, params })
  fakeReplies({
    [list]: () =>
      listOf(
        [
          shared('s', ''),
          of('AgentTransferred', { agentName: 'Scout', personName: 'Ben' }),
          of('ImportEnded', { fileName: 'chats.zip', conversations: 1200, failed: false }),
          {
            ...of('ImportEnded', { fileName: 'other.zip', conversations: 0, failed: true }),
            notificationId: 'f',
          },
          of('FilesFailed', { libraryName: 'Rules', files: 2 }),
          of('DocumentRequested', { agentName: 'Scout', question: 'Who signs?', note: '' }),
          {
            ...of('DocumentRequested', { agentName: 'Scout', question: 'Who pays?', note: 'Expenses.' }),
            notificationId: 'd',
          },
        ],
        7,
      ),
  })
  show(<NotificationsPanel />)
  await untilShown('Anna shared the agent Unnamed Agent with you.')
  await untilShown('Ben made you the owner of the agent Scout.')
  await untilShown('The import of chats.zip is complete: 1,200 conversations.')
  await untilShown('The import of other.zip failed.')
  await untilShown('2 files you added to the library Rules couldn’t be read.')
  await untilShown(/A document is missing: the agent Scout couldn’t answer “Who signs\?”\.(?! Note)/)
  await untilShown('A document is missing: the agent Scout couldn’t answer “Who pays?”. Note: Expenses.')
})

it('opening a notification marks it as read, closes the panel, and leads to its page', async () => {
  panels.set({ open: 'notifications', section: undefined })
  let isRead = false
  const { calls } = fakeReplies({
    [list]: () =>
      listOf([shared('n1', 'Scout', isRead ? at : null), shared('n2', 'Read', at)], isRead ? 0 : 1),
    [read]: () => {
      isRead = true
      return json({})
    },
  })
  show(
    <>
      <Place />
      <NotificationsPanel />
    </>,
  )
  await untilShown('Scout')
  expect(document.querySelectorAll('.notification > .dot')).toHaveLength(1)
  await press('link', /Scout/)
  await until(() => expect(document.querySelectorAll('.notification > .dot')).toHaveLength(0))
  expect(calls.find(({ path }) => path.endsWith(read))?.body).toBe('{"notificationIds":["n1"]}')
  expect(document.querySelector('output')?.textContent).toBe('/chat/n1')
  expect(panels.read().open).toBeUndefined()
  // One that is read already isn't marked again.
  await press('link', /Read/)
  expect(calls.filter(({ path }) => path.endsWith(read))).toHaveLength(1)
})

it('all are marked as read at once, and the focus stays in the panel', async () => {
  let isRead = false
  const { calls } = fakeReplies({
    [list]: () => listOf([shared('n1', 'Scout', isRead ? at : null)], isRead ? 0 : 1),
    [read]: () => {
      isRead = true
      return json({})
    },
  })
  show(<NotificationsPanel />)
  await press('button', 'Mark all as read')
  await until(() => expect(all('button', 'Mark all as read')).toEqual([]))
  expect(calls.find(({ path }) => path.endsWith(read))?.body).toBe('{}')
  expect(document.querySelector('[role=dialog]')?.contains(document.activeElement)).toBe(true)
})

it('older ones are loaded on request, and errors can be retried', async () => {
  let works = false
  fakeReplies({
    [list]: ({ path }) => {
      if (!works) return problem(500, 'server.failed')
      return path.includes('continuationToken=more')
        ? listOf([shared('n2', 'Older')], 0)
        : listOf([shared('n1', 'Newer')], 0, 'more')
    },
  })
  show(<NotificationsPanel />)
  await until(() => expect(all('button', 'Try again')).toHaveLength(1))
  works = true
  await press('button', 'Try again')
  await untilShown('Newer')
  await press('button', 'Show more')
  await untilShown('Older')
  await untilShown('Newer')
  expect(all('button', 'Show more')).toEqual([])
})

it('without notifications, it says what appears there', async () => {
  fakeReplies({ [list]: () => listOf([], 0) })
  show(<NotificationsPanel />)
  await untilShown('No notifications yet.')
})

const preferences = (emailAddress: string | null) => ({
  items: [{ kind: 'AgentShared', listed: true, emailed: false }],
  language: 'en',
  emailAddress,
})
const preferencesPath = '/currentUser/notificationPreferences'

it('preferences offer email only if it can be sent', async () => {
  fakeReplies({ [preferencesPath]: () => json(preferences(null)) })
  show(<NotificationPreferences />)
  await untilShown('Emails aren’t available')
  expect(all('checkbox').map((one) => one.getAttribute('aria-label'))).toEqual([
    'App: An agent is shared with me',
  ])
})

it('a preference is saved at once, and taken back if it is refused', async () => {
  let refuses = false
  const stored = preferences('ben@example.com')
  const { calls } = fakeReplies({
    [`GET ${preferencesPath}`]: () => json(stored),
    [`PUT ${preferencesPath}`]: () => (refuses ? problem(500, 'server.failed') : json(stored)),
  })
  show(<NotificationPreferences />)
  await untilShown('ben@example.com')
  const email = () => get<HTMLInputElement>('checkbox', 'Email: An agent is shared with me')
  await act(async () => email().click())
  expect(email().checked).toBe(true)
  const sent = calls.find(({ method }) => method === 'PUT')?.body ?? ''
  expect(JSON.parse(sent)).toEqual({
    items: [{ kind: 'AgentShared', listed: true, emailed: true }],
    language: 'en',
  })
  refuses = true
  await act(async () => email().click())
  await until(() => expect(all('alert')).toHaveLength(1))
  expect(email().checked).toBe(true)
})

it('the settings that are opened here show the section of notifications', async () => {
  fakeReplies({ [list]: () => listOf([], 0), [preferencesPath]: () => json(preferences(null)) })
  show(<NotificationsPanel />)
  await press('button', 'Notification settings')
  expect(panels.read().open).toBe('settings')
  leave()
  show(<NotificationPreferences />)
  await untilShown('An agent is shared with me')
  await until(() => expect(document.activeElement?.textContent).toBe('Notifications'))
})
