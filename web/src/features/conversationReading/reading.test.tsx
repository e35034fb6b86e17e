// @vitest-environment happy-dom
import { act } from 'react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setAuth } from '../../session/auth.ts'
import { fakeReplies, json, permitted, problem, type Replies } from '../../testing/fakeServer.ts'
import { all, get, press, show, type, until, untilShown } from '../../testing/screen.tsx'
import { OpenReadDialog } from '../conversationReads/OpenReadDialog.tsx'
import { ReadPage } from './ReadPage.tsx'
import { ReadsPage } from './ReadsPage.tsx'

const id = '019ab3c2-5f00-7000-8000-000000000001'
const conversationId = '019ab3c2-5f00-7000-8000-000000000002'
const reads = '/conversationReads'
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

const readOf = (more: object = {}) => ({
  conversationReadId: id,
  userId: 'anna',
  sessionIdentifier: null,
  personName: 'Anna',
  readerId: 'me',
  readerName: 'Me',
  reason: 'Complaint 4711 names a harmful answer.',
  createdAt: inMinutes(-10),
  state: 'Open',
  approvedBy: null,
  expiresAt: inMinutes(50),
  opened: [],
  ...more,
})
const listOf = (items: object[], needsApproval = false) => json({ items, needsApproval })
const listed = (title: string, at = conversationId) => ({
  conversationId: at,
  title,
  agentName: 'Scout',
  createdAt: inMinutes(-100),
  lastActivityAt: inMinutes(-90),
  archived: false,
})
const conversation = {
  conversationId,
  title: 'Herons',
  agentName: 'Scout',
  createdAt: inMinutes(-100),
  isShortened: false,
  turns: [
    {
      conversationSegmentId: 's1',
      question: 'Where are the **herons**?',
      answer: 'At the **lake** [1]. ![x](https://evil.example/x.png)',
      status: 'Interrupted',
      agentName: 'Scout',
      askedAt: inMinutes(-95),
      sources: ['Birds.pdf'],
      files: ['photo list.txt'],
      images: 2,
    },
  ],
}

beforeEach(() => {
  // The server's clock is this machine's.
  setAuth({
    n1aiToken: `h.${btoa(JSON.stringify({ iat: Math.floor(Date.now() / 1000), exp: 1e10 }))}.s`,
    n1aiTokenSince: Math.floor(Date.now() / 1000) * 1000,
  })
})
afterEach(() => vi.useRealTimers())

function open(replies: Replies, path = `/admin/conversationReads/${id}`) {
  const { calls } = fakeReplies({
    '/currentUser': () => json({ userId: 'me', name: 'Me' }),
    'GET /publicSessions': () => json({ items: [], hasMore: false, agents: [] }),
    '/currentUser/rolesWithResolvedActions': () => permitted('UserConversationsRead', 'UserRead'),
    ...replies,
  })
  const { store } = show(
    <Routes>
      <Route path="/admin/conversationReads" element={<ReadsPage />} />
      <Route path="/admin/conversationReads/:conversationReadId" element={<ReadPage />} />
      <Route
        path="/dialog"
        element={<OpenReadDialog person={{ userId: 'anna', name: 'Anna' }} close={() => {}} />}
      />
    </Routes>,
    path,
  )
  return { calls, store }
}
const conversations = (): Replies => ({
  [`GET ${reads}/${id}/conversations`]: () => json({ items: [listed('Herons')], hasMore: false }),
  [`POST ${reads}/${id}/conversations/${conversationId}/open`]: () => json(conversation),
})

it('shows the reason, the list, and a conversation with everything that was sent, and loads no images', async () => {
  const { calls } = open({ [`GET ${reads}`]: () => listOf([readOf()]), ...conversations() })
  await untilShown('Complaint 4711')
  await press('link', /^Herons/)
  await untilShown('Where are the **herons**?')
  expect(document.querySelector('.answer-text strong')?.textContent).toBe('lake')
  for (const text of ['Birds.pdf', 'photo list.txt', '2 images', 'Interrupted', 'Anna sees each'])
    expect(document.body.textContent).toContain(text)
  expect(document.querySelectorAll('img')).toHaveLength(0)
  expect(document.querySelector('[role=timer]')?.textContent).toMatch(/^Time left \d+:\d\d$/)
  expect(calls.filter(({ path }) => path.endsWith(`${conversationId}/open`))).toHaveLength(1)
  await press('link', 'All conversations')
  await until(() => expect(document.activeElement).toBe(get('link', /^Herons/)))
})

