import { describe, expect, it, vi } from 'vitest'
import { keepSessionTokens, readSessionTokens } from '../../transport/sessionTokens.ts'
import { visibleAnswer } from '../thread/testing/visibleAnswer.ts'
import {
  type ChatState,
  chatActions,
  chatSlice,
  initialChatState,
  requestStatuses,
  streamProgresses,
} from './chatSlice.ts'
import { applyEvent, joined, type NumberedEvent, type StreamEffects } from './stream/streamEvents.ts'

const reduce = chatSlice.reducer
const ids = { conversationId: 'c1', conversationSegmentId: 's1' }
const failure = { text: 'It broke.', code: 'engine.failed', requestId: 'r1' }

const asked = (): ChatState =>
  [
    chatActions.gptSystemChosen('g1'),
    chatActions.conversationStarted(),
    chatActions.questionStarted({
      question: 'Why?',
      parentSegmentId: null,
      createdAt: '2026-11-21T10:00:00Z',
    }),
  ].reduce(reduce, initialChatState)

/** Returns the state after these events, applied as the stream applies them. */
function after(
  events: Omit<NumberedEvent, 'id'>[],
  from = asked(),
  effects: Partial<StreamEffects> = {},
): ChatState {
  let state = from
  for (const [index, event] of events.entries()) {
    applyEvent({ ...event, id: index + 1 } as NumberedEvent, {
      dispatch: (action) => {
        state = reduce(state, action)
      },
      keepSessionTokens,
      log: () => {},
      ...effects,
    })
  }
  return state
}

const event = <E extends NumberedEvent['event']>(
  name: E,
  data: Extract<NumberedEvent, { event: E }>['data'],
) => ({ event: name, data }) as Omit<NumberedEvent, 'id'>
const gone = () => reduce(asked(), chatActions.conversationSwitched('other'))
const answer = (state: ChatState) => state.streamConversationSegment!.answer

const numbered = (id: number, text: string) => chatActions.responseUpdated({ id, data: { text } })

describe('chat state', () => {
  it('applies every text however numbers were joined, and an older number doesn’t move the cursor back', () => {
    const state = [numbered(2, 'a'), numbered(4, 'b'), numbered(9, 'c'), numbered(3, 'd')].reduce(
      reduce,
      asked(),
    )
    expect([answer(state), state.streamCursorPosition]).toEqual(['abcd', 9])
  })

  it('[R-3-109] includes the current conversation, segment and agent', () => {
    const state = after([event('conversation-and-segment-id', ids)])
    expect(state).toMatchObject({
      currentConversationId: 'c1',
      currentConversationSegmentId: 's1',
      currentGptSystemId: 'g1',
    })
  })

  it('[R-3-111] includes the streamed segment, the last event with its number and data, and whether it was stopped', () => {
    const state = after([event('conversation-and-segment-id', ids), event('response-updated', { text: 'a' })])
    expect(state.streamConversationSegment?.question).toBe('Why?')
    expect(state).toMatchObject({
      streamCursorPosition: 2,
      streamEvent: 'response-updated',
      streamData: { text: 'a' },
      streamAborted: false,
    })
    expect(reduce(state, chatActions.aborted()).streamAborted).toBe(true)
  })

  it('[R-3-115] includes the code interpreter’s activity, output and status', () => {
    const state = after([
      event('code-interpreter-updated', { text: 'out' }),
      event('step-update', { text: 'Running', steps: [] }),
    ])
    expect(state).toMatchObject({
      codeInterpreterUpdating: true,
      codeInterpreterResponse: 'out',
      codeInterpreterStatus: 'Running',
    })
  })

  it('[R-4-058][R-4-059] has the specified values of streaming progress and request status', () => {
    expect(streamProgresses).toEqual(['Idle', 'Streaming', 'Complete'])
    expect(requestStatuses).toEqual(['Idle', 'Pending', 'Fulfilled', 'Rejected'])
    const states = [
      initialChatState,
      asked(),
      reduce(asked(), chatActions.posted()),
      reduce(asked(), chatActions.postFailed(failure)),
    ]
    expect(states.map((state) => state.requestStatus)).toEqual(['Idle', 'Pending', 'Fulfilled', 'Rejected'])
    expect(states.map((state) => state.streamProgress)).toEqual([
      'Idle',
      'Streaming',
      'Streaming',
      'Complete',
    ])
  })
})

