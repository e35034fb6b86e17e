// @vitest-environment happy-dom
import type { Action } from '@parlance/contract/actions'
import { act } from 'react'
import { afterEach, expect, it } from 'vitest'
import { showLanguage } from '../../../lang/i18n.ts'
import {
  type Call,
  fakeReplies,
  json,
  permitted,
  problem,
  type Replies,
} from '../../../testing/fakeServer.ts'
import { all, get, press, show, type, until, untilShown } from '../../../testing/screen.tsx'
import type { UnansweredQuestion } from '../data/unansweredApi.ts'
import { FilterContext } from '../filterContext.ts'
import { UnansweredTab } from './UnansweredTab.tsx'

afterEach(() => act(() => showLanguage('en')))

const question = (more: Partial<UnansweredQuestion> = {}): UnansweredQuestion => ({
  unansweredQuestionId: 'q1',
  question: 'Is the canteen open on 24 December?',
  gptSystemId: '019ab3c2-5f00-7000-8000-000000000001',
  agentName: 'Welcome Desk',
  questions: 31,
  people: 12,
  lastAskedAt: '2026-11-20T23:30:00.000Z',
  state: 'Open',
  decidedAt: null,
  version: 3,
  ...more,
})
const decidedAt = '2026-11-21T10:00:00.000Z'
const path = '/analytics/unansweredQuestions'
const listOf = (items: object[], total = items.length) => json({ items, total, withheld: false })

/** A server with one question, which each change gives the next version. */
function oneQuestion(more: Replies = {}, actions: readonly Action[] = ['AnalyticsWrite']) {
  let stored = question()
  const become = (state: UnansweredQuestion['state']) => (call: Call) => {
    if (call.headers['if-match'] !== `"${stored.version}"`)
      return problem(412, 'request.stale', { current: stored })
    const version = stored.version + 1
    stored = { ...stored, state, version, decidedAt: state === 'Open' ? null : decidedAt }
    return json(stored)
  }
  const faked = fakeReplies({
    '/currentUser/rolesWithResolvedActions': () => permitted(...actions),
    [path]: (call) =>
      listOf(
        new URL(call.path, 'http://localhost').searchParams.get('state') === stored.state ? [stored] : [],
      ),
    [`${path}/q1/dismiss`]: become('Dismissed'),
    [`${path}/q1/reopen`]: become('Open'),
    [`${path}/q1/request`]: become('Requested'),
    ...more,
  })
  /** As another administrator does. */
  const changeElsewhere = () => {
    stored = { ...stored, version: stored.version + 1, questions: 40 }
  }
  return { ...faked, changeElsewhere }
}
const given = (replies: Replies) =>
  fakeReplies({ '/currentUser/rolesWithResolvedActions': () => permitted('AnalyticsRead'), ...replies })
const showTab = (search = '') =>
  show(
    <FilterContext value={{ reportingPeriod: 'Last7Days' }}>
      <UnansweredTab />
    </FilterContext>,
    `/admin?tab=unanswered${search}`,
  )
const rows = () =>
  [...document.querySelectorAll('.unanswered-row')].map((row) =>
    [...row.querySelectorAll('p, dl > div')].map(({ textContent }) => textContent),
  )
const choose = (label: string) =>
  act(async () =>
    [...document.querySelectorAll<HTMLElement>('label')]
      .find(({ textContent }) => textContent === label)!
      .click(),
  )
const changes = (calls: Call[]) => calls.filter(({ method }) => method === 'POST')

it('lists each question with its agent, its figures, and the day when it was last asked', async () => {
  given({
    [path]: () =>
      listOf([question(), question({ unansweredQuestionId: 'q2', people: 'FewerThan5', agentName: '' })]),
  })
  showTab()
  await until(() => expect(rows()).toHaveLength(2))
  expect(rows()).toEqual([
    [
      'Is the canteen open on 24 December?',
      ...['AgentWelcome Desk', 'Questions31', 'People12', 'Last askedNov 20, 2026'],
    ],
    [
      'Is the canteen open on 24 December?',
      ...['AgentUnnamed Agent', 'Questions31', 'Peoplefewer than 5', 'Last askedNov 20, 2026'],
    ],
  ])
  await untilShown('2 questions, the most frequent first.')
})

it('says that there are more than it lists', async () => {
  given({ [path]: () => listOf([question()], 1300) })
  showTab()
  await untilShown('The 1 most frequent of 1,300 questions.')
})

it('explains which questions are listed, also if there are none', async () => {
  given({ [path]: () => listOf([]) })
  showTab()
  await untilShown('No open questions in this period.')
  await untilShown(
    'A question is listed once at least 3 people have asked it in similar words. It is shown without personal data.',
  )
})

it('filters by state, which is in the URL', async () => {
  const { calls } = oneQuestion()
  showTab('&state=Dismissed')
  await untilShown('No dismissed questions in this period.')
  await choose('Open')
  await until(() => expect(rows()).toHaveLength(1))
  expect(calls.map((call) => call.path).filter((one) => one.includes(path))).toEqual([
    `/api/internal${path}?reportingPeriod=Last7Days&state=Dismissed`,
    `/api/internal${path}?reportingPeriod=Last7Days&state=Open`,
  ])
})

