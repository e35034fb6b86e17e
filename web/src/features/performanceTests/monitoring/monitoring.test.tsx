// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { fakeReplies, json } from '../../../testing/fakeServer.ts'
import { get, press, show, type, until, untilShown } from '../../../testing/screen.tsx'
import type { PerformanceTest } from '../data/api.ts'
import { EditTestDialog } from '../EditTestDialog.tsx'
import type { LiveAnswers, LiveFigures } from './api.ts'
import { LiveAnswersCard } from './LiveAnswersCard.tsx'
import { type LiveMetric, metricChange, metrics, metricText } from './liveFigures.ts'
import { scheduleErrors, scheduleInput, scheduleValues } from './scheduleForm.ts'

const test: PerformanceTest = {
  performanceTestId: 't1',
  gptSystemId: 'g1',
  agentName: 'Helper',
  name: 'Travel',
  passPercent: 80,
  judge: null,
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
const figures: LiveFigures = {
  sampled: 120,
  failedPercent: 2.5,
  refusedPercent: 10,
  citedPercent: 80,
  firstTextMedianMs: 900,
  firstTextP90Ms: 2400,
  ratings: 30,
  rating: 4.2,
  lowRatings: 2,
}
const live: LiveAnswers = {
  ...{ from: '2026-11-20', to: '2026-11-26', isPublished: true, rating: 'Judge' },
  ...{ now: figures, before: { ...figures, refusedPercent: 4, citedPercent: 75, rating: 4.2 } },
  days: [
    { ...figures, from: '2026-11-20', to: '2026-11-22', rating: null },
    { ...figures, from: '2026-11-26', to: '2026-11-26' },
  ],
}
const metric = (name: LiveMetric['name']) => metrics.find((one) => one.name === name)!

it('keeps a schedule as it is edited', () => {
  const stored = { schedule: 'Week' as const, scheduleCostCeilingUsd: 2.5 }
  expect(scheduleInput(scheduleValues(stored))).toEqual(stored)
  expect(scheduleInput({ schedule: 'Night', scheduleCostCeiling: ' ' })).toEqual({
    schedule: 'Night',
    scheduleCostCeilingUsd: null,
  })
  const errorOf = (scheduleCostCeiling: string) =>
    scheduleErrors({ schedule: 'Night', scheduleCostCeiling }, 'wrong')
  for (const right of ['', '0', '2', '0.50']) expect(errorOf(right)).toEqual({})
  for (const wrong of ['-1', '1,5', 'two', '1000000'])
    expect(errorOf(wrong)).toEqual({ scheduleCostCeiling: 'wrong' })
})

it('sets when a test is run, and what that can cost', async () => {
  const { calls } = fakeReplies({
    '/performanceTests/judges': () => json({ items: [] }),
    'PUT /performanceTests/t1': () => json({ ...test, version: 3 }),
  })
  show(<EditTestDialog test={test} close={() => undefined} />)
  await untilShown('Scheduled runs')
  const select = document.querySelector<HTMLSelectElement>('[data-field=schedule] select')!
  act(() => {
    select.value = 'Night'
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  type(get('textbox', 'Cost limit of scheduled runs in US dollars'), '1,50')
  await press('button', 'Save test')
  await untilShown('Enter an amount such as 2 or 0.50')
  type(get('textbox', 'Cost limit of scheduled runs in US dollars'), '1.50')
  await press('button', 'Save test')
  const sent = () => calls.find(({ method }) => method === 'PUT')?.body
  await until(() =>
    expect(JSON.parse(String(sent()))).toMatchObject({ schedule: 'Night', scheduleCostCeilingUsd: 1.5 }),
  )
})

it('says how figures changed, and whether that is good', () => {
  const changeOf = (name: LiveMetric['name'], before: Partial<LiveFigures>) =>
    metricChange(figures, { ...figures, ...before }, metric(name))
  expect(changeOf('refusedPercent', { refusedPercent: 4 })).toEqual({
    ...{ trend: 'Up', tone: 'Bad', text: '+6 pts' },
  })
  expect(changeOf('citedPercent', { citedPercent: 75 })).toMatchObject({ tone: 'Good', text: '+5 pts' })
  expect(changeOf('firstTextMedianMs', { firstTextMedianMs: 1400 })).toMatchObject({
    ...{ trend: 'Down', tone: 'Good', text: '-0.5 s' },
  })
  expect(changeOf('rating', { rating: 4.6 })).toMatchObject({ tone: 'Bad', text: '-0.4' })
  expect(changeOf('sampled', { sampled: 100 })).toMatchObject({ tone: 'Neutral', text: '+20' })
  // What is shown as the same is no change.
  expect(changeOf('firstTextMedianMs', { firstTextMedianMs: 910 })).toMatchObject({
    trend: 'Same',
    text: '0 s',
  })
  expect(changeOf('rating', { rating: null })).toBeNull()
  expect(metricChange(figures, null, metric('sampled'))).toBeNull()
  expect(metricText(null, metric('sampled'))).toBe('–')
})

it('shows what live answers came to, by sample, and for another period', async () => {
  const server = fakeReplies({ '/performanceTests/liveAnswers': () => json(live) })
  show(<LiveAnswersCard gptSystemId="g1" />)
  await untilShown(/From 120 sampled answers to real questions, Nov 20 to Nov 26/)
  await untilShown('4.2 of 5')
  await untilShown('+6 pts')
  await untilShown('Before: 4%')
  const [last, first, ...more] = document.querySelectorAll('tbody tr')
  expect(more).toEqual([])
  expect(last?.textContent).toContain('Nov 26')
  expect(first?.textContent).toContain('Nov 20 to Nov 22')
  expect(first?.textContent).toContain('–')
  await press('radio', 'Last 30 days')
  await until(() => expect(server.calls.at(-1)).toMatchObject({ path: expect.stringContaining('days=30') }))
})

it.each([
  [{ now: null, days: [] }, /There are no figures for this period yet/],
  [{ now: null, days: [], isPublished: false }, /isn’t published/],
  [{ rating: 'NoJudge' as const }, /choose a judge in a test of this agent/],
  [{ rating: 'Strict' as const }, /real answers aren’t sent to a judge/],
])('explains what is missing', async (part, text) => {
  fakeReplies({ '/performanceTests/liveAnswers': () => json({ ...live, ...part }) })
  show(<LiveAnswersCard gptSystemId="g1" />)
  await untilShown(text)
})
