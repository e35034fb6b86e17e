// @vitest-environment happy-dom
import { combineSlices, configureStore } from '@reduxjs/toolkit'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../../api/api.ts'
import { auth, changeDisplaySetting } from '../../../session/auth.ts'
import type { ExecutionDetails } from '../../chatModel/api.ts'
import { chatActions, chatSlice } from '../../chatModel/chatSlice.ts'
import type { Segment } from '../../chatModel/segments.ts'
import ExecutionDetailsDrawer from './ExecutionDetailsDrawer.tsx'
import { type DetailsOpener, useExecutionDetails } from './openDetails.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
vi.mock('../../../session/token.ts', () => ({
  currentToken: () => Promise.resolve('token'),
  regenerateToken: () => Promise.resolve(''),
}))

const segment = { conversationSegmentId: 's1', status: 'Completed', steps: [] } as unknown as Segment
const details: ExecutionDetails = {
  conversationSegmentId: 's1',
  status: 'Completed',
  languageEngine: 'OpenAI',
  deploymentName: 'gpt-x',
  createdAt: '2026-11-21T10:00:00.000Z',
  finishedAt: '2026-11-21T10:00:14.100Z',
  questionAsAsked: 'And for Lyon?',
  questionAsSearched: 'What are the visa rules for Lyon?',
  customInstructions: 'Used',
  history: { turns: 2, summarised: 3, leftOut: 1 },
  steps: [
    {
      id: 'search',
      title: 'Searched the libraries, 2 passages found',
      state: 'Done',
      startedAt: '2026-11-21T10:00:00.300Z',
      ms: 1200,
      kind: 'Step',
      input: 'What are the visa rules for Lyon?',
      output: null,
    },
    {
      id: 'call-1',
      title: 'Searched for “Lyon”',
      state: 'Done',
      startedAt: '2026-11-21T10:00:02.000Z',
      ms: 500,
      kind: 'Tool',
      input: '{"query":"Lyon"}',
      output: 'Two passages about Lyon.',
    },
  ],
  passages: [
    {
      number: 1,
      passageId: 'p1',
      fileName: 'Visa.pdf',
      page: 14,
      heading: 'France',
      text: 'A visa is needed.',
      score: 0.912,
      cited: true,
    },
    {
      number: 2,
      passageId: 'p2',
      fileName: 'Other.md',
      page: null,
      heading: '',
      text: 'Nothing.',
      score: 0.3,
      cited: false,
    },
  ],
  usage: { inputTokens: 4871, outputTokens: 347 },
  calls: [
    {
      purpose: 'Question',
      usage: { inputTokens: 210, outputTokens: 19 },
      ms: 800,
      languageEngine: 'OpenAI',
      deploymentName: 'small-model',
    },
    {
      purpose: 'Answer',
      usage: null,
      ms: 9100,
      languageEngine: 'OpenAI',
      deploymentName: 'large-model',
    },
  ],
  firstTextMs: 11_400,
  totalMs: 14_100,
  prompt: [
    { role: 'system', content: 'You are helpful.' },
    { role: 'user', content: 'And for Lyon?' },
  ],
  promptNeeds: [],
}

let unmount = () => {}
const asked: string[] = []
function serve(answer: Partial<ExecutionDetails> = {}) {
  asked.length = 0
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return path.endsWith('/traceLogs')
      ? Response.json({
          items: [
            {
              seq: 1,
              at: '2026-11-21T10:00:01.000Z',
              name: 'search.finished',
              fields: { passages: 2, ms: 9 },
            },
          ],
        })
      : Response.json({ ...details, ...answer })
  })
}

const createStore = () =>
  configureStore({
    reducer: combineSlices(api, chatSlice),
    middleware: (defaults) => defaults().concat(api.middleware),
  })

async function show(element: ReactNode, store = createStore()) {
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const root = createRoot(place)
  unmount = () => root.unmount()
  await act(async () => root.render(<Provider store={store}>{element}</Provider>))
  await settle()
  return { place, store }
}
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)))
const opener: DetailsOpener = { open: vi.fn(), toggle: vi.fn(), follow: vi.fn() }
const drawer = (latest = true) => (
  <ExecutionDetailsDrawer conversationId="c1" segment={segment} latest={latest} details={opener} />
)
const tab = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=tab]')].find((one) => one.textContent === name)!
const open = async (name: string) => {
  act(() => tab(name).click())
  await settle()
}
const panel = () => document.querySelector('[role=tabpanel]')!.textContent!

beforeEach(() => {
  // On a large screen, the drawer is next to the chat.
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  serve()
})
afterEach(() => {
  act(() => unmount())
  changeDisplaySetting('showChatExecutionDetailsDrawer', false)
  changeDisplaySetting('useLatestChatSegmentForExecutionDetailsDrawer', true)
  vi.unstubAllGlobals()
})

