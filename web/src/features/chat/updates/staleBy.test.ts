import type { UpdateEvent } from '@parlance/contract/updates'
import { describe, expect, it } from 'vitest'
import { type ChatState, chatActions, chatSlice, initialChatState } from '../../chatModel/chatSlice.ts'
import { staleBy } from './useUpdates.ts'

const ids = { conversationId: 'open', conversationSegmentId: 'own' }
const question = { question: 'Why?', parentSegmentId: null, createdAt: '2026-11-23T10:00:00Z' }

const state = (...actions: Parameters<typeof chatSlice.reducer>[1][]): ChatState =>
  [chatActions.conversationSwitched('open'), ...actions].reduce(chatSlice.reducer, initialChatState)
const idle = state()
const asked = state(chatActions.questionStarted(question))
const receiving = state(
  chatActions.conversationStarted(),
  chatActions.questionStarted(question),
  chatActions.conversationAndSegmentId({ id: 1, data: ids }),
)

const readsSegments = (update: UpdateEvent, chat: ChatState) =>
  staleBy(update, chat).some(({ type, id }) => type === 'Segments' && id === 'open')
const of = (conversationId: string) => ({ conversationId, conversationSegmentId: 'other' })

describe('data made stale by an update', () => {
  it('is only the list, if the update is about another conversation or none is open', () => {
    expect(staleBy({ event: 'answer-ended', data: of('another') }, idle)).toEqual([{ type: 'Conversations' }])
    expect(staleBy({ event: 'answers-running', data: { answers: [] } }, initialChatState)).toEqual([
      { type: 'Conversations' },
    ])
  })

  it('is everything about the open conversation', () => {
    expect(staleBy({ event: 'conversation-changed', data: of('open') }, idle)).toEqual([
      { type: 'Conversations' },
      { type: 'Conversation', id: 'open' },
      { type: 'Segments', id: 'open' },
    ])
  })

  it('excludes the answer that is being received until it ends', () => {
    expect(readsSegments({ event: 'answer-started', data: ids }, asked)).toBe(false)
    expect(readsSegments({ event: 'answer-started', data: ids }, receiving)).toBe(false)
    expect(readsSegments({ event: 'answer-ended', data: ids }, receiving)).toBe(false)
    expect(readsSegments({ event: 'conversation-changed', data: of('open') }, receiving)).toBe(false)
  })

  // The answer has ended and the stored one is loading, so it can lack these changes.
  it('includes what happened elsewhere in the meantime', () => {
    expect(readsSegments({ event: 'conversation-removed', data: of('open') }, receiving)).toBe(true)
    expect(readsSegments({ event: 'answer-started', data: of('open') }, receiving)).toBe(true)
    expect(readsSegments({ event: 'answer-ended', data: of('open') }, receiving)).toBe(true)
    expect(readsSegments({ event: 'answers-running', data: { answers: [] } }, receiving)).toBe(true)
  })
})
