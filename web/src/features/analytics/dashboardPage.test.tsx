// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies, json, permitted, problem, type Replies } from '../../testing/fakeServer.ts'
import { all, get, press, show, until } from '../../testing/screen.tsx'
import { DashboardPage } from './DashboardPage.tsx'

const counts = {
  questions: { lastWeek: 7, lastDay: 1 },
  conversations: { lastWeek: 3, lastDay: 1 },
  people: { activeLastWeek: 2, total: 9 },
  answersFailedLastWeek: 0,
  agentsPublished: 4,
  libraries: { total: 2, files: 5, filesReady: 5, filesFailed: 0, passages: 80 },
}
const usage = (rows: object[]) => () =>
  json({ reportName: 'Tokens', from: '2026-11-01', to: '2026-11-30', columns: [], rows })
const row = (purpose: string, deploymentName: string, costUsd: number | null) => ({
  ...{ languageEngine: 'OpenAI', deploymentName, purpose, costUsd },
  ...{ calls: 2, inputTokens: 1000, outputTokens: 50 },
})
const figures = () => [...document.querySelectorAll('.figure')].map(({ textContent }) => textContent)

it('the dashboard reports errors, and retries on request', async () => {
  const replies: Replies = {
    '/currentUser/rolesWithResolvedActions': () => permitted('AnalyticsRead'),
    '/analytics/counts': () => problem(500, 'server.failed'),
    '/analytics/reports/Tokens': usage([]),
  }
  fakeReplies(replies)
  show(<DashboardPage />)
  await until(() => void get('alert'))
  expect(figures()).toEqual([])
  replies['/analytics/counts'] = () => json(counts)
  await press('button', 'Try again')
  await until(() => expect(figures()).toEqual(['7', '3', '2', '0', '4', '2', '5', '80']))
  expect(all('alert')).toEqual([])
})

it('shows what helper calls cost apart from answers, in the chosen period', async () => {
  const { calls } = fakeReplies({
    '/currentUser/rolesWithResolvedActions': () => permitted('AnalyticsRead'),
    '/analytics/counts': () => json(counts),
    '/analytics/reports/Tokens': usage([
      row('Answer', 'large', 12.5),
      row('Answer', 'house', null),
      row('Question', 'small', 0.0002),
      row('Title', 'small', 0.0001),
    ]),
  })
  show(<DashboardPage />)
  await until(() => void get('region', 'Model usage').querySelector('table')!.rows)
  const section = get('region', 'Model usage')
  expect([...section.querySelectorAll('.figures > div')].map((one) => one.textContent)).toEqual([
    'Answers$12.502,000 input and 100 output tokens',
    'Helper calls$0.00032,000 input and 100 output tokens',
  ])
  expect([...section.querySelectorAll('tbody tr')].map((one) => one.textContent)).toEqual([
    'Answerslarge21,00050$12.50',
    'Answershouse21,00050No price',
    'Rewritten questionssmall21,00050$0.0002',
    'Titlessmall21,00050$0.0001',
  ])
  expect(section.textContent).toContain('Deployments without a price aren’t included in the costs.')
  const period = section.querySelector('select')!
  period.value = 'LastMonth'
  period.dispatchEvent(new Event('change', { bubbles: true }))
  await until(() =>
    expect(calls.at(-1)?.path).toBe('/api/internal/analytics/reports/Tokens?reportingPeriod=LastMonth'),
  )
})
