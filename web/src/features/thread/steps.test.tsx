// @vitest-environment happy-dom
import { combineSlices, configureStore } from '@reduxjs/toolkit'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../api/api.ts'
import type { ShownSegment } from '../chatModel/branch.ts'
import { chatActions, chatSlice } from '../chatModel/chatSlice.ts'
import type { Segment } from '../chatModel/segments.ts'
import { AnswerActions } from './AnswerActions.tsx'
import { AnswerSteps } from './AnswerSteps.tsx'
import type { TurnChat } from './useThread.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const stored = (more: Partial<Segment> = {}): Segment => ({
  conversationSegmentId: 's1',
  parentSegmentId: null,
  gptSystem: { gptSystemId: 'g1', name: 'Guide' },
  question: 'Why?',
  answer: 'Because.',
  status: 'Completed',
  createdAt: '2026-11-21T10:00:00.000Z',
  startedAt: '2026-11-21T10:00:00.000Z',
  finishedAt: '2026-11-21T10:00:14.000Z',
  citations: [],
  reads: [],
  steps: [],
  codeInterpreterResponse: '',
  thinking: '',
  errors: [],
  usage: null,
  attachments: [],
  visionImages: [],
  ...more,
})
const opened = vi.fn()
const page = {
  stream: { active: false },
  address: { conversationId: 'c1' },
  tree: [],
  details: { open: opened },
} as unknown as TurnChat

const createStore = () =>
  configureStore({
    reducer: combineSlices(api, chatSlice),
    middleware: (defaults) => defaults().concat(api.middleware),
  })
let unmount = () => {}
function show(segment: ShownSegment, store = createStore()) {
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const root = createRoot(place)
  unmount = () => root.unmount()
  act(() =>
    root.render(
      <Provider store={store}>
        <AnswerSteps segment={segment} page={page} />
        <AnswerActions segment={segment} page={page} />
      </Provider>,
    ),
  )
  return { place, store }
}
afterEach(() => {
  act(() => unmount())
  vi.unstubAllGlobals()
})
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (one) => one.getAttribute('aria-label') === name || one.textContent === name,
  )!
/** Opens it and then fires `toggle`, as a browser does. */
const open = (details: HTMLDetailsElement) =>
  act(() => {
    details.open = true
    details.dispatchEvent(new Event('toggle'))
  })

describe('the steps of an answer', () => {
  const step = (id: string, title: string, ms: number) => ({ id, title, state: 'Done' as const, ms })

  it('shows their duration and number, and expands to each with its time', () => {
    const steps = [step('search', 'Searched the libraries', 1210), step('read-1', 'Read a.csv', 400)]
    const { place } = show(stored({ steps }))
    expect(place.querySelector('summary')?.textContent).toBe('Worked for 14 s, 2 steps')
    const lines = [...place.querySelectorAll('.steps li')].map((line) => line.textContent)
    expect(lines.slice(0, 2)).toEqual(['Searched the libraries, Done1.2 s', 'Read a.csv, Done0.4 s'])
  })

  it('shows the output of a tool on request', () => {
    const { place } = show(
      stored({ steps: [step('code', 'Ran Python', 9500)], codeInterpreterResponse: 'peak 87.0 Hz' }),
    )
    expect(place.textContent).not.toContain('peak')
    act(() => button('Show output').click())
    expect(place.querySelector('pre')?.textContent).toContain('peak 87.0 Hz')
  })

  it('links to the execution details of that answer', () => {
    show(stored({ steps: [step('search', 'Searched', 10)] }))
    act(() => document.querySelector<HTMLElement>('.steps-more button')!.click())
    expect(opened).toHaveBeenCalledWith('s1')
  })
})

describe('the model’s reasoning', () => {
  it('is a collapsed step with its duration, and expands to its text', () => {
    const { place } = show(
      stored({
        thinking: 'The clause is in the agreement.',
        steps: [{ id: 'thinking', title: 'Thought', state: 'Done', ms: 6100 }],
      }),
    )
    const details = place.querySelector<HTMLDetailsElement>('.thinking details')!
    expect(details.open).toBe(false)
    expect(details.textContent).toBe('Thought for 6 s')
    open(details)
    expect(details.textContent).toContain('The clause is in the agreement.')
    // It doesn't count as a step of the answer.
    expect(place.querySelector('summary.steps-line')?.textContent).toBe('Worked for 14 s')
  })

  it('grows while it is open', () => {
    const store = createStore()
    store.dispatch(chatActions.questionStarted({ question: 'Why?', parentSegmentId: null, createdAt: 'now' }))
    const think = (id: number, text: string) =>
      store.dispatch(chatActions.thinkingUpdated({ id, data: { text } }))
    think(1, 'First')
    const segment = () => store.getState().chat.streamConversationSegment!
    const { place } = show(segment(), store)
    const details = place.querySelector<HTMLDetailsElement>('.thinking details')!
    expect(details.querySelector('summary')?.textContent).toBe('Thinking')
    open(details)
    act(() => void think(2, ' this, then that.'))
    expect(details.textContent).toContain('First this, then that.')
  })

  it('is never copied with the answer', async () => {
    const writeText = vi.fn().mockResolvedValue(undefined)
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    show(stored({ thinking: 'Secret thoughts.' }))
    await act(async () => button('Copy').click())
    expect(writeText).toHaveBeenCalledExactlyOnceWith('Because.')
  })
})
