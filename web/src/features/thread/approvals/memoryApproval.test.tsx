// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies, json, problem } from '../../../testing/fakeServer.ts'
import { all, get, press, show, until, untilShown } from '../../../testing/screen.tsx'
import type { ShownSegment } from '../../chatModel/branch.ts'
import { Approvals } from './Approvals.tsx'

const decision = 'POST /userConversations/c1/segments/s1/toolCalls/tool-1-1/decision'
const segment = {
  conversationSegmentId: 's1',
  steps: [
    {
      id: 'tool-1-1',
      title: 'Waiting for your approval to remember something',
      state: 'AwaitingApproval',
      asks: { text: '', recipient: 'm1' },
      memoryId: 'm1',
    },
  ],
} as unknown as ShownSegment

it('asks with the text, and sends the decision for this text alone', async () => {
  const { calls } = fakeReplies({
    'GET /currentUser/memories': () =>
      json({ items: [{ memoryId: 'm1', text: 'Likes tea', isProposed: true }], allowed: true }),
    [decision]: () => new Response(null, { status: 204 }),
  })
  show(<Approvals segment={segment} conversationId="c1" />)
  await untilShown('Likes tea')
  expect(all('button').map(({ textContent }) => textContent)).toEqual(['Remember', 'Don’t allow'])
  await press('button', 'Remember')
  await until(() =>
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body ?? ''))).toEqual(
      [{ approved: true, remember: 'Once' }],
    ),
  )
})

it('allows nothing that couldn’t be shown, but declining is possible', async () => {
  const { calls } = fakeReplies({
    'GET /currentUser/memories': () => problem(500, 'server.failed'),
    [decision]: () => new Response(null, { status: 204 }),
  })
  show(<Approvals segment={segment} conversationId="c1" />)
  await until(() => void get('alert'))
  await press('button', 'Remember')
  await press('button', 'Don’t allow')
  await until(() =>
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body ?? ''))).toEqual(
      [{ approved: false, remember: 'Once' }],
    ),
  )
})