describe('the drawer', () => {
  it('shows times, tokens, the steps as a waterfall, and the cited passages', async () => {
    await show(drawer())
    for (const figure of ['14.1 s', '11.4 s', '4,871', '347', 'Visa.pdf, p. 14', '0.91', 'gpt-x'])
      expect(panel()).toContain(figure)
    expect(panel()).not.toContain('Other.md')
    const rows = [...document.querySelectorAll('.waterfall-row')].map((row) => row.getAttribute('aria-label'))
    expect(rows).toHaveLength(3)
    expect(rows[0]).toContain(
      'Searched the libraries, 2 passages found, done, started after 0.3 s, took 1.2 s',
    )
    expect(rows[2]).toContain('Write answer')
  })

  it('lists the model calls with their deployments, including those other than the answer', async () => {
    await show(drawer())
    const calls = [...document.querySelectorAll('.details-calls li')].map((call) => call.textContent)
    expect(calls).toEqual(['Rewrite the questionsmall-model210 in, 19 out0.8 s', 'Answerlarge-model9.1 s'])
  })

  it('expands a tool to its input and output', async () => {
    await show(drawer())
    expect(panel()).not.toContain('{"query":"Lyon"}')
    act(() => document.querySelectorAll<HTMLElement>('button.waterfall-row')[1]!.click())
    expect(panel()).toContain('{"query":"Lyon"}')
    expect(panel()).toContain('Two passages about Lyon.')
  })

  it('shows the question as asked and as searched, the history, and every passage with its score', async () => {
    await show(drawer())
    await open('Retrieval')
    for (const said of [
      'And for Lyon?',
      'What are the visa rules for Lyon?',
      '2 sent in full, 3 summarized, 1 left out',
      'Other.md',
      '0.30',
      'France',
    ])
      expect(panel()).toContain(said)
  })

  it('shows the prompt by message to users who can see it', async () => {
    await show(drawer())
    await open('Prompt')
    expect(panel()).toBe('SystemYou are helpful.UserAnd for Lyon?')
  })

  it('names the permissions to users who can see neither prompt nor trace log, and doesn’t request the trace', async () => {
    serve({ prompt: null, promptNeeds: ['GptSystemsWrite', 'GptSystemsWriteSpecific'] })
    await show(drawer())
    await open('Prompt')
    expect(panel()).toContain(
      'To view the prompt, you need the permission “Edit agents” (GptSystemsWrite) or “Edit specific agents” (GptSystemsWriteSpecific).',
    )
    await open('Trace log')
    expect(panel()).toContain(
      'To view the trace log, you need the permission “Edit agents” (GptSystemsWrite) or “Edit specific agents” (GptSystemsWriteSpecific).',
    )
    expect(asked.some((path) => path.endsWith('/traceLogs'))).toBe(false)
  })

  it('requests the trace log only when its tab is opened', async () => {
    await show(drawer())
    expect(asked.map((path) => path.split('/').at(-1))).toEqual(['executionDetails'])
    await open('Trace log')
    expect(asked.map((path) => path.split('/').at(-1))).toEqual(['executionDetails', 'traceLogs'])
    expect(panel()).toBe('1.0 ssearch.finishedpassages2')
  })

  it('moves between tabs with the arrow keys, wrapping at the ends', async () => {
    await show(drawer())
    const press = async (key: string) => {
      act(
        () =>
          void document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })),
      )
      await settle()
      return document.activeElement!.textContent
    }
    act(() => tab('Steps').focus())
    expect(await press('ArrowRight')).toBe('Retrieval')
    expect(await press('ArrowLeft')).toBe('Steps')
    expect(await press('ArrowLeft')).toBe('Trace log')
    expect(tab('Trace log').getAttribute('aria-selected')).toBe('true')
  })

  it('says that an answer is an earlier one, and jumps to the latest', async () => {
    await show(drawer(false))
    expect(panel()).toContain('This is an earlier answer.')
    act(() =>
      [...document.querySelectorAll('button')]
        .find((one) => one.textContent === 'Show latest answer')!
        .click(),
    )
    expect(opener.follow).toHaveBeenCalledWith(true)
  })

  it('closes with Esc and returns the focus', async () => {
    const before = document.body.appendChild(document.createElement('button'))
    await show(drawer())
    before.remove()
    changeDisplaySetting('showChatExecutionDetailsDrawer', true)
    act(
      () =>
        void document
          .querySelector('.details')!
          .dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })),
    )
    expect(auth.read().displaySettings.showChatExecutionDetailsDrawer).toBe(false)
  })
})

describe('the displayed answer', () => {
  let details: DetailsOpener
  function Page({ latest }: { latest: string | null }) {
    details = useExecutionDetails(latest)
    return null
  }

  it('[R-3-117] conversationSegmentIdForExecutionDetails follows the latest segment while following is on', async () => {
    const store = createStore()
    const shown = () => store.getState().chat.conversationSegmentIdForExecutionDetails
    await show(<Page latest="s1" />, store)
    expect(shown()).toBeNull()
    act(() => details.toggle())
    expect(shown()).toBe('s1')
    await show(<Page latest="s2" />, store)
    expect(shown()).toBe('s2')
  })

  it('[R-3-117] conversationSegmentIdForExecutionDetails stays at a selected earlier segment', async () => {
    const store = createStore()
    const shown = () => store.getState().chat.conversationSegmentIdForExecutionDetails
    await show(<Page latest="s2" />, store)
    act(() => details.open('s1'))
    await show(<Page latest="s3" />, store)
    expect(shown()).toBe('s1')
    act(() => details.follow(true))
    expect(shown()).toBe('s3')
  })

  it('[R-3-117] conversationSegmentIdForExecutionDetails is null in another conversation', () => {
    const store = createStore()
    store.dispatch(chatActions.executionDetailsChosen('s1'))
    store.dispatch(chatActions.conversationSwitched('c2'))
    expect(store.getState().chat.conversationSegmentIdForExecutionDetails).toBeNull()
  })
})
