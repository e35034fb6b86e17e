// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies, json } from '../../testing/fakeServer.ts'
import { all, press, show, until, untilShown } from '../../testing/screen.tsx'
import { ReadsOfOneself } from './ReadsOfOneself.tsx'

const path = '/currentUser/conversationReads'
const readOf = (at: number, more: object = {}) => ({
  conversationReadId: `r${at}`,
  userId: 'me',
  personName: 'Me',
  readerId: 'ben',
  readerName: 'Ben',
  reason: `Reason ${at} for reading`,
  createdAt: '2026-11-20T10:00:00Z',
  state: 'Ended',
  approvedBy: null,
  expiresAt: '2026-11-20T11:00:00Z',
  opened: [],
  ...more,
})

it('says who read which conversations, why, and who approved it', async () => {
  const opened = [
    { conversationId: 'c1', title: 'Herons', at: '2026-11-20T10:05:00Z' },
    { conversationId: 'c2', title: '', at: '2026-11-20T10:01:00Z' },
  ]
  fakeReplies({ [path]: () => json({ items: [readOf(1, { state: 'Open', approvedBy: 'Chloe', opened })] }) })
  show(<ReadsOfOneself />, '/admin/user/account#conversationReads')
  await untilShown('Reason 1 for reading')
  for (const text of [
    'Ben',
    'Open',
    'Approved by Chloe',
    '2 conversations opened',
    'Herons',
    'Untitled conversation',
  ])
    expect(document.body.textContent).toContain(text)
  await until(() => expect(document.activeElement?.className).toBe('reads'))
})

it('counts a conversation that was opened twice once, and lists both times', async () => {
  const opened = ['10:05', '10:01'].map((time) => ({
    conversationId: 'c1',
    title: 'Herons',
    at: `2026-11-20T${time}:00Z`,
  }))
  fakeReplies({ [path]: () => json({ items: [readOf(1, { opened })] }) })
  show(<ReadsOfOneself />)
  await untilShown('1 conversation opened')
  expect(document.querySelectorAll('.read-opened li')).toHaveLength(2)
})

it('says that no one has read any', async () => {
  fakeReplies({ [path]: () => json({ items: [] }) })
  show(<ReadsOfOneself />)
  await untilShown('No one has read your conversations.')
  expect(document.activeElement).toBe(document.body)
})

it('shows the latest first, and all on request', async () => {
  fakeReplies({ [path]: () => json({ items: Array.from({ length: 7 }, (_, at) => readOf(at)) }) })
  show(<ReadsOfOneself />)
  await untilShown('Reason 4')
  expect(document.body.textContent).not.toContain('Reason 5')
  await press('button', 'Show all (7)')
  await untilShown('Reason 6')
  expect(all('button')).toEqual([])
})
