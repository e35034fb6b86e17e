// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Call, fakeReplies, json, problem, type Replies } from '../../testing/fakeServer.ts'
import { all, get, press, show, textIn, type, until, untilShown } from '../../testing/screen.tsx'
import { PublicScreens } from './PublicScreens.tsx'
import { blockedStorage } from './session/testing/blockedStorage.ts'
import { forgetVisits } from './session/visits.ts'

const id = '019ab3c2-5f00-7000-8000-000000000001'
const base = '/publicConversations'
const page = {
  gptPublicEndpoint: 'desk',
  agentName: 'Ask Dispatch',
  description: 'Halden Rail, day and night',
  introduction: 'Ask about **departures**.',
  starterQuestions: ['Where is stop C?'],
  ux: { layout: 'Centered', showStarters: true, placeholder: 'Ask about your journey…', disclaimer: '' },
  avatarFileName: null,
  brandKey: null,
  extracts: false,
  allowAttachments: false,
  allowPageContext: false,
  allowVision: false,
  allowSourceDownload: false,
  contact: { label: 'Customer service', url: 'https://halden.example/help' },
  canEscalate: false,
  privacyUrl: 'https://halden.example/privacy',
  language: null,
}
const session = { sessionIdentifier: 's1', secret: 'secret', expiresAt: '2030-01-01T00:00:00Z' }
const details = (messagesLeft: number | null = null, isTest = false) => ({
  page,
  tools: [],
  isTest,
  reads: [],
  quota: { messagesLeft, resetsAt: '2030-01-02T00:00:00Z' },
  expiresAt: session.expiresAt,
})

/** The replies of a page whose visitor has a session. */
const replies = (more: Replies = {}): Replies => ({
  [`${base}/endpoints/desk`]: () => json(page),
  [`POST ${base}/sessions/byGptPublicEndpoint/desk`]: () => json(session),
  [`POST ${base}/sessions/s1/rotate`]: () => json(session),
  [`${base}/gptSystemDetailsForConversation/s1`]: () => json(details()),
  ...more,
})
const visited = () => localStorage.setItem('parlance.public.desk', JSON.stringify(session))
const field = () => document.querySelector<HTMLTextAreaElement>('textarea[data-composer]')!
const ended = () => problem(401, 'publicChat.session')
const paths = (calls: Call[]) =>
  calls.map(({ method, path }) => `${method} ${path.split('?')[0]!.replace('/api/internal', '')}`)

async function ask(text: string): Promise<void> {
  await until(() => expect(field()).not.toBeNull())
  type(field(), text)
  await press('button', 'Send')
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  forgetVisits()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => act(async () => void history.replaceState(null, '', '/')))

it('shows the agent, that it is an AI, its starters, the contact, and the privacy notice, and asks only for announcements besides', async () => {
  const { calls } = fakeReplies(replies())
  show(<PublicScreens />, '/public-chat/desk')
  await untilShown('Answers are written by an AI assistant and can be wrong.')
  await until(() => expect(document.title).toMatch(/^Ask Dispatch \| /))
  expect(document.querySelector('.introduction strong')?.textContent).toBe('departures')
  expect(field().placeholder).toBe('Ask about your journey…')
  expect(get<HTMLAnchorElement>('link', 'Customer service').href).toBe('https://halden.example/help')
  expect(get<HTMLAnchorElement>('link', 'Privacy').rel).toBe('noopener noreferrer')
  expect(all('button', 'Where is stop C?')).toHaveLength(1)
  expect(document.querySelectorAll('[data-attach], [role=tab]')).toHaveLength(0)
  expect(paths(calls)).toEqual([`GET ${base}/endpoints/desk`, 'GET /announcements/visitors'])
})

it('says that answers of the built-in engine are extracts', async () => {
  fakeReplies(replies({ [`${base}/endpoints/desk`]: () => json({ ...page, extracts: true }) }))
  show(<PublicScreens />, '/public-chat/desk')
  await untilShown('Answers are extracts from documents.')
})

