import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call } from '../server/src/testing/client.ts'
import { DARK_ARABIC, expectAccessible, LIGHT_ENGLISH, PHONE } from './accessibility.ts'
import { expectGone, expectPath, expectVisible } from './expectations.ts'
import { answers, ask, askAndRead, composer, history, questions, readText, stopButton } from './screens.ts'
import { gate } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const management = '/api/internal/gptSystems/system/management'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const testChat = (page: Page) => page.getByRole('region', { name: /^(Test chat|محادثة تجريبية)$/ })

/** Creates a published agent with a draft that has another introduction. */
async function draft(name = `Drafted ${randomUUID().slice(0, 8)}`) {
  const { app } = stage.current
  const gptSystemId = await stage.current.publish(name, {
    introduction: 'I am being tested.',
    starterQuestions: ['What can you do?'],
  })
  const { body } = await call<{ configuration: { configStateId: string } }>(
    app,
    `${management}/${gptSystemId}/configurationStates`,
    { token: await app.token('admin'), body: {} },
  )
  return { gptSystemId, stateId: body.configuration.configStateId }
}

async function open(path: string, options: object = {}, script = ''): Promise<Page> {
  const { page } = await stage.current.openAs('admin', options)
  if (script) await page.addInitScript(script)
  await page.goto(`${stage.current.origin}${path}`)
  await expectVisible(page.getByRole('heading', { level: 1 }))
  return page
}

/** Answers with the system prompt of the draft. */
function echo() {
  stage.current.engine.play(async (writer, _, request) => {
    const [first] = request.messages
    writer.text(`Told: ${first?.role === 'system' ? first.content.slice(-20) : 'nothing'}`)
  })
}

test("a draft is asked next to its editor, changed, and asked again; no one's history contains it", async () => {
  const { gptSystemId } = await draft()
  echo()
  const page = await open(`/admin/gptsystem/${gptSystemId}/edit`)
  const chat = testChat(page)
  await expectVisible(chat.getByText('I am being tested.'))
  // The user came for the editor, so the chat next to it doesn't take the focus.
  await expect.poll(() => page.locator('[data-composer]:focus').count()).toBe(0)
  await chat.getByRole('button', { name: 'What can you do?' }).click()
  await expectVisible(questions(page).getByText('What can you do?'))
  await expect.poll(() => readText(answers(page).first())).toContain('Told: ')

  await field(page, 'System prompt').fill('You speak as a pirate')
  // The question uses the typed draft.
  await ask(page, 'And now?')
  await expect.poll(() => readText(answers(page).last())).toContain('as a pirate')
  await expectAccessible(page, 'the editor with a test chat')

  await page.reload()
  await expect.poll(() => questions(page).count()).toBe(2)
  await button(page, 'Restart').click()
  await expectVisible(chat.getByText('I am being tested.'))
  await ask(page, 'From the beginning')
  await expect.poll(() => questions(page).count()).toBe(1)

  await page.goto(`${stage.current.origin}/chat`)
  await expectVisible(composer(page))
  await expectGone(history(page).getByText('What can you do?'))
  await expectGone(history(page).getByText('From the beginning'))
})

test('[R-2-049] a version has its own URL; an answer running there is found again after a reload, and stopped', async () => {
  const { gptSystemId, stateId } = await draft()
  const { opened, open: letGo } = gate()
  stage.current.engine.play(async (writer, signal) => {
    writer.text('What came')
    await Promise.race([opened, new Promise((resolve) => signal.addEventListener('abort', resolve))])
  })
  const address = `/admin/gptsystem/configstate/${stateId}/edit`
  const page = await open(address)
  await expectVisible(testChat(page).getByText('Draft 2'))
  await ask(page, 'Wait for me')
  await expect.poll(() => answers(page).first().innerText()).toContain('What came')
  await page.reload()
  await expect.poll(() => answers(page).first().innerText()).toContain('What came')
  await stopButton(page).click()
  await expectGone(stopButton(page))
  letGo()
  await button(page, 'Publish draft 2').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish draft 2' }).click()
  await expectVisible(page.getByText('Published version 2', { exact: true }))
  await expectPath(page, address)
  await page.goto(`${stage.current.origin}/admin/gptsystem/${gptSystemId}/publish`)
  await page.getByRole('link', { name: 'Version 1 published', exact: true }).click()
  await expectVisible(page.getByText('Version 1', { exact: true }))
})

