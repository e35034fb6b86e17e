// @vitest-environment happy-dom
import { configureStore } from '@reduxjs/toolkit'
import { beforeEach, expect, it } from 'vitest'
import { keepLastAgent } from '../chat/data/lastAgent.ts'
import type { UploadedFile } from './attachments/api.ts'
import { chatActions, chatSlice } from './chatSlice.ts'
import { keepDraft, keepDraftFiles, keepSent } from './drafts.ts'
import { applyEvent, type NumberedEvent } from './stream/streamEvents.ts'

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

const inStorage = () => JSON.stringify([{ ...sessionStorage }, { ...localStorage }])

it('[R-3-118] the browser stores drafts and the last agent of a chat, but nothing of the stream', () => {
  const store = configureStore({ reducer: { chat: chatSlice.reducer } })
  const file = { attachmentId: 'f1', draftOf: 'c1', state: 'Ready' } as UploadedFile
  keepDraft('c1', 'Typed, not sent')
  keepDraftFiles('c1', [file])
  keepSent({ of: 'c1', text: 'On its way', files: [file] })
  keepLastAgent('g1')
  store.dispatch(chatActions.conversationStarted())
  store.dispatch(
    chatActions.questionStarted({
      question: 'Why?',
      parentSegmentId: null,
      createdAt: '2026-11-21T10:00:00Z',
    }),
  )
  const events = [
    { event: 'conversation-and-segment-id', data: { conversationId: 'c1', conversationSegmentId: 's1' } },
    { event: 'response-updated', data: { text: 'Streamed words' } },
    { event: 'thinking-updated', data: { text: 'Streamed thoughts' } },
    { event: 'code-interpreter-updated', data: { text: 'Streamed code' } },
  ]
  for (const [index, event] of events.entries())
    applyEvent({ ...event, id: index + 1 } as NumberedEvent, {
      dispatch: store.dispatch,
      keepSessionTokens: () => {},
      log: () => {},
    })
  expect(store.getState().chat).toMatchObject({
    streamCursorPosition: 4,
    streamConversationSegment: { answer: 'Streamed words', thinking: 'Streamed thoughts' },
  })
  expect(inStorage()).toContain('Typed, not sent')
  expect(inStorage()).toContain('g1')
  for (const transient of ['Streamed', 'streamData', 'streamEvent', 'streamCursorPosition', 'Pending'])
    expect(inStorage()).not.toContain(transient)
})