it('[R-3-108] currentBrandKey is default, then the chat’s brand', () => {
  expect(initialChatState.currentBrandKey).toBe('default')
  expect(reduce(initialChatState, chatActions.brandApplied('acme')).currentBrandKey).toBe('acme')
})

describe('conversation lifecycle', () => {
  it('[R-4-062] is active and unchanged once a conversation starts', () => {
    const state = reduce(gone(), chatActions.conversationStarted())
    expect(state).toMatchObject({ userConversationIsActive: true, conversationChanged: false })
  })

  it('[R-4-063] has a pending segment with an empty answer once a question starts', () => {
    expect(asked().streamConversationSegment).toMatchObject({
      status: 'Pending',
      answer: '',
      question: 'Why?',
    })
  })

  it('[R-4-064] clears the streamed segment and the stop mark when it has finished', () => {
    const state = reduce(reduce(asked(), chatActions.aborted()), chatActions.conversationFinished())
    expect(state).toMatchObject({ streamConversationSegment: null, streamAborted: false })
  })

  it('[R-4-065][R-3-114] is active from its start until its post succeeds', () => {
    expect(asked().userConversationIsActive).toBe(true)
    expect(reduce(asked(), chatActions.posted()).userConversationIsActive).toBe(false)
  })

  it('[R-4-066][R-4-067][R-4-068][R-3-106] clears stream and interpreter output when another one is opened', () => {
    const before = after([event('code-interpreter-updated', { text: 'out' })])
    expect(before).toMatchObject({ conversationChanged: false, codeInterpreterResponse: 'out' })
    expect(reduce(before, chatActions.conversationSwitched('c2'))).toMatchObject({
      conversationChanged: true,
      currentConversationId: 'c2',
      streamConversationSegment: null,
      streamCursorPosition: 0,
      streamData: null,
      streamEvent: null,
      streamProgress: 'Idle',
      codeInterpreterResponse: '',
      codeInterpreterStatus: '',
      codeInterpreterUpdating: false,
    })
  })

  const opened = () => after([event('conversation-and-segment-id', ids)])

  it('[R-4-070][R-4-071][R-3-116] clears everything about the conversation', () => {
    expect(opened().latestSession).toEqual({ gptSystemId: 'g1', conversationId: ids.conversationId })
    expect(reduce(opened(), chatActions.conversationCleared())).toMatchObject({
      currentConversationId: null,
      latestSession: null,
      userConversationIsActive: false,
    })
  })

  it('[R-4-069] clears its images, but not those of another draft', () => {
    const file = (attachmentId: string, draftOf: string, image?: object) =>
      chatActions.attachmentAdded({ attachmentId, draftOf, image } as never)
    const before = [
      file('image', ids.conversationId, {}),
      file('text', ids.conversationId),
      file('other', 'c9', {}),
      file('new', 'new:g1', {}),
    ].reduce(reduce, opened())
    const left = reduce(before, chatActions.conversationCleared()).uploadedFiles
    expect(left.map(({ attachmentId }) => attachmentId)).toEqual(['text', 'other', 'new'])
  })

  it('[R-4-072][R-4-073] is cleared when it is deleted or archived, and other conversations aren’t', () => {
    expect(reduce(opened(), chatActions.conversationGone('c9'))).toEqual(opened())
    expect(reduce(opened(), chatActions.conversationGone(ids.conversationId))).toEqual(
      reduce(opened(), chatActions.conversationCleared()),
    )
  })
})

