import { beforeEach, expect, it } from 'vitest'
import {
  answerEnded,
  answerStarted,
  conversationRemoved,
  openAnswers,
  seen,
  setRunning,
} from './openAnswers.ts'

beforeEach(() => openAnswers.set({ running: new Map(), unseen: new Set() }))
const running = () => [...openAnswers.read().running.keys()]
const unseen = () => [...openAnswers.read().unseen]

it('an answer runs until all answers of its conversation have ended, and is unread unless the conversation is open', () => {
  answerStarted('a', '1')
  answerStarted('a', '2')
  answerEnded('a', '1', false)
  expect(running()).toEqual(['a'])
  answerEnded('a', '2', true)
  expect(running()).toEqual([])
  expect(unseen()).toEqual(['a'])
  seen('a')
  expect(unseen()).toEqual([])
  answerStarted('b', '3')
  answerEnded('b', '3', true)
  expect(unseen()).toEqual([])
})

it('an answer that ended during a disconnect is unread, unless its conversation is open', () => {
  setRunning(
    [
      { conversationId: 'a', conversationSegmentId: '1' },
      { conversationId: 'b', conversationSegmentId: '2' },
      { conversationId: 'c', conversationSegmentId: '3' },
    ],
    null,
  )
  setRunning([{ conversationId: 'c', conversationSegmentId: '3' }], 'b')
  expect(running()).toEqual(['c'])
  expect(unseen()).toEqual(['a'])
})

it('a deleted conversation or one with a new answer in progress has no mark', () => {
  answerStarted('a', '1')
  answerEnded('a', '1', false)
  answerStarted('a', '2')
  expect(unseen()).toEqual([])
  conversationRemoved('a')
  expect([running(), unseen()]).toEqual([[], []])
})