it('removes everything from the page and the cache when the time is over', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { store } = open(
    { [`GET ${reads}`]: () => listOf([readOf()]), ...conversations() },
    `/admin/conversationReads/${id}?conversation=${conversationId}`,
  )
  await untilShown('Where are the **herons**?')
  expect(JSON.stringify(store.getState())).toContain('lake')
  vi.setSystemTime(Date.now() + 51 * 60_000)
  await untilShown('Your time to read the conversations of Anna is over.')
  expect(document.body.textContent).not.toMatch(/herons|lake/i)
  await until(() => expect(JSON.stringify(store.getState())).not.toMatch(/herons|lake/i))
  await until(() => void get('link', 'Go to profile'))
})

it('ends when the reader says so', async () => {
  let state = 'Open'
  open({
    [`GET ${reads}`]: () => listOf([readOf({ state })]),
    ...conversations(),
    [`POST ${reads}/${id}/close`]: () => {
      state = 'Ended'
      return json(readOf({ state }))
    },
  })
  await press('button', 'End now')
  await press('button', 'End now', await dialog())
  await untilShown('is over')
  expect(all('link', /^Herons/)).toHaveLength(0)
})

it('searches titles and continues after the last conversation', async () => {
  const { calls } = open({
    [`GET ${reads}`]: () => listOf([readOf()]),
    [`GET ${reads}/${id}/conversations`]: ({ path }) => {
      const { searchParams } = new URL(path, 'http://localhost')
      if (searchParams.get('search')) return json({ items: [], hasMore: false })
      const after = searchParams.get('after')
      return json({ items: [listed(after ? 'Otters' : 'Herons', after ? 'c3' : 'c2')], hasMore: !after })
    },
  })
  await press('button', 'Show more')
  await until(() => void get('link', /^Otters/))
  expect(calls.some(({ path }) => path.includes('after=c2'))).toBe(true)
  type(get('textbox', 'Search titles'), 'nothing')
  await untilShown('No title matches your search.')
})

it.each([
  ['Waiting', /waits for the approval of someone else/],
  ['Ended', /is over/],
] as const)('asks for no conversations while it is %s', async (state, text) => {
  const { calls } = open({ [`GET ${reads}`]: () => listOf([readOf({ state })]) })
  await untilShown(text)
  expect(calls.filter(({ path }) => path.includes('/conversations'))).toEqual([])
})

it('does not exist for others, although they can approve it', async () => {
  open({ [`GET ${reads}`]: () => listOf([readOf({ readerId: 'someone', state: 'Waiting' })]) })
  await untilShown('This reading doesn’t exist, or it isn’t yours.')
})

it('lists what was opened, and approves what waits after showing the reason', async () => {
  const other = { conversationReadId: 'r2', readerId: 'ben', readerName: 'Ben', state: 'Waiting' }
  let waits = true
  const { calls } = open(
    {
      [`GET ${reads}`]: () =>
        listOf([
          ...(waits ? [readOf({ ...other, reason: 'A court order.' })] : []),
          readOf({ opened: [{ conversationId, title: 'Herons', at: inMinutes(-5) }] }),
        ]),
      [`POST ${reads}/r2/approve`]: () => {
        waits = false
        return json(readOf({ ...other, state: 'Open' }))
      },
    },
    '/admin/conversationReads',
  )
  await untilShown('1 conversation opened')
  await press('button', 'Approve Ben reading the conversations of Anna')
  expect((await dialog()).textContent).toContain('A court order.')
  await press('button', 'Approve', await dialog())
  await until(() => expect(document.body.textContent).not.toContain('Waiting for your approval'))
  expect(calls.filter(({ path }) => path.endsWith('/r2/approve'))).toHaveLength(1)
})

it('asks for a reason of some length, says that approval is needed, and shows a refusal', async () => {
  const { calls } = open(
    {
      [`GET ${reads}`]: () => listOf([], true),
      'POST /users/anna/conversationReads': () => problem(404, 'user.notFound'),
    },
    '/dialog',
  )
  await untilShown('Someone else with this permission has to approve your request within 72 hours.')
  expect(document.body.textContent).toContain('Anna is notified and sees your name')
  await press('button', 'Request approval')
  await untilShown('Enter a reason of at least 10 characters')
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  type(get('textbox', 'Reason'), '  A complaint of a customer.  ')
  await press('button', 'Request approval')
  await until(() => void get('alert', /./))
  const sent = calls.filter(({ method }) => method === 'POST')
  expect(sent.map(({ body }) => JSON.parse(body ?? ''))).toEqual([{ reason: 'A complaint of a customer.' }])
  expect(sent[0]?.headers['idempotency-key']).toMatch(/.{8}/)
})

async function dialog(): Promise<HTMLElement> {
  await until(() => void get('dialog'))
  await act(async () => {})
  return get('dialog')
}

const visitorSession = '019ab3c2-5f00-7000-8000-000000000003'
const ofVisitor = { userId: null, sessionIdentifier: visitorSession, personName: 'Scout' }