describe('IDs and text', () => {
  it('[R-4-034] conversation-and-segment-id sets the current conversation and segment', () => {
    const state = after([event('conversation-and-segment-id', ids)])
    expect([state.currentConversationId, state.currentConversationSegmentId]).toEqual(['c1', 's1'])
    expect(state.streamConversationSegment?.conversationSegmentId).toBe('s1')
  })

  it('[R-4-035] conversation-and-segment-id clears the code interpreter’s text', () => {
    const state = after([
      event('code-interpreter-updated', { text: 'old' }),
      event('conversation-and-segment-id', ids),
    ])
    expect(state.codeInterpreterResponse).toBe('')
  })

  it('[R-4-036] response-updated appends the text to the answer', () => {
    const state = after([
      event('response-updated', { text: 'One ' }),
      event('response-updated', { text: 'two' }),
    ])
    expect(answer(state)).toBe('One two')
  })

  it('[R-4-037][R-4-039][R-4-043] ignores text and errors of a conversation that was left', () => {
    const open = asked()
    const left: ChatState = { ...open, conversationChanged: true }
    const events = [
      event('response-updated', { text: 'late' }),
      event('error', failure),
      event('internal-server-error', failure),
    ]
    expect(visibleAnswer(after(events, left).streamConversationSegment!)).toBe('')
    expect(visibleAnswer(after(events, open).streamConversationSegment!)).toBe(
      'late\n\nIt broke.\n\nIt broke.',
    )
    expect(after(events, gone()).streamConversationSegment).toBeNull()
  })

  it('[R-4-053][R-3-085] generated-image-link appends a Markdown image of Title and Uri', () => {
    const image = { Title: 'Chart [1]', Uri: '/api/internal/images/7' }
    const state = after([event('response-updated', { text: 'See:' }), event('generated-image-link', image)])
    expect(answer(state)).toBe('See:\n\n![Chart \\[1\\]](/api/internal/images/7)\n\n')
  })

  it('joins consecutive texts under the last one’s number', () => {
    const events = ['a', 'b', 'c'].map((text, index) => ({
      event: 'response-updated',
      id: index + 1,
      data: { text },
    }))
    const step = { event: 'step-update', id: 4, data: { text: '', steps: [] } }
    expect(joined([...events, step, events[0]] as NumberedEvent[])).toEqual([
      { event: 'response-updated', id: 3, data: { text: 'abc' } },
      step,
      events[0],
    ])
  })
})

describe('errors', () => {
  it('[R-4-038][R-4-042] append their text to the visible answer, separate from what a model reads', () => {
    const state = after([
      event('response-updated', { text: 'Half' }),
      event('internal-server-error', { ...failure, text: 'Trouble.' }),
      event('error', failure),
    ])
    expect(visibleAnswer(state.streamConversationSegment!)).toBe('Half\n\nTrouble.\n\nIt broke.')
    expect(answer(state)).toBe('Half')
  })

  it('[R-4-040][R-4-041] error is logged and completes the streaming', () => {
    const log = vi.fn()
    const state = after([event('error', failure)], asked(), { log })
    expect(log).toHaveBeenCalledWith('stream.error', { code: 'engine.failed', requestId: 'r1' })
    expect(state.streamProgress).toBe('Complete')
  })

  it('[R-4-044] internal-server-error is logged only', () => {
    const log = vi.fn()
    const state = after([event('internal-server-error', failure)], asked(), { log })
    expect(log).toHaveBeenCalledWith('stream.internal-server-error', {
      code: 'engine.failed',
      requestId: 'r1',
    })
    expect(state.streamProgress).toBe('Streaming')
  })
})

describe('response-model', () => {
  const citation = {
    citationId: '1',
    title: 'Guide',
    path: 'a/b',
    page: 2,
    quote: 'q',
    score: 1,
    passageId: null,
  }
  const model = { conversationSegmentId: 's2', Citations: [citation], errors: [], usage: null }

  it('[R-4-045][R-4-046][R-4-047] includes the citations and the ID, which the segment adopts', () => {
    const state = after([event('conversation-and-segment-id', ids), event('response-model', model)])
    expect(state.streamConversationSegment?.citations).toEqual([citation])
    expect(state.streamConversationSegment?.conversationSegmentId).toBe('s2')
    expect(state.currentConversationSegmentId).toBe('s2')
  })

  it('[R-4-048] turns off the interpreter’s updating state', () => {
    const state = after([event('code-interpreter-updated', { text: 'x' }), event('response-model', model)])
    expect(state.codeInterpreterUpdating).toBe(false)
  })

  it('[R-4-049] with errors stores them and completes the streaming', () => {
    const errors = [{ field: 'answer', message: 'cut' }]
    const state = after([event('response-model', { ...model, errors })])
    expect(state.streamErrors).toEqual(errors)
    expect(state.streamProgress).toBe('Complete')
    expect(after([event('response-model', model)]).streamProgress).toBe('Streaming')
  })
})