test("a test chat's source and execution details open over the page", async () => {
  const { app } = stage.current
  const token = await app.token('admin')
  const { body } = await call<{ items: { gptSystemId: string }[] }>(app, `${management}?search=product`, {
    token,
  })
  const gptSystemId = body.items[0]?.gptSystemId ?? ''
  await call(app, `${management}/${gptSystemId}/configurationStates`, { token, body: {} })
  const page = await open(`/admin/gptsystem/${gptSystemId}/edit`)
  await askAndRead(page, 'How do I publish an agent?')
  await testChat(page).getByRole('button', { name: /\.md/ }).first().click()
  const source = page.getByRole('dialog')
  await expectVisible(source.getByRole('heading', { name: /\.md/ }))
  await page.keyboard.press('Escape')
  await expectGone(source)
  await testChat(page).getByRole('button', { name: 'Execution details' }).last().click()
  await expectVisible(page.getByRole('dialog').getByText('File search').first())
})

test('on a phone the chat, or a new one, survives a look at the editor, and an error is shown at its field', async () => {
  const { gptSystemId } = await draft()
  echo()
  const page = await open(`/admin/gptsystem/${gptSystemId}/edit`, PHONE[1], PHONE[2])
  const show = (name: 'Editor' | 'Test chat') => page.getByText(name, { exact: true }).first().click()
  await show('Test chat')
  await expectVisible(page.getByRole('heading', { level: 1 }))
  await askAndRead(page, 'Is it kept?')
  await show('Editor')
  await expectVisible(field(page, 'Name'))
  await show('Test chat')
  await expectVisible(questions(page).getByText('Is it kept?'))
  await button(page, 'Restart').click()
  await expectGone(questions(page))
  await show('Editor')
  await field(page, 'Name').fill(' ')
  await show('Test chat')
  await expectVisible(testChat(page).getByText('I am being tested.'))
  await testChat(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expectVisible(page.getByText('Name is required'))
  await expectVisible(field(page, 'Name'))
})

test('a personal agent is tested by its owner before it is published', async () => {
  const { app } = stage.current
  const { body } = await call<{ configuration: { configStateId: string } }>(
    app,
    '/api/internal/configStates',
    {
      token: await app.token('anna'),
      body: { gptSystemType: 'User' },
    },
  )
  const { page } = await stage.current.openAs('anna')
  await page.goto(`${stage.current.origin}/chat/agents/configstate/${body.configuration.configStateId}/edit`)
  await field(page, 'Name').fill('My tested helper')
  await field(page, 'Introduction').fill('I am mine.')
  await expectVisible(testChat(page).getByText('I am mine.'))
  const answer = await askAndRead(page, 'Who are you?')
  await expect.poll(() => readText(answer)).not.toBe('')
  await expectAccessible(page, 'the personal agent editor with a test chat')
  await page.goto(`${stage.current.origin}/chat/agents`)
  await expectGone(history(page).getByText('Who are you?'))
  // The unpublished agent is found again.
  await page
    .getByRole('region', { name: 'Your drafts' })
    .getByRole('link', { name: 'My tested helper' })
    .click()
  await expectVisible(questions(page).getByText('Who are you?'))
})

test.each([
  ['on a phone', PHONE],
  ['in dark Arabic, side by side with the editor', DARK_ARABIC],
  ['in light English', LIGHT_ENGLISH],
] as const)('it is accessible and fits: %s', async (_, [, options, script]) => {
  const { gptSystemId } = await draft()
  echo()
  const page = await open(`/admin/gptsystem/${gptSystemId}/edit`, options, script)
  const isBeside = ((await page.viewportSize())?.width ?? 0) >= 1200
  if (!isBeside) {
    await expectGone(testChat(page))
    await page.getByText('Test chat', { exact: true }).click()
  }
  await ask(page, 'A question')
  await expect.poll(() => testChat(page).locator('.answer').count()).toBe(1)
  expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
  await expectAccessible(page, 'the test chat')
})
