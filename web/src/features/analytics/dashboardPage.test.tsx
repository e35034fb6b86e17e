// @vitest-environment happy-dom
import type { ReportName } from '@parlance/contract/reports'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showLanguage } from '../../lang/i18n.ts'
import { fakeReplies, json, permitted, problem, type Replies } from '../../testing/fakeServer.ts'
import { fakeStorage } from '../../testing/fakeStorage.ts'
import { all, get, press, show, until, untilShown } from '../../testing/screen.tsx'
import { DashboardPage } from './DashboardPage.tsx'

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()))
afterEach(() => act(() => showLanguage('en')))

const agent = (number: number) => `019ab3c2-5f00-7000-8000-00000000000${number}`
const overview = (more: object) => ({
  ...{ from: '2026-10-23', to: '2026-11-21', questions: 120, people: 20, conversations: 40 },
  ...{ firstTokenMedianSeconds: 1.9, medianSeconds: 12, p95Seconds: 40, helpfulPercent: 91.4 },
  ...{ unansweredPercent: 2, tokens: 3000, costUsd: 1.5 },
  ...more,
})
const before = overview({
  ...{ from: '2026-09-23', to: '2026-10-22', questions: 100, people: 25 },
  ...{ firstTokenMedianSeconds: 1.6, helpfulPercent: 91.4 },
})
const day = (number: number, more: object) => ({
  ...{ day: `2026-11-0${number}`, web: 0, publicChats: 0, tests: 0, people: 0, helpfulPercent: null },
  ...more,
})
const asked = (number: number, questions: number | 'FewerThan5') => ({
  ...{ gptSystemId: agent(number), name: `Agent ${number}`, questions, people: 9, helpfulPercent: 90 },
  ...{ unansweredPercent: 1, tokens: 500, costUsd: 0.5 },
})

type Rows = Partial<Record<ReportName, object[]>>
const someRows: Rows = {
  Overview: [overview({}), before],
  QuestionsPerDay: [
    day(1, { web: 5, publicChats: 2, people: 6 }),
    day(2, { web: 'FewerThan5', people: 'FewerThan5' }),
    day(3, { web: 9, publicChats: 1, tests: 4, people: 7, helpfulPercent: 87.5 }),
  ],
  Agents: [asked(1, 15), asked(2, 'FewerThan5'), { ...asked(3, 3), gptSystemId: null, name: null }],
}

const report =
  (reportName: ReportName, rows: object[], totalRows = rows.length) =>
  () =>
    json({ reportName, from: '2026-10-23', to: '2026-11-21', columns: [], rows, totalRows })

function replies(rows: Rows = someRows): Replies {
  const names = ['Overview', 'QuestionsPerDay', 'WhenPeopleAsk', 'Agents', 'AnswerTimes', 'Errors'] as const
  const others = [
    'Feedback',
    'Tokens',
    'Costs',
    'Forecast',
    'Budgets',
    'Adoption',
    'PublicEndpoints',
    'Knowledge',
  ] as const
  return {
    '/currentUser/rolesWithResolvedActions': () => permitted('AnalyticsRead'),
    '/analytics/counts': () => json(counts),
    '/analytics/unansweredQuestions': () => json({ items: [], total: 0, withheld: false }),
    ...Object.fromEntries(
      [...names, ...others].map((name) => [`/analytics/reports/${name}`, report(name, rows[name] ?? [])]),
    ),
  }
}
const counts = {
  agentsPublished: 4,
  libraries: { total: 2, files: 5, filesReady: 5, filesFailed: 0, passages: 80 },
  people: 9,
}

const keyFigures = () =>
  [...document.querySelectorAll('.key-figures .figures > div')].map(({ textContent }) => textContent)
const tableRows = (card: HTMLElement) =>
  [...card.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent),
  )
const summaryOf = (title: string) => get('region', title).querySelector('.report-summary')?.textContent
const reportsAsked = (calls: { path: string }[]) =>
  calls.map(({ path }) => path).filter((path) => path.includes('/analytics/'))

