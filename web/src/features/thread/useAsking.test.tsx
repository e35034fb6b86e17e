// @vitest-environment happy-dom
import { act, useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeReplies } from '../../testing/fakeServer.ts'
import { get, press, show, until } from '../../testing/screen.tsx'
import type { ShownSegment } from '../chatModel/branch.ts'
import { Turn } from './Turn.tsx'
import { useAsking } from './useAsking.ts'
import { type ShownChat, useTurnChat } from './useThread.ts'

const ask = vi.fn()
let settle: (() => Promise<unknown>) | undefined
beforeEach(() => {
  ask.mockReset()
  settle = undefined
  fakeReplies({})
})

const fast = { languageEngine: 'OpenAI', deploymentName: 'fast' } as const
const segment = {
  conversationSegmentId: 's1',
  parentSegmentId: 's0',
  gptSystem: { gptSystemId: 'g1', name: 'Guide' },
  question: 'Why?',
  answer: 'Because',
  status: 'Aborted',
  createdAt: '2026-11-21T10:00:00.000Z',
  attachments: [{ attachmentId: 'f1', originalFileName: 'a.pdf' }],
  visionImages: [],
  citations: [],
  reads: [{ title: 'a', path: 'd/a', kind: 'Passages', read: 1, total: 9, wholeTokens: 900 }],
  steps: [],
  errors: [],
} as unknown as ShownSegment
const none: ShownChat['tree'] = []
const details = { open: () => {}, toggle: () => {}, follow: () => {} }
const turns = vi.fn()
const onLight = () => {}

/** A chat with one turn, whose model can be changed. */
function Chat() {
  const [sent, choose] = useState<typeof fast | null>(null)
  const chat = {
    stream: { answering: false, ask },
    conversation: { gptSystem: { gptSystemId: 'g1' } },
    agent: { current: null },
    address: { conversationId: 'c1' },
    deployment: { sent },
    shown: [segment],
    tree: none,
    details,
    writes: true,
  } as unknown as ShownChat
  const { asking, isWaiting } = useAsking(chat, settle)
  const page = useTurnChat({ ...chat, asking }, { gptSystemId: 'g1', name: 'Guide' })
  turns(page)
  return (
    <>
      <button type="button" onClick={() => choose(fast)}>
        Fast
      </button>
      {isWaiting && 'saving'}
      <Turn segment={segment} page={page} last reserve={false} exact lit={null} onLight={onLight} />
    </>
  )
}

const ways: [string, () => Promise<void>, object][] = [
  [
    'Regenerate',
    () => press('button', 'Regenerate'),
    { question: 'Why?', parentSegmentId: 's0', attachmentIds: ['f1'] },
  ],
  ['Continue', () => press('button', 'Continue'), { parentSegmentId: 's1' }],
  ['Read in full', () => press('button', /^Read in full/), { question: 'Why?', readWhole: true }],
  [
    'an edited question',
    async () => {
      await press('button', 'Edit question')
      await press('button', 'Send')
    },
    { question: 'Why?', parentSegmentId: 's0' },
  ],
]

it.each(ways)(
  '%s asks with the model that is chosen when pressed, without rendering turns again',
  async (_, press, asked) => {
    show(<Chat />)
    act(() => get('button', 'Fast').click())
    expect(new Set(turns.mock.calls.map(([page]) => page)).size).toBe(1)
    turns.mockReset()
    await press()
    expect(ask).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ ...asked, deployment: fast }))
  },
)

it.each(ways)('%s waits until pending edits are saved, and is asked once', async (_, press, asked) => {
  let saved = () => {}
  settle = () => new Promise<void>((resolve) => (saved = resolve))
  show(<Chat />)
  await press()
  await until(() => expect(document.body.textContent).toContain('saving'))
  expect(ask).not.toHaveBeenCalled()
  act(() => get('button', 'Regenerate').click())
  await act(async () => saved())
  expect(ask).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(asked))
})
