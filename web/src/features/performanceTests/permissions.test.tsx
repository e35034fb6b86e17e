// @vitest-environment happy-dom
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { fakeReplies, json, permitted, problem, type Replies } from '../../testing/fakeServer.ts'
import { all, get, press, show, type, until, untilShown } from '../../testing/screen.tsx'
import { RunPage } from './results/RunPage.tsx'
import { TestPage } from './TestPage.tsx'
import { TestsPage } from './TestsPage.tsx'

const performanceTestId = '019ab3c2-5f00-7000-8000-000000000001'
const gptSystemId = '019ab3c2-5f00-7000-8000-000000000002'
const runId = '019ab3c2-5f00-7000-8000-000000000003'
const caseId = '019ab3c2-5f00-7000-8000-000000000004'
const at = '2026-11-20T10:00:00.000Z'
const test = {
  performanceTestId,
  gptSystemId,
  agentName: 'Helper',
  name: 'Travel',
  passPercent: 80,
  cases: 1,
  testVersion: 2,
  lastRun: { runId, scorePercent: 83.3, marginPercent: 4, stateNumber: 3, startedAt: at },
  mayOpen: true,
  mayRun: true,
  mayEdit: true,
  mayChange: true,
  version: 1,
  updatedAt: at,
}
const one = {
  caseId,
  question: 'How many days?',
  turns: [],
  expectedFacts: ['five days'],
  forbidden: [],
  expectedCitations: [],
  expectRefusal: false,
  weight: 1,
  tags: ['leave'],
  origin: 'Typed',
  version: 1,
  updatedAt: at,
}
const run = {
  runId,
  performanceTestId,
  gptSystemConfigurationStateId: runId,
  stateNumber: 3,
  wasPublished: true,
  testVersion: 2,
  phase: 'Completed',
  errorCode: null,
  done: 6,
  total: 6,
  passed: 5,
  failed: 1,
  broken: 0,
  repeats: 1,
  temperature: null,
  seed: null,
  scorePercent: 83.3,
  marginPercent: 4,
  costUsd: 0.2,
  costCeilingUsd: null,
  source: 'Person',
  startedBy: 'Ada Moreau',
  startedAt: at,
  endedAt: '2026-11-20T10:01:00.000Z',
}

const base = '/performanceTests'
const none = { mayOpen: false, mayRun: false, mayEdit: false, mayChange: false }

function open(path: string, rights: Partial<typeof none> = {}, replies: Replies = {}) {
  const shown = { ...test, ...rights }
  const { calls } = fakeReplies({
    '/currentUser/rolesWithResolvedActions': () => permitted('AnalyticsRead'),
    [base]: () => json({ items: [shown], continuationToken: null }),
    [`${base}/${performanceTestId}`]: () => json(shown, 200, { etag: '"1"' }),
    [`${base}/${performanceTestId}/cases`]: () =>
      json({ items: [one], tags: ['leave'], continuationToken: null }),
    [`${base}/${performanceTestId}/runs`]: () => json({ items: [run], continuationToken: null }),
    [`${base}/${performanceTestId}/runs/${runId}`]: () => json(run),
    ...replies,
  })
  show(
    <Routes>
      <Route path="/admin/performanceTests" element={<TestsPage />} />
      <Route path="/admin/performanceTests/:performanceTestId/edit" element={<TestPage />} />
      <Route path="/admin/performanceTests/:performanceTestId/runs/:runId" element={<RunPage />} />
    </Routes>,
    `/admin/performanceTests${path}`,
  )
  return calls
}
const page = `/${performanceTestId}/edit`

it('the list shows the last score in words, and offers nothing that the user can’t do', async () => {
  open('', none)
  await untilShown('83.3% ± 4')
  await untilShown('Passed')
  expect(all('button', 'New test')).toEqual([])
  await press('button', 'Actions for Travel')
  await until(() => void get('menuitem', 'Open'))
  expect(all('menuitem').map(({ textContent }) => textContent)).toEqual(['Open'])
})

it('without access to the agent, only scores are shown and read', async () => {
  const calls = open(page, none)
  await untilShown('You see only scores.')
  await untilShown('83.3% ± 4. 5 of 6 cases passed.')
  expect([all('tab'), all('button', /Run test|Edit test|Delete test|Add case/)]).toEqual([[], []])
  expect(calls.filter(({ path }) => path.includes('/cases'))).toEqual([])
})

it('results are shown only with access to the agent', async () => {
  const calls = open(`/${performanceTestId}/runs/${runId}`, none)
  await untilShown('To see answers, you need the permission')
  await untilShown('83.3% ± 4. 5 of 6 cases passed.')
  expect(all('button', 'Run again')).toEqual([])
  expect(calls.filter(({ path }) => path.includes('/results'))).toEqual([])
})

it('a user who can read cases but not change them sees them read-only', async () => {
  const calls = open(page, { ...none, mayOpen: true })
  await untilShown('Read-only. To change cases, you need the permission')
  expect(all('button', /Add case|Import|Run test/)).toEqual([])
  await press('button', 'How many days?')
  await until(() => void get('dialog', 'View case'))
  expect(get<HTMLTextAreaElement>('textbox', 'Question').readOnly).toBe(true)
  expect(get<HTMLInputElement>('textbox', 'Expected facts, 1').readOnly).toBe(true)
  expect(all('button', 'Save case')).toEqual([])
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([])
})

it('someone else’s change to the same case is shown, and nothing is overwritten', async () => {
  const theirs = { ...one, expectedFacts: ['six days'], version: 2 }
  const calls = open(
    page,
    {},
    {
      [`PUT ${base}/${performanceTestId}/cases/${caseId}`]: () =>
        problem(412, 'request.stale', { current: theirs }),
    },
  )
  await press('button', 'How many days?')
  await until(() => void get('dialog', 'Edit case'))
  type(get('textbox', 'Expected facts, 1'), '5 days')
  await press('button', 'Save case')
  await untilShown('Someone else changed this in the meantime')
  await untilShown('six days')
  expect(calls.filter(({ method }) => method === 'PUT').map(({ headers }) => headers['if-match'])).toEqual([
    '"1"',
  ])
})

it('an error of the list shows its request ID', async () => {
  open('', {}, { [base]: () => problem(500, 'server.failed') })
  await untilShown('Request ID: r-1')
})

it('the list of runs says that the schedule or a terminal started one', async () => {
  const items = ['Schedule', 'Terminal'].map((source) => ({ ...run, runId: source, source, startedBy: null }))
  open(
    `${page}?tab=runs`,
    {},
    {
      [`${base}/${performanceTestId}/runs`]: () => json({ items, continuationToken: null }),
    },
  )
  await untilShown('Schedule')
  await untilShown('Terminal')
})
