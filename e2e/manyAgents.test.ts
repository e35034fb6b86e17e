import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, PHONE } from './accessibility.ts'
import { expectGone, expectPath, expectVisible } from './expectations.ts'
import { answers, askAndRead, composer, readText } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const MORE_THAN_LOADED = 220
let harbour: string
let zephyr: string

beforeAll(async () => {
  harbour = await stage.current.publish('Harbour', { systemPrompt: 'You are the harbour.' })
  zephyr = await stage.current.publish('Zephyr', { systemPrompt: 'You are the zephyr.' })
  await sql`with copies as (select gen_random_uuid() as id, gen_random_uuid() as state_id, n
        from generate_series(1, ${MORE_THAN_LOADED}::int) n),
      agents as (insert into gpt_system (id, gpt_system_type) select id, 'System' from copies returning id),
      states as (insert into gpt_system_configuration_state (id, gpt_system_id, number, status, name, description,
          system_prompt, introduction, top_p, frequency_penalty, temperature, max_tokens, language_engine,
          deployment_name, capability_types, restrict_answer, starter_questions)
        select c.state_id, c.id, 1, 'Published', 'Assistant ' || c.n, '', '', '', s.top_p, s.frequency_penalty,
          s.temperature, s.max_tokens, s.language_engine, s.deployment_name, s.capability_types, s.restrict_answer, '{}'
        from copies c join gpt_system_configuration_state s on s.gpt_system_id = ${zephyr}::uuid)
    select from agents`.execute(stage.current.app.platform.database.db)
  await sql`update gpt_system g set published_state_id = s.id from gpt_system_configuration_state s
    where s.gpt_system_id = g.id and s.name like 'Assistant %'`.execute(
    stage.current.app.platform.database.db,
  )
  stage.current.engine.play(async (writer, _signal, request) => {
    const said = JSON.stringify(request.messages)
    writer.text(said.includes('You are the zephyr.') ? 'Zephyr says.' : 'Harbour says.')
  })
})

const search = (page: Page) => page.getByRole('combobox', { name: 'Search agents' })
const header = (page: Page, name: string) => page.locator('.chat-bar').getByRole('button', { name })

async function openChat(options = {}): Promise<Page> {
  const { page } = await stage.current.openAs('anna', options)
  await page.goto(`${stage.current.origin}/chat/${harbour}`)
  await composer(page).waitFor()
  return page
}

describe('with more agents than a page loads', () => {
  test('the header’s list and @ find every agent', async () => {
    const page = await openChat()
    await header(page, 'Harbour').click()
    await search(page).fill('zeph')
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Zephyr'])
    await expectAccessible(page, 'the search of agents in the header')
    await search(page).press('Enter')
    await expectPath(page, `/chat/${zephyr}`)
    await expectVisible(header(page, 'Zephyr'))
    await page.goto(`${stage.current.origin}/chat/${harbour}`)
    await askAndRead(page, 'Who are you?')
    await composer(page).pressSequentially('@')
    await search(page).fill('zeph')
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Zephyr'])
    await search(page).press('Enter')
    await askAndRead(page, 'And you?')
    await expect.poll(() => readText(answers(page).last())).toContain('Zephyr says.')
    // Agents that people use appear without a search, too.
    await page.goto(`${stage.current.origin}/chat/${zephyr}`)
    await askAndRead(page, 'Who are you?')
    await page.goto(`${stage.current.origin}/chat/${harbour}`)
    await header(page, 'Harbour').click()
    await expectVisible(page.getByRole('option', { name: 'Zephyr' }))
  })

  test('the header’s list fits on a phone', async () => {
    const page = await openChat(PHONE[1])
    await header(page, 'Harbour').click()
    await expectVisible(search(page))
    await expectAccessible(page, 'the search of agents on a phone')
  })
})

test('an agent that was published meanwhile is in the list when it opens', async () => {
  const page = await openChat()
  await header(page, 'Harbour').click()
  await expectVisible(search(page))
  await page.keyboard.press('Escape')
  await expectGone(search(page))
  await stage.current.publish('Aardvark', {})
  await header(page, 'Harbour').click()
  await expectVisible(page.getByRole('option', { name: 'Aardvark' }))
})
