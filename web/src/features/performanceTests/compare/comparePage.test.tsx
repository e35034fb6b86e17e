// @vitest-environment happy-dom
import { act } from 'react'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { fakeReplies, json, type Replies } from '../../../testing/fakeServer.ts'
import { all, get, press, show, textIn, until, untilShown } from '../../../testing/screen.tsx'
import { ComparePage } from './ComparePage.tsx'

const performanceTestId = '019ab3c2-5f00-7000-8000-000000000001'
const [published, draft, unrun] = ['v1', 'v2', 'v3']
const at = '2026-11-20T10:00:00.000Z'
const test = {
  performanceTestId,
  gptSystemId: 'g',
  agentName: 'Helper',
  name: 'Travel',
  passPercent: 80,
  cases: 2,
  testVersion: 2,
  lastRun: null,
  mayOpen: true,
  mayRun: true,
  mayEdit: true,
  mayChange: true,
  version: 1,
  updatedAt: at,
}
const run = (runId: string, versionId: string, startedAt: string, scorePercent: number) => ({
  runId,
  performanceTestId,
  gptSystemConfigurationStateId: versionId,
  stateNumber: versionId === published ? 1 : 2,
  wasPublished: versionId === published,
  testVersion: 2,
  phase: 'Completed',
  errorCode: null,
  done: 2,
  total: 2,
  passed: 1,
  failed: 1,
  broken: 0,
  repeats: 1,
  temperature: null,
  seed: null,
  scorePercent,
  marginPercent: 4,
  costUsd: 0.2,
  costCeilingUsd: null,
  source: 'Person',
  startedBy: 'Ada Moreau',
  startedAt,
  endedAt: startedAt,
})
const first = run('r1', published, '2026-11-20T10:00:00.000Z', 80)
const second = run('r2', draft, '2026-11-21T10:00:00.000Z', 83)
const runs = [second, first]
const result = (answer: string, passed: boolean) => ({
  caseId: 'c1',
  repeat: 1,
  question: 'How much leave?',
  tags: ['leave'],
  weight: 1,
  passed,
  score: passed ? 1 : 0,
  answer,
  errorCode: null,
  refused: false,
  expectRefusal: false,
  facts: [{ text: '30 days', found: passed }],
  forbidden: [],
  citations: [],
  firstTextMs: 10,
  totalMs: 20,
  inputTokens: 1,
  outputTokens: 2,
  costUsd: 0.1,
})
const compared = {
  caseId: 'c1',
  question: 'How much leave?',
  tags: ['leave'],
  weight: 1,
  outcome: 'Worse',
  left: { passed: 1, repeats: 1, result: result('You have **30 days** of leave.', true) },
  right: { passed: 0, repeats: 1, result: result('You have **28 days** of leave.', false) },
}
const missing = { ...compared, caseId: 'c2', question: 'And meals?', outcome: 'Missing', left: null }
const comparison = {
  items: [compared, missing],
  continuationToken: null,
  left: first,
  right: second,
  difference: { points: 3, margin: 5, mayBeChance: true, cases: 2 },
  counts: { Worse: 1, Improved: 0, Unchanged: 0, Changed: 0, Missing: 1 },
}
const one = {
  caseId: 'c1',
  question: 'How much leave?',
  turns: [],
  expectedFacts: ['30 days'],
  forbidden: [],
  expectedCitations: [],
  expectRefusal: false,
  weight: 1,
  tags: ['leave'],
  origin: 'Typed',
  version: 1,
  updatedAt: at,
}
const version = (id: string, number: number, status: string) => ({
  gptSystemConfigurationStateId: id,
  number,
  status,
  createdAt: at,
})

const chosen = (field: string) =>
  document.querySelector<HTMLSelectElement>(`[data-field=${field}] select`)?.value

const base = `/performanceTests/${performanceTestId}`
const paramsOf = ({ path }: { path: string }) => new URL(path, 'http://localhost').searchParams