describe('steps, tokens and the end', () => {
  it('[R-4-050] code-interpreter-updated turns on the updating state and appends its text', () => {
    const state = after([
      event('code-interpreter-updated', { text: 'a' }),
      event('code-interpreter-updated', { text: 'b' }),
    ])
    expect(state).toMatchObject({ codeInterpreterUpdating: true, codeInterpreterResponse: 'ab' })
  })

  it('[R-4-051] step-update sets the status text and the steps', () => {
    const steps = [{ id: '1', title: 'Searched', state: 'Done' as const }]
    const state = after([event('step-update', { text: 'Reading', steps })])
    expect(state.codeInterpreterStatus).toBe('Reading')
    expect(state.streamConversationSegment?.steps).toEqual(steps)
  })

  it('[R-4-054] cosmos-db-session-tokens stores the tokens for later calls', () => {
    after([event('cosmos-db-session-tokens', { 'x-cosmos-session-token': 'p42' })])
    expect(readSessionTokens()).toEqual({ 'x-cosmos-session-token': 'p42' })
  })

  it('[R-4-055][R-4-056][R-4-057] no-more-data ends activity, interpreter and streaming', () => {
    const state = after([
      event('code-interpreter-updated', { text: 'x' }),
      event('step-update', { text: 'Running', steps: [] }),
      event('no-more-data', { status: 'Completed' }),
    ])
    expect(state).toMatchObject({
      userConversationIsActive: false,
      codeInterpreterUpdating: false,
      codeInterpreterStatus: '',
      streamProgress: 'Complete',
    })
    expect(state.streamConversationSegment?.status).toBe('Completed')
  })

  it('thinking-updated extends the thinking text, never the answer, and joins several in a frame', () => {
    const events = ['First ', 'this.'].map((text) => event('thinking-updated', { text }))
    const state = after([...events, event('response-updated', { text: 'Then that.' })])
    expect(state.streamConversationSegment).toMatchObject({ thinking: 'First this.', answer: 'Then that.' })
    expect(visibleAnswer(state.streamConversationSegment!)).toBe('Then that.')
    const numbered = [...events, event('response-updated', { text: 'a' })].map(
      (one, index) => ({ ...one, id: index + 1 }) as NumberedEvent,
    )
    expect(joined(numbered)).toEqual([
      { event: 'thinking-updated', id: 2, data: { text: 'First this.' } },
      { event: 'response-updated', id: 3, data: { text: 'a' } },
    ])
  })
})

describe('guidelinesDocumentConsent', () => {
  const { consentsLoaded, guidelinesAccepted } = chatActions
  const after = (...actions: Parameters<typeof chatSlice.reducer>[1][]) =>
    actions.reduce(chatSlice.reducer, initialChatState).guidelinesDocumentConsent

  it('[R-3-110] is the list of documents whose current version is accepted', () => {
    expect(after()).toEqual([])
    expect(after(consentsLoaded(['one', 'two']))).toEqual(['one', 'two'])
    // A new version takes its document off the list.
    expect(after(consentsLoaded(['one', 'two']), consentsLoaded(['two']))).toEqual(['two'])
  })

  it('[R-4-078] [R-5-016] has each document once, however often it is accepted', () => {
    const accepted = guidelinesAccepted('one')
    expect(after(accepted, accepted)).toEqual(['one'])
    expect(after(consentsLoaded(['one', 'one']), accepted, guidelinesAccepted('two'))).toEqual(['one', 'two'])
  })
})
