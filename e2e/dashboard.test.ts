import { beforeAll, describe, expect, test } from 'vitest'
import { DARK_ARABIC, expectAccessible, LIGHT_ENGLISH, PHONE } from './accessibility.ts'
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

describe('the dashboard', () => {
  test('[R-6-010] counts questions and existing objects', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(at(`/chat/${planner}`))
    stage.current.engine.play(text('Yes.'))
    await askAndRead(page, 'A question?')
    await page.goto(at('/admin'))
    const figure = (name: string) =>
      page.locator('.figures > div').filter({ has: page.getByText(name, { exact: true }) })
    await expect.poll(() => readText(figure('Questions'))).toMatch(/^Questions\s+1\s+1 in the last 24 hours$/)
    await expect.poll(() => readText(figure('Published agents'))).toMatch(/\s3\s/)
    await expect.poll(() => readText(figure('File libraries'))).toMatch(/\s2\s/)
    await figure('Published agents').getByRole('link').click()
    await expectPath(page, '/chat/agents')
    await page.goBack()
    await figure('File libraries').getByRole('link').click()
    await expectPath(page, '/admin/datasource')
  })

  test.each([LIGHT_ENGLISH, DARK_ARABIC, PHONE])(
    'can be used by everyone, %s',
    async (_, options, before) => {
      const { page } = await stage.current.openAs('admin', options)
      await page.addInitScript(before)
      await page.goto(at('/admin'))
      await page.locator('.figure').first().waitFor()
      await expectAccessible(page, 'the dashboard')
    },
  )
})

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

  test.each([LIGHT_ENGLISH, DARK_ARABIC, PHONE])(
    'can be found by everyone, %s',
    async (_, options, before) => {
      const { page } = await stage.current.openAs('anna', options)
      await page.addInitScript(before)
      await page.goto(at('/chat/agents'))
      await page.locator('.agent-card').first().waitFor()
      await expectAccessible(page, 'the agents')
    },
  )
})