function open(query: string, rights: object = {}, replies: Replies = {}) {
  const { calls } = fakeReplies({
    [base]: () => json({ ...test, ...rights }, 200, { etag: '"1"' }),
    '/gptSystems/system/management/g/configurationStates': () =>
      json({
        items: [version(unrun, 3, 'Draft'), version(draft, 2, 'Earlier'), version(published, 1, 'Published')],
        continuationToken: null,
      }),
    [`${base}/runs`]: (call) => {
      const state = paramsOf(call).get('gptSystemConfigurationStateId')
      const items = runs.filter((each) => !state || each.gptSystemConfigurationStateId === state)
      return json({ items, continuationToken: null })
    },
    [`${base}/runs/r1`]: () => json(first),
    [`${base}/runs/r2`]: () => json(second),
    [`${base}/runs/compare`]: () => json(comparison),
    [`${base}/cases`]: () => json({ items: [], tags: ['leave'], continuationToken: null }),
    [`${base}/cases/c1`]: () => json(one),
    ...replies,
  })
  show(
    <Routes>
      <Route path="/admin/performanceTests/:performanceTestId/compare" element={<ComparePage />} />
    </Routes>,
    `/admin/performanceTests/${performanceTestId}/compare${query}`,
  )
  const compares = () => calls.filter(({ path }) => path.includes('/runs/compare')).map(paramsOf)
  return { calls, compares }
}

it('says in words whether the difference of two runs may be chance, and counts the cases by outcome', async () => {
  const { compares } = open('?left=r1&right=r2')
  await untilShown('80% ± 4 before, 83% ± 4 after. The difference of 3 points may be chance.')
  await untilShown('Worse (1)')
  // Outcomes that no case has aren’t all offered.
  expect(all('radio', /Case changed/)).toEqual([])
  expect(compares().map((params) => [params.get('left'), params.get('right')])).toEqual([['r1', 'r2']])
})

it('compares the latest run with the one before it if none is named', async () => {
  const { compares } = open('')
  await untilShown('The difference of 3 points may be chance.')
  expect(compares().map((params) => [params.get('left'), params.get('right')])).toEqual([['r1', 'r2']])
})

it('a version is compared by its latest run, and one without a run offers to start it', async () => {
  const { compares } = open(`?leftVersion=${unrun}&rightVersion=${draft}`)
  await untilShown('This version has no completed run.')
  expect(chosen('leftVersion')).toBe(unrun)
  expect(compares()).toEqual([])
  await press('button', 'Run test')
  await until(() => void get('dialog', 'Run Travel?'))
  expect(chosen('gptSystemConfigurationStateId')).toBe(unrun)
})

it('without permission to run tests, a version without a run offers nothing', async () => {
  open(`?leftVersion=${unrun}&rightVersion=${draft}`, { mayRun: false })
  await untilShown('This version has no completed run.')
  expect(all('button', 'Run test')).toEqual([])
})

it('marks the words that differ, and says which run has no answer', async () => {
  open('?left=r1&right=r2')
  await press('button', /How much leave/)
  await untilShown('You have 28 days of leave.')
  expect([...document.querySelectorAll('del')].map(({ textContent }) => textContent)).toEqual(['30'])
  expect([...document.querySelectorAll('ins')].map(({ textContent }) => textContent)).toEqual(['28'])
  act(() => get('radio', 'Formatted').click())
  expect(document.querySelectorAll('del, ins').length).toBe(0)
  await press('button', /And meals/)
  await untilShown('This run didn’t answer the case.')
})

it('an accepted answer is proposed for the case, and nothing is saved before the user does', async () => {
  const { calls } = open(
    '?left=r1&right=r2',
    {},
    {
      [`PUT ${base}/cases/c1`]: () => json({ ...one, version: 2 }),
    },
  )
  await press('button', /How much leave/)
  await until(() => expect(all('button', 'Accept this answer as expected')).toHaveLength(2))
  act(() => all('button', 'Accept this answer as expected')[1]?.click())
  await until(() => void get('dialog', 'Edit case'))
  await until(() => expect(textIn(get('textbox', 'Expected facts, 1'))).toBe('You have 28 days of leave.'))
  await untilShown('These expectations are removed')
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([])
  await press('button', 'Save case')
  await until(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1))
  expect(JSON.parse(calls.find(({ method }) => method === 'PUT')?.body ?? '')).toMatchObject({
    expectedFacts: ['You have 28 days of leave.'],
  })
})

it('filters by outcome, and answers aren’t accepted by someone who can’t change cases', async () => {
  const { compares } = open('?left=r1&right=r2', { mayEdit: false })
  await untilShown('Worse (1)')
  act(() => get('radio', 'Worse (1)').click())
  await until(() => expect(compares().at(-1)?.get('outcome')).toBe('Worse'))
  await press('button', /How much leave/)
  await untilShown('You have 28 days of leave.')
  expect(all('button', 'Accept this answer as expected')).toEqual([])
})

it('without access to the agent, no answers are compared', async () => {
  const { compares } = open('?left=r1&right=r2', { mayOpen: false })
  await untilShown('To see answers, you need the permission')
  expect(compares()).toEqual([])
})