it('shows key figures with the change since the previous period', async () => {
  fakeReplies(replies())
  show(<DashboardPage />, '/admin')
  await until(() =>
    expect(keyFigures()).toEqual([
      'Questions120+20%Before: 100',
      'People20-20%Before: 25',
      'Helpful answers91.4%0 ptsBefore: 91.4%',
      'Median first token1.9 s+0.3 sBefore: 1.6 s',
    ]),
  )
  const tones = [...document.querySelectorAll<HTMLElement>('.change')].map(({ dataset }) => dataset.tone)
  expect(tones).toEqual(['Good', 'Bad', 'Neutral', 'Bad'])
  expect(document.body.textContent).toContain(
    'October 23 to November 21, 2026, compared with the 30 days before. Days are in UTC.',
  )
})

it('compares today with yesterday without a change, because the day isn’t over', async () => {
  const today = { from: '2026-11-21', to: '2026-11-21' }
  const yesterday = { from: '2026-11-20', to: '2026-11-20' }
  fakeReplies(replies({ Overview: [overview(today), overview({ ...yesterday, questions: 'FewerThan5' })] }))
  show(<DashboardPage />, '/admin?period=Today')
  await until(() => expect(keyFigures()[0]).toBe('Questions120Yesterday: fewer than 5'))
  expect(document.querySelector('.change')).toBeNull()
  expect(document.body.textContent).toContain('November 21, 2026, so far. Days are in UTC.')
})

it('says in a sentence what a chart shows, and which days it doesn’t include', async () => {
  fakeReplies(replies())
  show(<DashboardPage />, '/admin')
  await untilShown(
    '17 questions. Most were asked on Tue, November 3: 10. Not included: 1 day with fewer than 5 people.',
  )
  expect(summaryOf('Most used agents')).toBe('Agent 1 is used most: 15 questions.')
  expect(summaryOf('When people ask')).toBe('No questions in this period.')
  expect(get('region', 'Questions per day').textContent).toContain(
    'Figures about fewer than 5 people aren’t shown.',
  )
})

it('shows a chart as a table, which the browser remembers', async () => {
  fakeReplies(replies())
  const first = show(<DashboardPage />, '/admin')
  await press('button', 'Show Questions per day as a table')
  expect(tableRows(get('region', 'Questions per day'))).toEqual([
    ['Nov 1, 2026', '5', '2', '0', '6', '–'],
    ['Nov 2, 2026', 'fewer than 5', '0', '0', 'fewer than 5', '–'],
    ['Nov 3, 2026', '9', '1', '4', '7', '87.5%'],
  ])
  await press('button', 'Show Most used agents as a table')
  expect(tableRows(get('region', 'Most used agents')).map((cells) => cells.slice(0, 2))).toEqual([
    ['Agent 1', '15'],
    ['Agent 2', 'fewer than 5'],
    ['Personal agents', '3'],
  ])
  first.place.remove()
  show(<DashboardPage />, '/admin')
  await until(() => void get('button', 'Show Questions per day as a chart'))
})

it('shows all metrics as a table', async () => {
  fakeReplies(replies())
  show(<DashboardPage />, '/admin')
  await press('button', 'Show Key figures as a table')
  const rows = tableRows(get('region', 'Key figures'))
  expect(rows).toHaveLength(10)
  expect(rows[0]).toEqual(['Questions', '120', '100', '+20%'])
  expect(rows[9]).toEqual(['Cost', '$1.50', '$1.50', '0%'])
})

it('reports errors per card, and retries on request', async () => {
  const faked = replies()
  faked['/analytics/reports/Agents'] = () => problem(500, 'server.failed')
  fakeReplies(faked)
  show(<DashboardPage />, '/admin')
  await until(() => expect(all('alert', /(?:)/, get('region', 'Most used agents'))).toHaveLength(1))
  await until(() => expect(keyFigures()).toHaveLength(4))
  expect(all('alert')).toHaveLength(1)
  faked['/analytics/reports/Agents'] = report('Agents', [asked(1, 15)])
  await press('button', 'Try again')
  await until(() => expect(summaryOf('Most used agents')).toBe('Agent 1 is used most: 15 questions.'))
})