it('dismisses a question, which can be undone', async () => {
  const { calls } = oneQuestion()
  showTab()
  await press('button', 'Dismiss')
  await untilShown('Question dismissed')
  await until(() => expect(rows()).toEqual([]))
  await press('button', 'Undo')
  await until(() => expect(rows()).toHaveLength(1))
  expect(changes(calls).map(({ path: to, headers }) => [to, headers['if-match']])).toEqual([
    [`/api/internal${path}/q1/dismiss`, '"3"'],
    [`/api/internal${path}/q1/reopen`, '"4"'],
  ])
})

it('changes a question once, however often its button is pressed, and keeps the focus', async () => {
  const { calls } = oneQuestion()
  showTab()
  await until(() => void get('button', 'Dismiss'))
  const button = get('button', 'Dismiss')
  await act(async () => {
    button.focus()
    button.click()
    button.click()
  })
  await untilShown('Question dismissed')
  await until(() => expect(rows()).toEqual([]))
  expect(changes(calls)).toHaveLength(1)
  await until(() => expect(document.activeElement?.textContent).toBe('Questions without an answer'))
})

it('requests a document with a note, after saying who is notified', async () => {
  const { calls } = oneQuestion()
  showTab()
  await press('button', 'Request a document')
  await untilShown('People who can add files to the libraries of Welcome Desk are notified')
  type(document.querySelector('textarea')!, ' The holiday hours. ')
  await press('button', 'Request document')
  await untilShown('Document requested')
  await until(() => expect(all('dialog')).toEqual([]))
  expect(JSON.parse(changes(calls)[0]!.body!)).toEqual({ note: 'The holiday hours.' })
  await choose('Requested')
  await until(() => expect(rows()[0]).toContain('Document requestedNov 21, 2026'))
  await press('button', 'Reopen')
  await untilShown('Question reopened')
  // Only the request can be undone.
  expect(all('button', 'Undo')).toHaveLength(1)
})

it('withdraws a request that is undone', async () => {
  const { calls } = oneQuestion()
  showTab()
  await press('button', 'Request a document')
  await press('button', 'Request document')
  await press('button', 'Undo')
  await until(() => expect(rows()).toHaveLength(1))
  expect(changes(calls).at(-1)).toMatchObject({ path: `/api/internal${path}/q1/reopen` })
})

it('keeps the dialog and the note if the request fails', async () => {
  oneQuestion({ [`${path}/q1/request`]: () => problem(500, 'server.failed') })
  showTab()
  await press('button', 'Request a document')
  type(document.querySelector('textarea')!, 'Hours')
  await press('button', 'Request document')
  await until(() => expect(all('alert', /(?:)/, get('dialog'))).toHaveLength(1))
  expect(document.querySelector('textarea')!.value).toBe('Hours')
})

it.each(['Dismiss', 'Request a document'])(
  'loads a question again that someone else changed meanwhile, and says so: %s',
  async (action) => {
    const { changeElsewhere } = oneQuestion()
    showTab()
    await until(() => expect(rows()).toHaveLength(1))
    changeElsewhere()
    await press('button', action)
    if (action === 'Request a document') await press('button', 'Request document')
    await untilShown('Someone else changed this question in the meantime. The list now shows the change.')
    await until(() => expect(rows()[0]).toContain('Questions40'))
    expect(all('dialog')).toEqual([])
  },
)

it('has no actions for people who can only read', async () => {
  oneQuestion({}, ['AnalyticsRead'])
  showTab()
  await until(() => expect(rows()).toHaveLength(1))
  expect(all('button')).toEqual([])
})

it('loads again on request if it could not be loaded', async () => {
  let works = false
  given({ [path]: () => (works ? listOf([question()]) : problem(500, 'server.failed')) })
  showTab()
  await until(() => void get('button', 'Try again'))
  works = true
  await press('button', 'Try again')
  await until(() => expect(rows()).toHaveLength(1))
})

it.each([
  [
    'en',
    'Questions aren’t listed because the compliance mode of this instance is Strict.',
    'people have asked it',
  ],
  ['ar', 'لا تُعرض الأسئلة لأن وضع الامتثال في هذا المثيل هو «صارم».', 'بعد أن يطرحه'],
] as const)('says in the mode Strict why it is empty, in %s', async (language, reason, note) => {
  await act(() => showLanguage(language))
  given({ [path]: () => json({ items: [], total: 0, withheld: true }) })
  showTab()
  await untilShown(reason)
  expect(document.body.textContent).not.toContain(note)
})

it('is in Arabic', async () => {
  await act(() => showLanguage('ar'))
  oneQuestion()
  showTab()
  await until(() => expect(rows()[0]).toContain('الأشخاص12'))
  await press('button', 'استبعاد')
  await untilShown('استُبعد السؤال')
})