it('a popup has no sidebar, and the page has one', async () => {
  fakeReplies(replies())
  show(<PublicScreens />, '/public-chat/desk/true')
  await until(() => expect(field()).not.toBeNull())
  expect([document.querySelector('.side'), document.querySelector('.public-head')?.textContent]).toEqual([
    null,
    expect.stringContaining('Ask Dispatch'),
  ])
})

it.each([
  ['/public-chat/desk/settings', 'Page not found'],
  ['/public-chat/gone', 'This chat isn’t available'],
])('%s shows “%s”', async (path, title) => {
  fakeReplies(replies({ [`${base}/endpoints/gone`]: () => problem(404, 'publicChat.unavailable') }))
  show(<PublicScreens />, path)
  await untilShown(title)
  await until(() => expect(document.title).toMatch(new RegExp(`^${title} \\| `)))
})

it('shows the same for a conversation without a session and for one of another session', async () => {
  const gone = () => problem(404, 'conversation.notFound')
  const { calls } = fakeReplies(replies({ [`${base}/${id}`]: gone, [`${base}/${id}/segments`]: gone }))
  const { place } = show(<PublicScreens />, `/public-chat/desk/${id}`)
  await untilShown('This conversation doesn’t exist, or you don’t have access to it.')
  expect(paths(calls)).toEqual([`GET ${base}/endpoints/desk`])
  place.remove()
  forgetVisits()
  visited()
  show(<PublicScreens />, `/public-chat/desk/${id}`)
  await untilShown('This conversation doesn’t exist, or you don’t have access to it.')
})

it('shows the contact with an error by which the chat can’t answer', async () => {
  fakeReplies(replies({ [`POST ${base}/byGptPublicEndpoint/desk`]: () => problem(429, 'publicChat.budget') }))
  show(<PublicScreens />, '/public-chat/desk')
  await ask('Is the track closed?')
  await untilShown('This chat has answered all the questions it can for now.')
  const alert = document.querySelector('.answer-error')!
  expect(get<HTMLAnchorElement>('link', 'Contact: Customer service', alert).href).toBe(
    'https://halden.example/help',
  )
})

it('keeps the question if the session has ended, says so, and asks it in a new one', async () => {
  visited()
  const { calls } = fakeReplies(replies({ [`POST ${base}/byGptPublicEndpoint/desk`]: ended }))
  show(<PublicScreens />, '/public-chat/desk')
  await ask('Is the track closed?')
  await untilShown('Your chat has ended.')
  await until(() => expect(textIn(field())).toBe('Is the track closed?'))
  expect(localStorage.getItem('parlance.public.desk')).toBeNull()
  expect(document.querySelector('.answer-error')).toBeNull()
  await press('button', 'Send')
  await until(() => expect(paths(calls)).toContain(`POST ${base}/sessions/byGptPublicEndpoint/desk`))
})

it('keeps what is being typed in a conversation whose session ends', async () => {
  visited()
  const conversation = { items: [], tree: [] }
  fakeReplies(
    replies({ [`${base}/${id}/segments`]: () => json(conversation), [`${base}/${id}`]: () => json(null) }),
  )
  show(<PublicScreens />, `/public-chat/desk/${id}`)
  await until(() => expect(field()).not.toBeNull())
  type(field(), 'A half-typed question')
  fakeReplies(replies({ [`POST ${base}/${id}/segments`]: ended }))
  await press('button', 'Send')
  await untilShown('Your chat has ended.')
  await until(() => expect(textIn(field())).toBe('A half-typed question'))
})

it.each([
  [null, 'no number'],
  [6, 'no number'],
  [3, 'You can ask 3 more questions today.'],
  [1, 'You can ask 1 more question today.'],
  [0, 'You’ve asked all the questions you can ask here today.'],
])('with %s questions left, it shows: %s', async (left, text) => {
  visited()
  const asked = vi.fn(() => json(details(left)))
  fakeReplies(replies({ [`${base}/gptSystemDetailsForConversation/s1`]: asked }))
  show(<PublicScreens />, '/public-chat/desk')
  await until(() => expect(asked).toHaveBeenCalled())
  if (text === 'no number') expect(document.body.textContent).not.toMatch(/today/)
  else await untilShown(text)
})