it('lists visitors without their questions, and asks for a reason that the visitor sees', async () => {
  const { calls } = open(
    {
      [`GET ${reads}`]: () => listOf([]),
      'GET /publicSessions': () =>
        json({
          items: [
            {
              sessionIdentifier: visitorSession,
              gptSystemId: id,
              agentName: 'Scout',
              createdAt: inMinutes(-100),
              lastActivityAt: inMinutes(-5),
              conversations: 2,
            },
          ],
          hasMore: false,
          agents: [],
        }),
      [`POST /publicSessions/${visitorSession}/conversationReads`]: () =>
        problem(404, 'conversationRead.noVisitor'),
    },
    '/admin/conversationReads',
  )
  await untilShown('Visitor of Scout')
  expect(document.body.textContent).toContain('2 conversations')
  await press('button', /^Read conversations of the visitor of Scout/)
  await untilShown('Read conversations of a visitor of Scout?')
  expect(document.body.textContent).toContain('The visitor sees in the chat who read it, when, and why.')
  await type(get<HTMLTextAreaElement>('textbox', 'Reason'), 'Complaint 4711 of a visitor.')
  await press('button', 'Start reading')
  await untilShown('This visitor doesn’t exist')
  const sent = calls.find(
    ({ path }) => path.endsWith('/conversationReads') && path.includes('publicSessions'),
  )
  expect(JSON.parse(String(sent?.body))).toEqual({ reason: 'Complaint 4711 of a visitor.' })
})

it('names a visitor by the agent, and what the visitor sees', async () => {
  open({ [`GET ${reads}`]: () => listOf([readOf(ofVisitor)]), ...conversations() })
  await untilShown('Conversations of a visitor of Scout')
  expect(document.body.textContent).toContain('The visitor sees that you read this, and why.')
})

const visitorOf = (agentName: string, gptSystemId: string) => ({
  sessionIdentifier: `session-of-${gptSystemId}`,
  gptSystemId,
  agentName,
  createdAt: inMinutes(-100),
  lastActivityAt: inMinutes(-5),
  conversations: 1,
})

it('lists the visitors of one agent, and offers the others meanwhile', async () => {
  const [scout, harbor] = ['Scout', 'Harbor'].map((name, at) => visitorOf(name, `agent-${at}`))
  const agents = [scout!, harbor!].map(({ gptSystemId, agentName }) => ({ gptSystemId, agentName }))
  const { calls } = open(
    {
      [`GET ${reads}`]: () => listOf([]),
      'GET /publicSessions': ({ path }) =>
        json({ items: path.includes('agent-1') ? [] : [scout, harbor], hasMore: false, agents }),
    },
    '/admin/conversationReads',
  )
  await untilShown('Visitor of Harbor')
  const choice = document.querySelector<HTMLSelectElement>('select[aria-label=Agent]')!
  expect([...choice.options].map(({ text }) => text)).toEqual(['All agents', 'Scout', 'Harbor'])
  choose(choice, 'agent-1')
  await untilShown('No visitor of this agent has a conversation.')
  expect(calls.some(({ path }) => path.includes('gptSystemId=agent-1'))).toBe(true)
  expect(choice.value).toBe('agent-1')
  choose(choice, '')
  await untilShown('Visitor of Harbor')
})

it('keeps the visitors shown if the next ones can’t be loaded', async () => {
  let works = false
  open(
    {
      [`GET ${reads}`]: () => listOf([]),
      'GET /publicSessions': ({ path }) => {
        if (!path.includes('after='))
          return json({ items: [visitorOf('Scout', 'agent-2')], hasMore: true, agents: [] })
        if (!works) return problem(500, 'server.failed')
        return json({ items: [visitorOf('Harbor', 'agent-3')], hasMore: false, agents: [] })
      },
    },
    '/admin/conversationReads',
  )
  await press('button', 'Show more')
  await until(() => void get('button', 'Try again'))
  expect(document.body.textContent).toContain('Visitor of Scout')
  works = true
  await press('button', 'Try again')
  await untilShown('Visitor of Harbor')
  expect(document.body.textContent).toContain('Visitor of Scout')
})

it('doesn’t send people to profiles that they can’t open', async () => {
  open(
    {
      [`GET ${reads}`]: () => listOf([]),
      '/currentUser/rolesWithResolvedActions': () => permitted('UserConversationsRead'),
    },
    '/admin/conversationReads',
  )
  await untilShown('To start, choose a visitor below.')
  expect(document.body.textContent).not.toContain('profile')
})

/** Chooses an option, as a person does. */
function choose(select: HTMLSelectElement, value: string): void {
  act(() => {
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
}
