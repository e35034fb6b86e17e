// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { fakeReplies, json, type Replies } from '../../../testing/fakeServer.ts'
import { all, get, press, show, type, until, untilShown } from '../../../testing/screen.tsx'
import type { CaseResult, Comparison, PerformanceTest } from '../data/api.ts'
import { EditTestDialog } from '../EditTestDialog.tsx'
import { JudgeCheckCard } from './JudgeCheckCard.tsx'
import { JudgedComparison, Judgement } from './JudgedComparison.tsx'
import { JudgeRating } from './JudgeRating.tsx'
import { judgeInput, judgeValues } from './judgeForm.ts'

const judge = {
  languageEngine: 'OpenAI' as const,
  deploymentName: 'gpt-judge',
  rubric: 'Be strict.',
  minimumScore: 4,
}
const test: PerformanceTest = {
  performanceTestId: 't1',
  gptSystemId: 'g1',
  agentName: 'Helper',
  name: 'Travel',
  passPercent: 80,
  judge,
  schedule: 'Never',
  scheduleCostCeilingUsd: null,
  cases: 3,
  testVersion: 1,
  lastRun: null,
  mayOpen: true,
  mayRun: true,
  mayEdit: true,
  mayChange: true,
  version: 2,
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const check = {
  runId: 'r1',
  phase: 'Completed',
  errorCode: null,
  done: 30,
  total: 30,
  unjudged: 2,
  judge,
  costUsd: 0.1,
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:01:00.000Z',
  good: 20,
  goodAgreed: 18,
  bad: 8,
  badAgreed: 6,
}

it('keeps a judge as it is edited', () => {
  expect(judgeInput(judgeValues(judge), [judge])).toEqual(judge)
  expect(judgeInput({ ...judgeValues(judge), rubric: ' Be kind. ', minimumScore: '2' }, [judge])).toEqual({
    ...judge,
    rubric: 'Be kind.',
    minimumScore: 2,
  })
  expect(judgeInput({ ...judgeValues(judge), judge: '' }, [judge])).toBeNull()
})

function edit(replies: Replies, shown = test) {
  const server = fakeReplies({
    'PUT /performanceTests/t1': () => json({ ...shown, version: 3 }),
    ...replies,
  })
  show(<EditTestDialog test={shown} close={() => undefined} />)
  return server
}
const choice = (field: string) => document.querySelector<HTMLSelectElement>(`[data-field=${field}] select`)
const sent = ({ calls }: ReturnType<typeof edit>) => calls.find(({ method }) => method === 'PUT')?.body

it('chooses a judge among the deployments that may judge, with a rubric', async () => {
  const server = edit(
    {
      '/performanceTests/judges': () =>
        json({ items: [{ languageEngine: 'OpenAI', deploymentName: 'gpt-judge' }] }),
    },
    { ...test, judge: null },
  )
  await untilShown('Judge')
  expect(choice('minimumScore')).toBeNull()
  act(() => {
    choice('judge')!.value = 'OpenAI gpt-judge'
    choice('judge')!.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(choice('minimumScore')?.value).toBe('3')
  type(get('textbox', 'What makes an answer good'), 'Short answers.')
  await press('button', 'Save test')
  await until(() =>
    expect(JSON.parse(String(sent(server)))).toMatchObject({
      judge: { deploymentName: 'gpt-judge', rubric: 'Short answers.', minimumScore: 3 },
    }),
  )
})

it('keeps a judge that isn’t allowed anymore, and says so', async () => {
  const server = edit({ '/performanceTests/judges': () => json({ items: [] }) })
  await untilShown(/gpt-judge.*not allowed anymore/)
  type(get('textbox', 'Name'), 'Trips')
  await press('button', 'Save test')
  await until(() => expect(JSON.parse(String(sent(server)))).toMatchObject({ name: 'Trips', judge }))
})

it('says who can allow a judge if there is none', async () => {
  edit({ '/performanceTests/judges': () => json({ items: [] }) }, { ...test, judge: null })
  await untilShown(/an administrator must allow a deployment to judge/)
})

it('shows how often the judge agrees with people', async () => {
  fakeReplies({ '/performanceTests/t1/judge/check': () => json({ check, rated: 40 }) })
  show(<JudgeCheckCard test={test} />)
  await untilShown('The judge agrees with people on 24 of 28 answers (86%).')
  await untilShown('Rated as good: 18 of 20')
  await untilShown('2 answers couldn’t be judged.')
  expect(all('button', 'Compare again')).toHaveLength(1)
})

it('compares the judge with people, and follows the progress', async () => {
  let started = false
  const server = fakeReplies({
    '/performanceTests/t1/judge/check': ({ method }) => {
      if (method === 'POST') {
        started = true
        return json({ ...check, phase: 'Queued', done: 0 })
      }
      return json({ check: started ? { ...check, phase: 'Running', done: 7 } : null, rated: 40 })
    },
  })
  show(<JudgeCheckCard test={test} />)
  await untilShown(/rates 40 answers that people have rated/)
  await press('button', 'Compare with people')
  await untilShown('7 of 30 answers compared…')
  await press('button', 'Stop')
  await until(() =>
    expect(server.calls.some(({ method, path }) => method === 'DELETE' && path.endsWith('/runs/r1'))).toBe(
      true,
    ),
  )
})

it('offers nothing to compare with if people allow nothing', async () => {
  fakeReplies({ '/performanceTests/t1/judge/check': () => json({ check: null, rated: 0 }) })
  show(<JudgeCheckCard test={test} />)
  await untilShown(/No rated answers of this agent may be used for tests yet/)
  expect(all('button')).toHaveLength(0)
})

const judging = {
  ...{ runId: 'j1', phase: 'Completed', errorCode: null, done: 9, total: 9, unjudged: 1, judge, costUsd: 0 },
  ...{ startedAt: '2026-01-01T00:00:00.000Z', endedAt: '2026-01-01T00:01:00.000Z' },
  counts: { Left: 2, Right: 5, Tie: 1 },
}
const compared = (said: object | null) =>
  ({ left: { runId: 'r1' }, right: { runId: 'r2' }, judging: said }) as unknown as Comparison

it('asks the judge which answers of two runs are better, and shows what it says', async () => {
  const server = fakeReplies({ 'POST /performanceTests/t1/runs/compare': () => json(judging) })
  show(<JudgedComparison test={test} comparison={compared(null)} reload={() => undefined} />)
  await press('button', 'Ask the judge')
  await until(() =>
    expect(JSON.parse(String(server.calls.find(({ method }) => method === 'POST')?.body))).toEqual({
      left: 'r1',
      right: 'r2',
    }),
  )
  show(<JudgedComparison test={test} comparison={compared(judging)} reload={() => undefined} />)
  await untilShown('Before is better in 2, after in 5, and 1 without a clear difference.')
  await untilShown('1 answer couldn’t be judged.')
})

it('follows a judge that compares, without the right to stop it', async () => {
  let reloads = 0
  const running = { ...judging, phase: 'Running', done: 4 }
  show(
    <JudgedComparison
      test={{ ...test, mayRun: false }}
      comparison={compared(running)}
      reload={() => {
        reloads += 1
      }}
    />,
  )
  await untilShown('4 of 9 cases judged…')
  await until(() => expect(reloads).toBeGreaterThan(0))
  expect(all('button')).toHaveLength(0)
})

it.each([
  ['Left', 'The judge prefers the answer before'],
  ['Right', 'The judge prefers the answer after'],
  ['Tie', 'The judge sees no clear difference'],
  [null, 'Not judged'],
] as const)('says what a judge thinks of two answers: %s', async (verdict, text) => {
  show(<Judgement judgement={{ verdict, reason: 'It names the date.', errorCode: null }} />)
  await untilShown(text)
  await untilShown('It names the date.')
})

it('says that an answer failed only because of its rating', async () => {
  const result = { passed: false, score: 1, judgeScore: 2, judgeReason: 'Too vague.' } as CaseResult
  show(<JudgeRating result={result} />)
  await untilShown('2 of 5')
  await untilShown('Lower than the lowest rating that passes')
  show(<JudgeRating result={{ ...result, passed: true, judgeScore: 5 }} />)
  await untilShown('5 of 5')
  expect(document.body.textContent?.match(/Lower than/g)).toHaveLength(1)
})
