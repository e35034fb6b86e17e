import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { DARK_ARABIC, expectAccessible, LIGHT_ENGLISH, LOOKS } from './accessibility.ts'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import { askAndRead, composer, readText } from './screens.ts'
import { text } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let planner: string
beforeAll(async () => {
  planner = await stage.current.publish('Shift Planner', { description: 'Checks rosters.' })
})
const at = (path: string) => `${stage.current.origin}${path}`

/** A figure, by its name. */
const figure = (page: Page, name: string) =>
  page.locator('.figures > div').filter({ has: page.getByText(name, { exact: true }) })

describe('the dashboard', () => {
  test('[R-6-010] counts questions live, without figures about fewer than 5 people', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(at('/admin?period=Today'))
    await expect.poll(() => readText(figure(page, 'Questions'))).toMatch(/^Questions\s+0\s+Yesterday: 0$/)
    await page.goto(at(`/chat/${planner}`))
    stage.current.engine.play(text('Yes.'))
    await askAndRead(page, 'A question?')
    await page.goto(at('/admin?period=Today'))
    await expect.poll(() => readText(figure(page, 'Questions'))).toMatch(/^Questions\s+fewer than 5/)
  })

  test('[R-6-010] counts existing objects', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(at('/admin?tab=contents'))
    await expect.poll(() => readText(figure(page, 'Published agents'))).toMatch(/\s3\s/)
    await expect.poll(() => readText(figure(page, 'File libraries'))).toMatch(/\s2\s/)
    await figure(page, 'Published agents').getByRole('link').click()
    await expectPath(page, '/chat/agents')
    await page.goBack()
    await figure(page, 'File libraries').getByRole('link').click()
    await expectPath(page, '/admin/datasource')
  })

  test('keeps the period and the tab in the URL, and going back undoes a choice', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(at('/admin'))
    await page.getByLabel('Period').selectOption('Last 7 days')
    await expectPath(page, '/admin?period=Last7Days')
    await page.getByRole('tab', { name: 'Quality' }).click()
    await expectPath(page, '/admin?period=Last7Days&tab=quality')
    await expectVisible(page.getByRole('region', { name: 'Feedback' }))
    await page.goBack()
    await expectVisible(page.getByRole('region', { name: 'Questions per day' }))
    await expect.poll(() => page.getByLabel('Period').inputValue()).toBe('Last7Days')
    await page.goBack()
    await expect.poll(() => page.getByLabel('Period').inputValue()).toBe('Last30Days')
  })

  test('arrow keys read a chart day by day, also in Arabic, where time still runs from left to right', async () => {
    for (const [, , before] of [LIGHT_ENGLISH, DARK_ARABIC]) {
      const { page } = await stage.current.openAs('admin')
      await page.addInitScript(before)
      await page.route('**/analytics/reports/QuestionsPerDay?*', (route) =>
        route.fulfill({ json: questionsPerDay }),
      )
      await page.goto(at('/admin'))
      const card = page.locator('[data-report=QuestionsPerDay]')
      await card.getByRole('application').focus()
      const tooltip = card.locator('.chart-tooltip')
      await expect.poll(() => readText(tooltip)).toMatch(/16[\s\S]*487[\s\S]*189/)
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => readText(tooltip)).toMatch(/17[\s\S]*(fewer than|أقل من) 5[\s\S]*12/)
      const bars = await card
        .locator('.recharts-bar-rectangle path')
        .evaluateAll((paths) =>
          paths.map(
            (path) =>
              (path as unknown as { getBoundingClientRect(): { x: number } }).getBoundingClientRect().x,
          ),
        )
      expect(bars.length).toBe(5)
      expect(bars[0]).toBeLessThan(bars[1]!)
    }
  })

  test.each(LOOKS)('can be used by everyone, %s', async (_, options, before) => {
    const { page } = await stage.current.openAs('admin', options)
    await page.addInitScript(before)
    for (const tab of ['usage', 'unanswered', 'quality', 'costs', 'contents']) {
      await page.goto(at(`/admin?tab=${tab}`))
      await page.locator('.figure').first().waitFor()
      await page.locator('.report-summary, .list-state').last().waitFor()
      await expectAccessible(page, `the dashboard, ${tab}`)
    }
  })
})

const questionsPerDay = {
  ...{ reportName: 'QuestionsPerDay', from: '2026-11-16', to: '2026-11-18', columns: [], totalRows: 3 },
  rows: [
    ['2026-11-16', 487, 189],
    ['2026-11-17', 'FewerThan5', 12],
    ['2026-11-18', 300, 150],
  ].map(([day, web, publicChats]) => ({
    ...{ day, web, publicChats },
    ...{ tests: 0, people: 40, helpfulPercent: 90 },
  })),
}

describe('the agents', () => {
  test("[R-2-087] [R-2-095] are found from the sidebar's tab, and opened by their card", async () => {
    const { page } = await stage.current.openAs('anna')
    await page.goto(at('/chat'))
    const tabs = page.getByRole('tablist', { name: 'Chats and agents' }).getByRole('tab')
    await expect.poll(() => tabs.allInnerTexts()).toEqual(['Chats', 'Agents'])
    await expectVisible(page.getByRole('button', { name: 'New Chat' }).first())
    await tabs.nth(1).click()
    await expectGone(page.getByRole('button', { name: 'New Chat' }))
    await page.getByRole('link', { name: 'View all Agents' }).click()
    await expectPath(page, '/chat/agents')
    await expectVisible(page.getByRole('heading', { name: 'Discover Intelligent Agents', level: 1 }))
    await expectVisible(page.getByText('Checks rosters.'))
    // The link covers the whole card.
    await page.getByText('Checks rosters.').click({ force: true })
    await expectPath(page, `/chat/${planner}`)
    await expectVisible(composer(page))
  })

  test('are searched by name on the server, and the search can be cleared', async () => {
    const { page } = await stage.current.openAs('anna')
    await page.goto(at('/chat/agents'))
    const cards = page.locator('.agent-card')
    await expect.poll(() => cards.count()).toBe(3)
    await page.keyboard.press('/')
    const field = page.getByRole('searchbox', { name: 'Search agents' })
    await expectFocused(field)
    await field.fill('planner')
    await expect.poll(() => cards.allInnerTexts()).toEqual([expect.stringMatching(/^Shift Planner/)])
    await field.fill('nobody at all')
    await expectVisible(page.getByText('No agent has “nobody at all” in its name or description.'))
    await page.getByRole('main').getByRole('button', { name: 'Clear search' }).last().click()
    await expect.poll(() => cards.count()).toBe(3)
  })

  test.each(LOOKS)('can be found by everyone, %s', async (_, options, before) => {
    const { page } = await stage.current.openAs('anna', options)
    await page.addInitScript(before)
    await page.goto(at('/chat/agents'))
    await page.locator('.agent-card').first().waitFor()
    await expectAccessible(page, 'the agents')
  })
})
