// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Call, fakeReplies, problem } from '../testing/fakeServer.ts'
import { all, show, until } from '../testing/screen.tsx'
import { changeSettings } from '../theme/settings.ts'
import { closeSidebar } from '../ui/sidebar.ts'
import { loadFirstScreen, Screens } from './Screens.tsx'

const path = '/chat/shared/s1'
let calls: Call[] = []
let large = true

beforeEach(async () => {
  large = true
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width: 1200px') ? large : false,
    addEventListener: () => {},
    removeEventListener: () => {},
    // MUI still uses the old name.
    addListener: () => {},
    removeListener: () => {},
  }))
  const events = '/userConversations/events'
  calls = fakeReplies({
    [events]: () => new Response(new ReadableStream()),
    '/conversationSnapshots/s1': () => problem(404, 'snapshot.notFound'),
  }).calls
  await loadFirstScreen({ pathname: path } as Location)
})
afterEach(() => {
  closeSidebar()
  changeSettings({ themeLayout: 'vertical' })
})

const key = (init: KeyboardEventInit) =>
  act(async () => void dispatchEvent(new KeyboardEvent('keydown', { cancelable: true, ...init })))
const followed = () => calls.filter((call) => call.path.includes('/userConversations/events'))

const sidebars: [string, () => void][] = [
  ['a full sidebar', () => {}],
  ['a mini sidebar', () => changeSettings({ themeLayout: 'mini' })],
  [
    'a closed drawer',
    () => {
      large = false
    },
  ],
]

it.each(sidebars)('with %s, the chat area follows other windows and handles its keys', async (_, choose) => {
  choose()
  show(<Screens />, path)
  await until(() => expect(followed()).toHaveLength(1))
  await key({ key: '/' })
  await until(() => expect(all('textbox', 'Search chats')).toHaveLength(1))
  expect(followed()).toHaveLength(1)
})
