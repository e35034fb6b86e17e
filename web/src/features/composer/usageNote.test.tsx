// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { fakeReplies, json } from '../../testing/fakeServer.ts'
import { show, until, untilShown } from '../../testing/screen.tsx'
import { chatActions } from '../chatModel/chatSlice.ts'
import { UsageNote } from './UsageNote.tsx'

const usage = (state: string) => ({
  ...{ state, whose: 'Budget', policy: null, limits: [] },
  budgetResetsAt: '2026-12-01T00:00:00.000Z',
})

it('reads the usage again if an answer ends while it is still being read', async () => {
  const first = Promise.withResolvers<Response>()
  let asked = 0
  fakeReplies({
    '/currentUser/usage': () => {
      asked += 1
      return asked === 1 ? first.promise : json(usage('NearEnd'))
    },
  })
  const { store } = show(<UsageNote gptSystemId="g1" />)
  await until(() => expect(asked).toBe(1))
  const question = { question: 'Why?', parentSegmentId: null, createdAt: 'now' }
  act(() => void store.dispatch(chatActions.questionStarted(question)))
  act(() => void store.dispatch(chatActions.conversationFinished()))
  // As it was before the answer.
  first.resolve(json(usage('Within')))
  await untilShown(/^A budget for this chat is almost used up/)
  expect(asked).toBe(2)
})