it('asks only for the reports of the shown tab, about the chosen agent', async () => {
  const { calls } = fakeReplies(replies())
  show(<DashboardPage />, `/admin?tab=costs&period=LastMonth&agent=${agent(1)}`)
  const of = `reportingPeriod=LastMonth&gptSystemId=${agent(1)}`
  await until(() =>
    expect(reportsAsked(calls).sort()).toEqual(
      [
        `Overview?${of}`,
        `QuestionsPerDay?${of}`,
        `AnswerTimes?${of}`,
        // The options of the agent filter, and the name of the chosen one.
        'Agents?reportingPeriod=LastMonth',
        `Agents?${of}`,
        // These are always about all agents.
        'Forecast?reportingPeriod=LastMonth',
        'Budgets?reportingPeriod=LastMonth',
        `Costs?${of}`,
        `Tokens?${of}`,
      ]
        .map((query) => `/api/internal/analytics/reports/${query}`)
        .sort(),
    ),
  )
})

it('shows another period, agent, or tab when it is chosen', async () => {
  const { calls } = fakeReplies(replies())
  show(<DashboardPage />, '/admin')
  await until(() => expect(keyFigures()).toHaveLength(4))
  const choose = (label: string, value: string) =>
    act(() => {
      const field = document.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`)!
      field.value = value
      field.dispatchEvent(new Event('change', { bubbles: true }))
    })
  choose('Period', 'Last7Days')
  await until(() =>
    expect(reportsAsked(calls)).toContain(
      '/api/internal/analytics/reports/Overview?reportingPeriod=Last7Days',
    ),
  )
  await until(() => void get('region', 'Most used agents').querySelector('.bar-list li')!.textContent)
  choose('Agent', agent(1))
  await until(() => expect(reportsAsked(calls).at(-1)).toContain(`gptSystemId=${agent(1)}`))
  await press('tab', 'Quality')
  await until(() => expect(summaryOf('Feedback')).toBe('No ratings in this period.'))
  expect(all('region', 'Questions per day')).toEqual([])
})

it('shows the most frequent questions without an answer, with a link to all about the same period', async () => {
  const question = (number: number, questions: number | 'FewerThan5') => ({
    ...{ unansweredQuestionId: `q${number}`, question: `Question ${number}?`, questions, people: questions },
    ...{ gptSystemId: agent(1), agentName: 'Agent 1', lastAskedAt: '2026-11-20T10:00:00Z', state: 'Open' },
    ...{ decidedAt: null, version: 1 },
  })
  const numbers = [31, 24, 19, 14, 12, 11, 'FewerThan5'] as const
  const faked = replies()
  const items = numbers.map((questions, at) => question(at + 1, questions))
  faked['/analytics/unansweredQuestions'] = () => json({ items, total: 88, withheld: false })
  const { calls } = fakeReplies(faked)
  show(<DashboardPage />, `/admin?period=Last7Days&agent=${agent(1)}`)
  await untilShown('Question 1?')
  const card = get('region', 'Questions without an answer')
  const lines = [...card.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(lines).toHaveLength(6)
  expect(lines[0]).toBe('Question 1?Agent 131×')
  expect(get('link', 'View all 88').getAttribute('href')).toBe(
    `/admin?period=Last7Days&agent=${agent(1)}&tab=unanswered`,
  )
  expect(reportsAsked(calls)).toContain(
    `/api/internal/analytics/unansweredQuestions?reportingPeriod=Last7Days&gptSystemId=${agent(1)}&state=Open`,
  )
  await press('tab', 'Unanswered')
  await until(() => expect(document.querySelectorAll('.unanswered-row')).toHaveLength(7))
})

it('shows costs of helper calls apart from answers', async () => {
  const row = (purpose: string, deploymentName: string, costUsd: number | null) => ({
    ...{ languageEngine: 'OpenAICompatible', deploymentName, purpose, costUsd },
    ...{ calls: 2, inputTokens: 1000, outputTokens: 50 },
  })
  fakeReplies(
    replies({
      Tokens: [
        row('Answer', 'large', 12.5),
        row('Answer', 'house', null),
        row('Question', 'small', 0.0002),
        row('Title', 'small', 0.0001),
      ],
    }),
  )
  show(<DashboardPage />, '/admin?tab=costs')
  await until(() => expect(tableRows(get('region', 'Model usage'))).toHaveLength(4))
  const section = get('region', 'Model usage')
  expect([...section.querySelectorAll('.figures > div')].map((one) => one.textContent)).toEqual([
    'Answers$12.502,000 input and 100 output tokens',
    'Helper calls$0.00032,000 input and 100 output tokens',
  ])
  expect(tableRows(section)).toEqual([
    ['Answers', 'large', 'OpenAI-compatible server', '2', '1,000', '50', '$12.50'],
    ['Answers', 'house', 'OpenAI-compatible server', '2', '1,000', '50', 'No price'],
    ['Rewritten questions', 'small', 'OpenAI-compatible server', '2', '1,000', '50', '$0.0002'],
    ['Titles', 'small', 'OpenAI-compatible server', '2', '1,000', '50', '$0.0001'],
  ])
  expect(section.textContent).toContain('Deployments without a price aren’t included in the costs.')
})

it('names why answers failed as people saw it, and an unknown error by its code', async () => {
  const failed = (code: string, count: number) => ({ code, count, lastAt: '2026-11-20T10:00:00Z' })
  fakeReplies(replies({ Errors: [failed('engine.busy', 31), failed('new.code', 2)] }))
  show(<DashboardPage />, '/admin?tab=quality')
  await until(() => expect(summaryOf('Failed answers')).toBe('33 failed answers.'))
  expect(tableRows(get('region', 'Failed answers')).map(([name]) => name)).toEqual([
    'The language model is busy. Try again in a moment.engine.busy',
    'new.code',
  ])
})

it('shows what the instance contains, and links cited files for users who can see libraries', async () => {
  const faked = replies({
    Knowledge: [
      {
        dataSourceId: 'd1',
        fileId: 'f1',
        name: 'Terms.pdf',
        citations: 7,
        lastCitedAt: '2026-11-20T10:00:00Z',
      },
    ],
  })
  faked['/currentUser/rolesWithResolvedActions'] = () => permitted('AnalyticsRead', 'DataSourcesRead')
  fakeReplies(faked)
  show(<DashboardPage />, '/admin?tab=contents')
  await until(() =>
    expect([...get('region', 'Total').querySelectorAll('.figure')].map((one) => one.textContent)).toEqual([
      ...['4', '2', '5', '80', '9'],
    ]),
  )
  await until(() => expect(get('link', 'Terms.pdf').getAttribute('href')).toBe('/admin/datasource/d1/edit'))
})

it('is in Arabic, with its plural forms and Latin digits', async () => {
  await act(() => showLanguage('ar'))
  fakeReplies(replies())
  show(<DashboardPage />, '/admin')
  await untilShown('17 سؤالًا. كان أكثرها يوم الثلاثاء، 3 نوفمبر: 10. غير محتسب: يوم واحد فيه أقل من 5 أشخاص.')
  await press('button', 'عرض «الأسئلة حسب اليوم» في جدول')
  expect(tableRows(get('region', 'الأسئلة حسب اليوم'))[1]).toEqual([
    ...['2 نوفمبر 2026', 'أقل من 5', '0', '0', 'أقل من 5', '–'],
  ])
  expect(document.body.textContent).toContain(
    'من 23 أكتوبر إلى 21 نوفمبر 2026، مقارنةً بالأيام الـ30 السابقة.',
  )
})

it('links to no list of questions that the compliance mode withholds', async () => {
  const faked = replies()
  faked['/analytics/unansweredQuestions'] = () => json({ items: [], total: 0, withheld: true })
  fakeReplies(faked)
  show(<DashboardPage />, '/admin')
  await untilShown('Questions aren’t listed because the compliance mode of this instance is Strict.')
  expect(all('link', 'View list')).toEqual([])
})
