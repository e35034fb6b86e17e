import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../server/src/testing/client.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectFocused, expectGone, expectVisible } from './expectations.ts'
import { answered, answers, ask, askAndRead, composer, questions, readText } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let harbour: string
let lighthouse: string

beforeAll(async () => {
  harbour = await stage.current.publish('Harbour', { systemPrompt: 'You are the harbour.' })
  lighthouse = await stage.current.publish('Lighthouse', { systemPrompt: 'You are the lighthouse.' })
})

/** Each agent says its name. */
function playWho() {
  stage.current.engine.play(async (writer, _signal, request) => {
    const said = JSON.stringify(request.messages)
    writer.text(said.includes('You are the lighthouse.') ? 'Light says.' : 'Harbour says.')
  })
}

async function openChat(gptSystemId = harbour, options = {}): Promise<Page> {
  const { page } = await stage.current.openAs('anna', options)
  await page.goto(`${stage.current.origin}/chat/${gptSystemId}`)
  await composer(page).waitFor()
  playWho()
  return page
}

const picker = (page: Page) => page.getByRole('dialog', { name: 'Agents', exact: true })
const search = (page: Page) => picker(page).getByRole('combobox', { name: 'Search agents' })
const chip = (page: Page) => page.getByText('This question goes to Lighthouse')
const answererOf = (page: Page, at: number) => answers(page).nth(at).locator('.answer-maker[data-other]')

describe('an answer from another agent', () => {
  test("is a version next to the first one with its agent's name; regenerating uses that agent, later questions the conversation's own", async () => {
    const page = await openChat()
    await askAndRead(page, 'Who are you?')
    await expectVisible(answers(page).getByText('Harbour says.'))
    await expectGone(answererOf(page, 0))
    await page.getByRole('button', { name: 'Answer with another agent' }).click()
    await search(page).fill('LIGHT')
    await expect.poll(() => picker(page).getByRole('option').allInnerTexts()).toEqual(['Lighthouse'])
    await search(page).press('Enter')
    await expectVisible(answers(page).getByText('Light says.'))
    await answered(page)
    await expectVisible(page.getByText('Answer 2 of 2'))
    await expect.poll(() => answererOf(page, 0).innerText()).toContain('Lighthouse')
    await expectVisible(page.getByRole('article', { name: 'Answer from Lighthouse' }))

    await page.reload()
    await expect.poll(() => answererOf(page, 0).innerText()).toContain('Lighthouse')
    await page.getByRole('button', { name: 'Regenerate' }).click()
    await expectVisible(page.getByText('Answer 3 of 3'))
    await expectVisible(answers(page).getByText('Light says.'))
    await answered(page)
    await askAndRead(page, 'And now?')
    await expect.poll(() => readText(answers(page).last())).toContain('Harbour says.')
    await expectGone(answererOf(page, 1))
    await expectVisible(answererOf(page, 0))
  })

  test("isn't offered in a test chat", async () => {
    const { page } = await stage.current.openAs('admin')
    const { app } = stage.current
    const states = `/api/internal/gptSystems/system/management/${harbour}/configurationStates`
    await call(app, states, { token: await app.token('admin'), body: {} })
    playWho()
    await page.goto(`${stage.current.origin}/admin/gptsystem/${harbour}/edit`)
    const chat = page.getByRole('region', { name: 'Test chat' })
    const message = chat.getByRole('textbox', { name: /^Message/ })
    await message.pressSequentially('Who @')
    await expect.poll(() => message.inputValue()).toBe('Who @')
    await message.press('Enter')
    await expectVisible(chat.getByText('Harbour says.'))
    await expectVisible(chat.getByRole('button', { name: 'Regenerate' }))
    expect(await chat.getByRole('button', { name: 'Answer with another agent' }).count()).toBe(0)
    expect(await picker(page).count()).toBe(0)
  })
})

