// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies, json, type Replies } from '../../../testing/fakeServer.ts'
import { all, get, press, show, textIn, type, until, untilShown } from '../../../testing/screen.tsx'
import type { Segment } from '../../chatModel/segments.ts'
import { AnswerActions } from '../AnswerActions.tsx'
import type { TurnChat } from '../useThread.ts'

const segment = {
  conversationSegmentId: 's1',
  status: 'Completed',
  question: 'Why?',
  answer: 'Because.',
  createdAt: '2026-11-21T10:00:00.000Z',
  attachments: [],
} as unknown as Segment
const page = {
  address: { conversationId: 'c1' },
  tree: [],
  details: {},
} as unknown as TurnChat
const address = 'POST /userConversations/c1/segments/s1/feedback'
const otherAddress = 'POST /userConversations/c1/segments/s2/feedback'
const pressed = (name: string) => get('button', name).getAttribute('aria-pressed')

it('a rating refused by the server is reported and reverted, and loses no text', async () => {
  const refuse = () => json({ code: 'internal', title: 'It failed.' }, 500)
  const accept = () => json({})
  const replies: Replies = { [address]: accept }
  const { calls } = fakeReplies(replies)
  const ratings = () =>
    calls.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body ?? 'null'))
  show(<AnswerActions segment={segment} page={page} />)
  await press('button', 'Bad answer')
  await until(() => expect(ratings()).toMatchObject([{ rating: 'Bad' }]))
  await until(() => void get('textbox'))

  replies[address] = refuse
  type(get('textbox'), 'A long thought.')
  await press('button', 'Save')
  await untilShown('It failed.')
  expect(textIn(get('textbox'))).toBe('A long thought.')
  expect([pressed('Bad answer'), pressed('Good answer')]).toEqual(['true', 'false'])

  replies[address] = accept
  await press('button', 'Save')
  await until(() => expect(all('textbox')).toEqual([]))
  expect(ratings().at(-1)).toMatchObject({ rating: 'Bad', text: 'A long thought.' })

  // Answered late, so that the time before can be seen.
  const { promise, resolve } = Promise.withResolvers<void>()
  replies[address] = () => promise.then(refuse)
  const before = ratings().length
  await press('button', 'Good answer')
  await until(() => expect(pressed('Good answer')).toBe('true'))
  resolve()
  await until(() => expect(ratings()).toHaveLength(before + 1))
  await until(() => expect(pressed('Bad answer')).toBe('true'))
  expect(pressed('Good answer')).toBe('false')
})

it('only a bad answer can be allowed for tests, and only if the user checks it', async () => {
  const { calls } = fakeReplies({ [otherAddress]: () => json({}) })
  const sent = () =>
    calls.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body ?? 'null'))
  show(<AnswerActions segment={{ ...segment, conversationSegmentId: 's2' }} page={page} />)
  await press('button', 'Good answer')
  await until(() => void get('textbox'))
  expect(all('checkbox')).toEqual([])
  await press('button', 'Bad answer')
  await until(() => void get('checkbox'))
  await until(() => expect(sent().at(-1)).toMatchObject({ rating: 'Bad', mayBeUsedForTests: false }))
  await press('checkbox')
  await press('button', 'Save')
  await until(() => expect(sent().at(-1)).toMatchObject({ rating: 'Bad', mayBeUsedForTests: true }))
})