it('says in a test session that questions don’t count', async () => {
  visited()
  fakeReplies(replies({ [`${base}/gptSystemDetailsForConversation/s1`]: () => json(details(null, true)) }))
  show(<PublicScreens />, '/public-chat/desk')
  await untilShown('You are testing this page. Your questions don’t count.')
})

it('says that a browser without storage doesn’t keep the chat', async () => {
  vi.stubGlobal('localStorage', blockedStorage())
  fakeReplies(replies())
  show(<PublicScreens />, '/public-chat/desk')
  await untilShown('Your browser doesn’t keep this chat. It’s lost when you close this page.')
})

it('a frame without storage also links to the page in a tab of its own', async () => {
  vi.stubGlobal('localStorage', blockedStorage())
  vi.stubGlobal('top', {})
  fakeReplies(replies())
  show(<PublicScreens />, '/public-chat/desk/true')
  await untilShown('Your browser doesn’t keep this chat.')
  const link = get<HTMLAnchorElement>('link', 'Open in a new tab')
  expect([link.getAttribute('href'), link.target, link.rel]).toEqual([
    '/public-chat/desk',
    '_blank',
    'noopener',
  ])
})

it('[S23] in the widget of another site, it asks the widget’s questions, and closes and reports answers there', async () => {
  const told: unknown[] = []
  const site = 'https://shop.example.com'
  const origins = new Set<string>()
  const around = {
    postMessage(message: { type: string }, origin: string) {
      told.push(message.type)
      origins.add(origin)
    },
  }
  vi.stubGlobal('top', around)
  vi.stubGlobal('parent', around)
  const asked = vi.fn(() => problem(429, 'publicChat.budget'))
  fakeReplies(replies({ [`POST ${base}/byGptPublicEndpoint/desk`]: asked }))
  show(<PublicScreens />, `/public-chat/desk/true#site=${encodeURIComponent(site)}`)
  await until(() => expect(told).toEqual(['ready']))
  const say = (source: unknown, message: object, origin = site) =>
    act(async () => {
      const data = { from: 'parlance', ...message }
      dispatchEvent(Object.assign(new Event('message'), { source, origin, data }))
    })
  await say(globalThis, { type: 'ask', question: 'From somewhere else' })
  await say(around, { type: 'ask', question: 'From another site' }, 'https://evil.example')
  expect(asked).not.toHaveBeenCalled()
  expect(all('button', 'Close')).toEqual([])
  await say(around, { type: 'ask', question: 'Is the track closed?' })
  await until(() => expect(asked).toHaveBeenCalledOnce())
  await until(() => expect(told).toEqual(['ready', 'answered']))
  await press('button', 'Close')
  expect(told).toEqual(['ready', 'answered', 'close'])
  expect([...origins]).toEqual([site])
})

const aChat = {
  conversationId: id,
  title: 'The track',
  lastActivityAt: '2026-11-20T10:00:00Z',
  gptSystem: null,
}
const withChat = { [base]: () => json({ items: [aChat], continuationToken: null }) }
const TAKE_ALONG = 'Take my chats to my account'

it('takes chats to an account only if there are some, and never those of a test', async () => {
  visited()
  fakeReplies(replies())
  show(<PublicScreens />, '/public-chat/desk')
  await until(() => expect(field()).not.toBeNull())
  await press('button', 'More options')
  await until(() => expect(all('menuitem', 'Delete my data')).toHaveLength(1))
  expect(all('menuitem', TAKE_ALONG)).toEqual([])
})