describe('an @ in the message', () => {
  test("sends one question to another agent; the next one goes to the conversation's own", async () => {
    const page = await openChat()
    await askAndRead(page, 'First?')
    await composer(page).pressSequentially('What now, @')
    await expectFocused(search(page))
    await page.keyboard.type('light')
    await page.keyboard.press('Enter')
    await expectGone(picker(page))
    await expectVisible(chip(page))
    await expectFocused(composer(page))
    await expect.poll(() => composer(page).inputValue()).toBe('What now, ')
    await page.keyboard.type('keeper?')
    await page.keyboard.press('Enter')
    await expectVisible(answers(page).getByText('Light says.'))
    await answered(page)
    await expectGone(chip(page))
    await expect.poll(() => questions(page).last().innerText()).toBe('What now, keeper?')
    await expect.poll(() => answererOf(page, 1).innerText()).toContain('Lighthouse')
    await askAndRead(page, 'And you?')
    await expect.poll(() => readText(answers(page).last())).toContain('Harbour says.')
  })

  test("is text in an email address, after Escape, and before a space after anything but an agent's name", async () => {
    const page = await openChat()
    await composer(page).pressSequentially('anna@example.com')
    await expect.poll(() => composer(page).inputValue()).toBe('anna@example.com')
    expect(await picker(page).count()).toBe(0)
    await page.keyboard.type(' @li')
    await expectFocused(search(page))
    await expect.poll(() => search(page).inputValue()).toBe('li')
    await page.keyboard.press('Escape')
    await expectGone(picker(page))
    await expectFocused(composer(page))
    await page.keyboard.type('sa')
    await expect.poll(() => composer(page).inputValue()).toBe('anna@example.com @lisa')
    await page.keyboard.type(' @nobody')
    await expectFocused(search(page))
    await expect.poll(() => search(page).inputValue()).toBe('nobody')
    await expectVisible(picker(page).getByText('No agents match your search.'))
    await page.keyboard.press('Space')
    await expectGone(picker(page))
    await expectFocused(composer(page))
    await page.keyboard.type('there')
    await expect.poll(() => composer(page).inputValue()).toBe('anna@example.com @lisa @nobody there')
  })

  test('is removed by its button and by Backspace at the start', async () => {
    const page = await openChat()
    await askAndRead(page, 'First?')
    await composer(page).pressSequentially('@')
    await expectFocused(search(page))
    await expectVisible(picker(page).getByRole('option', { name: 'Lighthouse' }))
    // The conversation's own agent isn't offered.
    expect(await picker(page).getByRole('option', { name: 'Harbour' }).count()).toBe(0)
    await page.keyboard.press('Backspace')
    await expectFocused(composer(page))
    await expect.poll(() => composer(page).inputValue()).toBe('')
    for (const take of [
      () => page.getByRole('button', { name: 'Don’t ask Lighthouse' }).click(),
      () => page.keyboard.press('Backspace'),
    ]) {
      await composer(page).pressSequentially('@')
      await expectFocused(search(page))
      await page.keyboard.type('light')
      await page.keyboard.press('Enter')
      await expectVisible(chip(page))
      await expectFocused(composer(page))
      await take()
      await expectGone(chip(page))
      await expectFocused(composer(page))
    }
    await askAndRead(page, 'Whose is this?')
    await expect.poll(() => readText(answers(page).last())).toContain('Harbour says.')
  })

  test('chooses the agent of a new conversation, keeping the input', async () => {
    const page = await openChat()
    await page.locator('input[data-attach]').setInputFiles([
      {
        name: 'tide.md',
        mimeType: 'text/markdown',
        buffer: Buffer.from('# Tide\n\nThe tide turns at nine.'),
      },
    ])
    await expect
      .poll(() => page.locator('.composer .attachment').first().getAttribute('data-state'))
      .toBe('Ready')
    await composer(page).pressSequentially('When is high water? @')
    await expectFocused(search(page))
    await page.keyboard.type('light')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/chat/${lighthouse}`)
    await expect.poll(() => composer(page).inputValue()).toBe('When is high water? ')
    await expectVisible(page.locator('.composer .attachment').filter({ hasText: 'tide.md' }))
    expect(await chip(page).count()).toBe(0)
    await ask(page, 'Who is it?')
    await expectVisible(answers(page).getByText('Light says.'))
    await answered(page)
    await expectGone(answererOf(page, 0))
    await page.goto(`${stage.current.origin}/chat/${harbour}`)
    await composer(page).waitFor()
    await expect.poll(() => composer(page).inputValue()).toBe('')
  })
})

test('an agent the user has lost is named by its answer, and the conversation’s own answers the question again', async () => {
  const lost = await stage.current.publish('Short lived', {})
  const { page } = await stage.current.openAs('anna')
  await page.goto(`${stage.current.origin}/chat/${harbour}`)
  playWho()
  await askAndRead(page, 'Who?')
  await page.getByRole('button', { name: 'Answer with another agent' }).click()
  await search(page).fill('Short')
  await search(page).press('Enter')
  await expectVisible(page.getByText('Answer 2 of 2'))
  await answered(page)
  await sql`update gpt_system set deleted_at = now() where id = ${lost}`.execute(
    stage.current.app.platform.database.db,
  )
  await page.reload()
  await expect.poll(() => answererOf(page, 0).innerText()).toContain('Short lived')
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await expectVisible(page.getByText('Answer 3 of 3'))
  await expectVisible(answers(page).getByText('Harbour says.'))
  await expectGone(answererOf(page, 0))
})

test.each(LOOKS)(
  'the agent list and its selection are accessible and fit: %s',
  async (_name, options, script) => {
    const { page } = await stage.current.openAs('anna', options)
    if (script) await page.addInitScript(script)
    await page.goto(`${stage.current.origin}/chat/${harbour}`)
    playWho()
    await ask(page, 'Who?')
    await page.locator('.answer-actions').first().waitFor()
    await composer(page).pressSequentially('@')
    const list = page.getByRole('listbox')
    await expectVisible(list)
    await expectAccessible(page, 'the list of agents')
    await page.keyboard.type('Lighthouse')
    await expect.poll(() => list.getByRole('option').count()).toBe(1)
    await page.keyboard.press('Enter')
    await expectVisible(page.locator('.asked-agent'))
    await expectAccessible(page, 'the selected agent')
  },
)

describe('a conversation whose agent was deleted', () => {
  test('offers nothing that can’t succeed, and goes on for good with an agent that the user chooses', async () => {
    const { app } = stage.current
    const gone = await stage.current.publish('Ferry', { systemPrompt: 'You are the ferry.' })
    const { page, watch } = await stage.current.openAs('anna')
    watch.expectError(/(status of|answered) 404|question\.failed/)
    await page.goto(`${stage.current.origin}/chat/${gone}`)
    playWho()
    await askAndRead(page, 'Who are you?')
    const path = `/api/internal/gptSystems/system/management/${gone}`
    await call(app, path, { token: await app.token('admin'), method: 'DELETE' })
    await composer(page).fill('Are you still there?')
    await page.keyboard.press('Enter')
    const note = page.getByText('This agent is no longer available.')
    await expectVisible(note)
    await expectGone(page.getByRole('button', { name: 'Try again' }))
    await page.reload()
    await expectVisible(note)
    await expectVisible(answers(page).first())
    for (const name of ['Regenerate', 'Edit question'])
      await expectGone(page.getByRole('button', { name, exact: true }))
    await composer(page).fill('Hello?')
    await page.keyboard.press('Enter')
    await expect.poll(() => composer(page).inputValue()).toBe('Hello?')
    await expectAccessible(page, 'a conversation without its agent')

    await page.getByRole('button', { name: 'Continue with …' }).click()
    await search(page).fill('light')
    await search(page).press('Enter')
    await expectGone(note)
    await composer(page).press('Enter')
    await expectVisible(answers(page).getByText('Light says.'))
    await answered(page)
    await page.reload()
    await askAndRead(page, 'And now?')
    await expect.poll(() => readText(answers(page).last())).toContain('Light says.')
    await expect.poll(() => answererOf(page, 0).innerText()).toContain('Ferry')
    await page.getByRole('button', { name: 'Regenerate' }).first().click()
    await expectVisible(page.getByText('Answer 2 of 2'))
    await expectVisible(answers(page).getByText('Light says.'))
  })

  test('is as before when the agent is restored', async () => {
    const { app } = stage.current
    const { page, watch } = await stage.current.openAs('anna')
    // The page may ask for the agent's limits once more while it is being deleted.
    watch.expectError(/(status of|answered) 404.*usage\?/)
    const only = await stage.current.publish('Pilot', { systemPrompt: 'You are the pilot.' })
    await page.goto(`${stage.current.origin}/chat/${only}`)
    playWho()
    await askAndRead(page, 'Who are you?')
    const path = `/api/internal/gptSystems/system/management/${only}`
    const token = await app.token('admin')
    await call(app, path, { token, method: 'DELETE' })
    await page.reload()
    await expectVisible(page.getByText('This agent is no longer available.'))
    await call(app, `${path}/restore`, { token, method: 'PUT' })
    await page.reload()
    await expectVisible(page.getByRole('button', { name: 'Regenerate' }))
    await askAndRead(page, 'Again?')
    await expect.poll(() => readText(answers(page).last())).toContain('Harbour says.')
  })
})
