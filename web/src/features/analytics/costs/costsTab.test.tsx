// @vitest-environment happy-dom
import type { ReportName } from '@parlance/contract/reports'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, test, vi } from 'vitest'
import { showLanguage } from '../../../lang/i18n.ts'
import { fakeReplies, json, permitted } from '../../../testing/fakeServer.ts'
import { fakeStorage } from '../../../testing/fakeStorage.ts'
import { all, get, press, show, until, untilShown } from '../../../testing/screen.tsx'
import { CostsTab } from './CostsTab.tsx'

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()))
afterEach(() => act(() => showLanguage('en')))

const month = { month: '2026-11-01', costUsd: 80, forecastUsd: 120, lastMonthUsd: 90, limitUsd: null }
const budget = (name: string | null, more: object) => ({
  ...{ kind: 'Agent', id: `id of ${name}`, name, amountUsd: 250, usedUsd: 100, usedPercent: 40 },
  ...{ state: 'Within', ...more },
})

function given(rows: Partial<Record<ReportName, object[]>>, { settings = true } = {}) {
  const names = ['Forecast', 'Budgets', 'Costs', 'Tokens'] as const
  return fakeReplies({
    '/currentUser/rolesWithResolvedActions': () =>
      permitted('AnalyticsRead', ...(settings ? (['InstanceSettingsRead'] as const) : [])),
    '/featureFlags': () => json({ items: [{ name: 'ShowInstanceSettingsPage', enabled: true }] }),
    ...Object.fromEntries(
      names.map((reportName) => [
        `/analytics/reports/${reportName}`,
        () => json({ reportName, rows: rows[reportName] ?? [], totalRows: rows[reportName]?.length ?? 0 }),
      ]),
    ),
  })
}
const figures = (title: string) =>
  [...get('region', title).querySelectorAll('.figures > div')].map(({ textContent }) => textContent)
const summaryOf = (title: string) => get('region', title).querySelector('.report-summary')?.textContent

test.each([
  [{ limitUsd: null }, 'Monthly limitNone', 'November 2026 will likely cost $120.00.'],
  [
    { limitUsd: 120 },
    'Monthly limit$120.00Not expected to be exceeded',
    'November 2026 will likely cost $120.00, which is within the limit of $120.00.',
  ],
  [
    { limitUsd: 119 },
    'Monthly limit$119.00Will likely be exceeded',
    'November 2026 will likely cost $120.00, which is more than the limit of $119.00.',
  ],
  [
    { limitUsd: 80 },
    'Monthly limit$80.00Reached',
    'The limit of $80.00 for November 2026 is reached. Questions are rejected.',
  ],
])('compares the forecast with the limit of the instance in words: %o', async (more, figure, summary) => {
  given({ Forecast: [{ ...month, ...more }] })
  show(<CostsTab />)
  await until(() => expect(figures('Costs this month')[3]).toBe(figure))
  expect(summaryOf('Costs this month')).toBe(summary)
})

it('shows what was used of each budget, by a bar and a word', async () => {
  given({
    Budgets: [
      budget('Helper', { usedUsd: 300, usedPercent: 120, state: 'Used' }),
      budget('Vela', { kind: 'Brand', usedUsd: 200, usedPercent: 80, state: 'NearEnd' }),
      budget(null, { kind: 'Group', id: 'engineers' }),
      budget(null, {}),
    ],
  })
  show(<CostsTab />)
  await until(() => expect(summaryOf('Budgets this month')).toBe('Used up: 1. Almost used up: 1.'))
  const card = get('region', 'Budgets this month')
  expect([...card.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'AgentHelper$300.00 of $250.00 (120%)Used up',
    'BrandVela$200.00 of $250.00 (80%)Almost used up',
    expect.stringMatching(/^Group.*engineers.*\$100\.00 of \$250\.00 \(40%\)Within budget$/),
    'AgentDeleted agent$100.00 of $250.00 (40%)Within budget',
  ])
  const bars = [...card.querySelectorAll<HTMLElement>('.share-bar > span')]
  expect(bars.map(({ style }) => style.inlineSize)).toEqual(['100%', '80%', '40%', '40%'])
  await press('button', 'Show Budgets this month as a table')
  expect(all('row', /(?:)/, card)[0]!.textContent).toBe('HelperAgent$300.00$250.00120%Used up')
})

it('says what budgets do, and links them for people who can open the settings', async () => {
  given({})
  show(<CostsTab />)
  await untilShown(
    'No budgets yet. A budget limits what a brand, an agent, or a directory group can cost per month.',
  )
  await until(() =>
    expect(get('link', 'Manage budgets').getAttribute('href')).toBe('/admin/instanceSettings?tab=budgets'),
  )
})

it('has no link to budgets for other people', async () => {
  const { calls } = given({ Budgets: [budget('Helper', {})] }, { settings: false })
  show(<CostsTab />)
  await untilShown('All budgets are within their amounts.')
  await until(() => expect(calls.map(({ path }) => path)).toContain('/api/internal/featureFlags'))
  expect(all('link', 'Manage budgets')).toEqual([])
})

it('is in Arabic', async () => {
  await act(() => showLanguage('ar'))
  given({ Forecast: [{ ...month, limitUsd: 100 }], Budgets: [budget('Helper', { state: 'NearEnd' })] })
  show(<CostsTab />)
  await untilShown('أوشكت على النفاد: 1.')
  await untilShown('يُتوقع تجاوزه')
})