it('in a frame, the link to the account’s page has a code', async () => {
  visited()
  vi.stubGlobal('top', {})
  const created = vi.fn(() => json({ code: 'a-code', expiresAt: session.expiresAt }))
  fakeReplies(replies({ ...withChat, [`POST ${base}/sessions/s1/claimCode`]: created }))
  show(<PublicScreens />, '/public-chat/desk/true')
  await until(() => expect(field()).not.toBeNull())
  await press('button', 'More options')
  await press('menuitem', TAKE_ALONG)
  const dialog = () => get('dialog', 'Take your chats to your account?')
  await until(() => expect(all('link', 'Open in a new tab', dialog())).toHaveLength(1))
  const link = get<HTMLAnchorElement>('link', 'Open in a new tab', dialog())
  expect([link.getAttribute('href'), link.target, link.rel]).toEqual([
    '/chat/claim#a-code',
    '_blank',
    'noopener',
  ])
  expect(created).toHaveBeenCalledOnce()
})

it('deletes the visitor’s data after asking, and starts empty', async () => {
  visited()
  const removed = vi.fn(() => json(null))
  fakeReplies(replies({ [`DELETE ${base}/sessions/s1/data`]: removed }))
  show(<PublicScreens />, '/public-chat/desk')
  await until(() => expect(field()).not.toBeNull())
  type(field(), 'A draft')
  await press('button', 'More options')
  await press('menuitem', 'Delete my data')
  await until(() => expect(all('dialog', 'Delete your data?')).toHaveLength(1))
  await act(async () => get('button', 'Delete my data', get('dialog', 'Delete your data?')).click())
  await untilShown('Your data was deleted')
  expect(removed).toHaveBeenCalledOnce()
  expect(localStorage.getItem('parlance.public.desk')).toBeNull()
  await until(() => expect(textIn(field())).toBe(''))
})

const ESCALATE = 'Send this conversation to our team'
const escalated = {
  escalationId: id,
  replyTo: 'me@vela.example',
  state: 'Queued',
  attempts: 0,
  createdAt: '2026-11-27T05:00:00Z',
  sentAt: null,
  lastError: null,
  isOutdated: false,
}
const escalations = `${base}/${id}/escalations`
const asks = (more: Replies = {}) =>
  replies({
    [`${base}/endpoints/desk`]: () => json({ ...page, canEscalate: true }),
    [`${base}/${id}/segments`]: () => json({ items: [], tree: [] }),
    [`${base}/${id}`]: () => json(aChat),
    [`GET ${escalations}`]: () => json({ items: [] }),
    ...more,
  })
const check = () => document.querySelector<HTMLInputElement>('[role=dialog] input[type=checkbox]')!

it('sends a conversation to the team only with an address and consent, and says so', async () => {
  visited()
  let items: object[] = []
  const { calls } = fakeReplies(
    asks({
      [`GET ${escalations}`]: () => json({ items }),
      [`POST ${escalations}`]: () => {
        items = [escalated]
        return json(escalated)
      },
    }),
  )
  show(<PublicScreens />, `/public-chat/desk/${id}`)
  await until(() => expect(field()).not.toBeNull())
  await press('button', 'More options')
  await press('menuitem', ESCALATE)
  const dialog = () => get('dialog', `${ESCALATE}?`)
  await until(() => expect(dialog().textContent).toContain('are sent to Customer service'))
  const submit = () => act(async () => get('button', 'Send conversation', dialog()).click())
  await submit()
  expect(dialog().textContent).toContain('Enter an email address')
  expect(dialog().textContent).toContain('Check this box to agree')
  expect(document.activeElement).toBe(get('textbox', 'Your email address', dialog()))
  type(get('textbox', 'Your email address', dialog()), ' me@vela.example ')
  await submit()
  expect(document.activeElement).toBe(check())
  await act(async () => check().click())
  await submit()
  await untilShown('Conversation on its way to Customer service')
  const post = calls.find(({ method, path }) => method === 'POST' && path.endsWith('/escalations'))
  expect(JSON.parse(post?.body ?? '')).toEqual({ replyTo: 'me@vela.example', consent: true })
  await untilShown(
    'This conversation is being sent to Customer service. You get the answer at me@vela.example.',
  )
})

