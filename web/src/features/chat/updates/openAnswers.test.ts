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

it('an answer runs until all of its conversation’s have ended, and is unseen unless it is open', () => {
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

it('what has ended while nobody told is unseen, but for the conversation that is open', () => {
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

it('nothing is said of a conversation that has gone, nor of one that is answered anew', () => {
  answerStarted('a', '1')
  answerEnded('a', '1', false)
  answerStarted('a', '2')
  expect(unseen()).toEqual([])
  conversationRemoved('a')
  expect([running(), unseen()]).toEqual([[], []])
})
