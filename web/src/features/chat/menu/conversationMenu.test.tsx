// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { fakeReplies, json, problem, type Replies } from '../../../testing/fakeServer.ts'
import { all, get, press, show, textIn, type, until, untilShown } from '../../../testing/screen.tsx'
import { leaving, stay } from '../../../ui/leaveGuard.ts'
import type { Conversation } from '../../chatModel/api.ts'
import { ConversationList } from '../list/ConversationList.tsx'
import { HeaderMenu } from './HeaderMenu.tsx'

const conversation: Conversation = {
  conversationId: 'c1',
  title: 'Old name',
  archived: false,
  temporary: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  lastActivityAt: '2026-11-20T10:00:00.000Z',
  gptSystem: { gptSystemId: 'g1', name: 'Agent' },
  agentAvailable: true,
  selectedLeafSegmentId: null,
  chosenDeployment: null,
} as Conversation

const header = (of: Conversation | null) => (
  <HeaderMenu onDetails={null} onGuidelines={null} card={null} conversation={of} hasImages={false} />
)
function open(element: React.ReactNode, replies: Replies = {}) {
  const server = fakeReplies({
    '/featureFlags': () => json({ items: [{ name: 'AllowConversationSnapshots', enabled: true }] }),
    'GET /userConversations': () => json({ items: [conversation], continuationToken: null }),
    ...replies,
  })
  show(element, '/chat/g1?conversationId=c1')
  return server
}
const items = () => all('menuitem').map(({ textContent }) => textContent)
const ofConversation = ['Rename', 'Archive', 'Share conversation…', 'Export', 'Delete']

it.each([
  ['row', () => <ConversationList />, 'Options for “Old name”', ofConversation],
  ['header', () => header(conversation), 'More', [...ofConversation, 'Documents', 'Keyboard shortcuts']],
] as const)('the menu of the %s has every action of a conversation', async (_, element, button, expected) => {
  open(element())
  await press('button', button)
  await until(() => expect(items()).toEqual(expected))
  await press('menuitem', 'Export')
  expect(items()).toEqual(['Back', 'Text (.txt)', 'Markdown (.md)', 'JSON (.json)', 'Print or save as PDF'])
  await press('menuitem', 'Back')
  await press('menuitem', 'Share conversation…')
  await until(() => void get('dialog', 'Share conversation'))
})

it.each([
  ['before the first question', null, ['Keyboard shortcuts']],
  [
    'for a temporary chat',
    { ...conversation, temporary: true },
    ['Delete this chat now', 'Documents', 'Keyboard shortcuts'],
  ],
])('the header’s menu %s has no action of a list', async (_, of, expected) => {
  open(header(of))
  await press('button', 'More')
  await until(() => expect(items()).toEqual(expected))
})

it('renames from the header in a dialog, which stays open if that fails', async () => {
  let taken = true
  const { calls } = open(header(conversation), {
    'PUT /userConversations/c1/updateTitle': () =>
      taken ? problem(404, 'conversation.notFound') : json({ ...conversation, title: 'New name' }),
  })
  await press('button', 'More')
  await press('menuitem', 'Rename')
  const field = () => get('textbox', 'Title', get('dialog', 'Rename chat'))
  await until(() => expect(textIn(field())).toBe('Old name'))
  type(field(), '  ')
  await press('button', 'Rename')
  await untilShown('Enter a title')
  type(field(), ' New name ')
  await press('button', 'Rename')
  await until(() => expect(all('alert')).toHaveLength(1))
  taken = false
  await press('button', 'Rename')
  await until(() => expect(all('dialog')).toEqual([]))
  expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    JSON.stringify({ conversationId: 'c1', title: 'New name' }),
    JSON.stringify({ conversationId: 'c1', title: 'New name' }),
  ])
})

it('asks before an edited title is discarded, and can’t be closed while it is saved', async () => {
  let answer = (_: Response) => {}
  open(header(conversation), {
    'PUT /userConversations/c1/updateTitle': () =>
      new Promise<Response>((resolve) => {
        answer = resolve
      }),
  })
  await press('button', 'More')
  await press('menuitem', 'Rename')
  const dialog = () => all('dialog', 'Rename chat')
  const pressEscape = () =>
    act(
      () =>
        void get('textbox', 'Title').dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }),
        ),
    )
  await until(() => void get('textbox', 'Title'))
  type(get('textbox', 'Title'), 'New name')
  pressEscape()
  expect(dialog()).toHaveLength(1)
  expect(leaving.read().leave).toBeDefined()
  act(stay)
  await press('button', 'Rename')
  pressEscape()
  await press('button', 'Cancel')
  expect(dialog()).toHaveLength(1)
  expect(leaving.read().leave).toBeUndefined()
  answer(json({ ...conversation, title: 'New name' }))
  await until(() => expect(dialog()).toEqual([]))
})

it('offers to undo a deletion from the header in a toast', async () => {
  const { calls } = open(header(conversation), {
    'DELETE /userConversations/c1': () => new Response(null, { status: 204 }),
    'PUT /userConversations/c1/restore': () => json(conversation),
  })
  await press('button', 'More')
  await press('menuitem', 'Delete')
  await untilShown('“Old name” deleted')
  await press('button', 'Undo')
  await until(() => expect(calls.some(({ path }) => path.endsWith('/c1/restore'))).toBe(true))
  await act(async () => {})
})