it('keeps the address if sending is refused, with the contact, and can try again', async () => {
  visited()
  fakeReplies(asks({ [`POST ${escalations}`]: () => problem(429, 'escalation.pageLimit') }))
  show(<PublicScreens />, `/public-chat/desk/${id}`)
  await until(() => expect(field()).not.toBeNull())
  await press('button', 'More options')
  await press('menuitem', ESCALATE)
  const dialog = () => get('dialog', `${ESCALATE}?`)
  await until(() => expect(check()).not.toBeNull())
  type(get('textbox', 'Your email address', dialog()), 'me@vela.example')
  await act(async () => check().click())
  await act(async () => get('button', 'Send conversation', dialog()).click())
  await until(() => expect(dialog().textContent).toContain('The team has received as many conversations'))
  expect(all('link', 'Contact: Customer service', dialog())).toHaveLength(1)
  expect(all('button', 'Try again', dialog())).toHaveLength(1)
  expect(textIn(get('textbox', 'Your email address', dialog()))).toBe('me@vela.example')
})

it.each([
  ['Sent', 'Sent to Customer service on', 0],
  ['Failed', 'This conversation couldn’t be sent to Customer service.', 1],
])('shows after a reload that it was %s', async (state, text, buttons) => {
  visited()
  const sentAt = state === 'Sent' ? '2026-11-27T05:01:00Z' : null
  fakeReplies(asks({ [`GET ${escalations}`]: () => json({ items: [{ ...escalated, state, sentAt }] }) }))
  show(<PublicScreens />, `/public-chat/desk/${id}`)
  await untilShown(text)
  expect(all('button', 'Try again')).toHaveLength(buttons)
})

const failed = {
  conversationSegmentId: 's-1',
  parentSegmentId: null,
  gptSystem: { gptSystemId: 'desk', name: 'Ask Dispatch' },
  question: 'Is the track closed?',
  answer: '',
  status: 'Failed',
  createdAt: '2026-11-20T10:00:00Z',
  startedAt: null,
  finishedAt: '2026-11-20T10:00:01Z',
  citations: [],
  reads: [],
  steps: [],
  codeInterpreterResponse: '',
  thinking: '',
  errors: [{ text: 'The model didn’t answer.', code: 'provider.failed', requestId: 'r-1' }],
  usage: null,
  attachments: [],
  visionImages: [],
}
const tree = [
  { conversationSegmentId: 's-1', parentSegmentId: null, questionSegmentId: 's-1', status: 'Failed' },
]

it.each([
  [true, 1],
  [false, 0],
])(
  'is offered beside an error by which the chat can’t answer, if the page sends conversations: %s',
  async (canEscalate, buttons) => {
    visited()
    fakeReplies(
      asks({
        [`${base}/endpoints/desk`]: () => json({ ...page, canEscalate }),
        [`${base}/${id}/segments`]: () => json({ items: [failed], tree }),
        [`${base}/${id}`]: () => json({ ...aChat, selectedLeafSegmentId: 's-1' }),
      }),
    )
    show(<PublicScreens />, `/public-chat/desk/${id}`)
    await untilShown('The model didn’t answer.')
    const alert = document.querySelector('.answer-error')!
    expect(all('button', ESCALATE, alert)).toHaveLength(buttons)
    expect(all('link', 'Contact: Customer service', alert)).toHaveLength(1)
  },
)

it.each([
  [true, 1],
  [undefined, 0],
])('is offered after a last answer that found nothing: %s', async (isUnanswered, buttons) => {
  visited()
  const answered = { ...failed, status: 'Completed', errors: [], answer: 'I found nothing.', isUnanswered }
  fakeReplies(
    asks({
      [`${base}/${id}/segments`]: () => json({ items: [answered], tree }),
      [`${base}/${id}`]: () => json({ ...aChat, selectedLeafSegmentId: 's-1' }),
    }),
  )
  show(<PublicScreens />, `/public-chat/desk/${id}`)
  await untilShown('I found nothing.')
  const answer = document.querySelector('.answer')!
  expect(all('button', ESCALATE, answer)).toHaveLength(buttons)
  expect(all('link', 'Contact: Customer service', answer)).toHaveLength(buttons)
})
