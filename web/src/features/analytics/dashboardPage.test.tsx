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
const figures = () => [...document.querySelectorAll('.figure')].map(({ textContent }) => textContent)

it('the dashboard reports errors, and retries on request', async () => {
  const replies: Replies = {
    '/currentUser/rolesWithResolvedActions': () => permitted('AnalyticsRead'),
    '/analytics/counts': () => problem(500, 'server.failed'),
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
