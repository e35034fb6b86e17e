import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { call } from '../server/src/testing/client.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import { askAndRead, composer } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()

const directory = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const card = (page: Page, name: string) => page.locator('.agent-card').filter({ hasText: name })
const category = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Categories' }).getByRole('button', { name })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search agents' })
const cards = (page: Page) => page.locator('.agent-card h3').allInnerTexts()

/** Creates a system agent listed in these categories. */
async function listed(name: string, categories: string[]): Promise<string> {
  const gptSystemId = await stage.current.publish(name, { gptSystemName: name })
  const { app } = stage.current
  const path = `/api/internal/gptSystems/system/management/${gptSystemId}/publishing`
  const token = await app.token('admin')
  expect((await call(app, path, { token, method: 'PUT', body: { categories } })).status).toBe(200)
  return gptSystemId
}
async function discover(userName: string, options = {}): Promise<Page> {
  const { page } = await stage.current.openAs(userName, options)
  await page.goto(`${stage.current.origin}/chat/agents`)
  await expectVisible(page.locator('.agent-card').first())
  return page
}

// These tests share the directory listing: each adds to what the others count.
describe('the agents page', { shuffle: false }, () => {
  test('[R-2-030] [R-2-031] finds listed agents by words and category, and opens a chat with one', async () => {
    const lawyer = await listed('Contract Analyst', ['Legal'])
    await listed('Spend Explorer', ['Finance', 'Legal'])
    const page = await discover('anna')
    await expect.poll(() => page.title()).toContain('Discover Intelligent Agents')
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Discover Intelligent Agents' }))
    await expectVisible(directory(page, 'System agents').getByRole('link', { name: 'Contract Analyst' }))
    await expectVisible(page.getByText('4 agents are available to you.'))
    await category(page, 'Finance').click()
    await expect.poll(() => cards(page)).toEqual(['Spend Explorer'])
    await category(page, 'Legal').press('Enter')
    await expect.poll(() => cards(page)).toEqual(['Contract Analyst', 'Spend Explorer'])
    await page.keyboard.press('/')
    await expectFocused(search(page))
    await page.keyboard.type('contract')
    await expect.poll(() => cards(page)).toEqual(['Contract Analyst'])
    await page.keyboard.type(' of nobody')
    await expectVisible(
      page.getByText('No agent in “Legal” has “contract of nobody” in its name or description.'),
    )
    await page.locator('.state').getByRole('button', { name: 'Clear search' }).click()
    await expect.poll(async () => (await cards(page)).length).toBe(4)
    await card(page, 'Contract Analyst').click()
    await expectPath(page, `/chat/${lawyer}`)
    await expectVisible(composer(page))
  })

  test('shows many agents page by page, without omitting any', async () => {
    const many = Array.from({ length: 70 }, (_, at) => `Many ${String(at).padStart(2, '0')}`)
    await copies(many)
    const page = await discover('chloe')
    await search(page).fill('many')
    await expect.poll(() => cards(page)).toEqual(many.slice(0, 60))
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => cards(page)).toEqual(many)
    await expectGone(page.getByRole('button', { name: 'Show more' }))
  })

  test("[R-3-060] an agent without a name is 'Unnamed Agent' on its card, in the sidebar, the header and the lists", async () => {
    await copies([''])
    stage.current.engine.play(async (writer) => writer.text('Of course.'))
    const page = await discover('admin')
    await search(page).fill('without a name')
    await expect.poll(() => cards(page)).toEqual(['Unnamed Agent'])
    await card(page, 'Unnamed Agent').click()
    await expectVisible(page.getByRole('main').getByText('Unnamed Agent').first())
    await askAndRead(page, 'Who are you?')
    await expectVisible(page.getByRole('button', { name: /Unnamed Agent/ }).first())
    await page.getByRole('tab', { name: 'Agents', exact: true }).click()
    await expectVisible(page.getByRole('navigation', { name: 'Recent' }).getByText('Unnamed Agent'))
    await page.goto(`${stage.current.origin}/admin/gptsystem`)
    await page.getByRole('searchbox').first().fill('without a name')
    await expectVisible(page.getByRole('main').getByText('Unnamed Agent').first())
  })

  test("a publisher sets an agent's directory listing", async () => {
    const gptSystemId = await listed('Ticket Triage', [])
    const { page } = await stage.current.openAs('admin')
    await page.goto(`${stage.current.origin}/admin/gptsystem/${gptSystemId}/publish`)
    await page.getByLabel('Categories').fill('Support, Computers')
    await page.getByRole('button', { name: 'Save listing' }).click()
    await expectVisible(page.getByText('Directory listing of Ticket Triage saved'))
    const reader = await discover('ben')
    await category(reader, 'Computers').click()
    await expect.poll(() => cards(reader)).toEqual(['Ticket Triage'])
    await page.getByRole('switch', { name: 'Listed in the directory' }).click()
    await page.getByRole('button', { name: 'Save listing' }).click()
    await expectGone(page.getByRole('button', { name: 'Save listing' }))
    await reader.reload()
    await expectVisible(reader.locator('.agent-card').first())
    await search(reader).fill('ticket')
    await expectVisible(reader.getByText('No agent has “ticket” in its name or description.'))
    await expectGone(card(reader, 'Ticket Triage'))
    await expectGone(category(reader, 'Computers'))
    // The agent's own page remains available to everyone who can use it.
    await reader.goto(`${stage.current.origin}/chat/${gptSystemId}`)
    await expectVisible(composer(reader))
  })

  test.each(LOOKS)('can be used by everyone in %s', async (name, look, before) => {
    const { page } = await stage.current.openAs('anna', look)
    if (before) await page.addInitScript(before)
    await page.goto(`${stage.current.origin}/chat/agents`)
    await expectVisible(page.locator('.agent-card').first())
    await expectAccessible(page, `the agent directory in ${name}`)
    const overflow = () => page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
    await expect.poll(overflow).toBeLessThanOrEqual(0)
  })
})

/** Creates listed agents with these names, which answer as the scripted engine plays. */
async function copies(names: readonly string[]): Promise<void> {
  await sql`with made as (
      insert into gpt_system (id, gpt_system_type, listed_in_directory)
      select gen_random_uuid(), 'System', true from unnest(${[...names]}::text[]) returning id),
    numbered as (select id, row_number() over () as nth from made),
    states as (
      insert into gpt_system_configuration_state (id, gpt_system_id, number, status, name, description, system_prompt,
        introduction, top_p, frequency_penalty, temperature, max_tokens, language_engine, deployment_name,
        capability_types, restrict_answer, starter_questions)
      select gen_random_uuid(), numbered.id, 1, 'Published', given.name, case given.name when '' then 'Without a name' else '' end,
        '', '', 1, 0, 0.7, 4096, 'OpenAICompatible', 'scripted', '{}', false, '{}'
      from numbered join unnest(${[...names]}::text[]) with ordinality as given (name, nth) using (nth) returning id, gpt_system_id)
    select * from states`.execute(stage.current.app.platform.database.db)
  await sql`update gpt_system g set published_state_id = s.id from gpt_system_configuration_state s
    where s.gpt_system_id = g.id and s.status = 'Published' and g.published_state_id is null`.execute(
    stage.current.app.platform.database.db,
  )
}
