import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../server/src/testing/client.ts'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import {
  answered,
  answers,
  ask,
  askAndRead,
  composer,
  conversationIdOf,
  openSettings,
  questions,
  readText,
  sendButton,
  stopButton,
} from './screens.ts'
import { gate, text, words } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let scripted: string
beforeAll(async () => {
  scripted = await stage.current.publish('Scripted', {
    introduction: 'I answer as I am told.',
    starterQuestions: ['What do you know?'],
  })
})

const openChat = async (path = `/chat/${scripted}`) => {
  const opened = await stage.current.openAs('anna')
  await opened.page.goto(`${stage.current.origin}${path}`)
  await composer(opened.page).waitFor()
  return opened
}

describe('chat', () => {
  test('[R-2-028] [R-1-002] /chat is the chat page, with exactly the agents the user can use', async () => {
    // An unpublished agent is available to no one.
    const token = await stage.current.app.token('admin')
    const created = await call(stage.current.app, '/api/internal/gptSystems/system/management', {
      token,
      body: { name: 'Not published' },
    })
    expect(created.status).toBeLessThan(300)
    const { page } = await openChat('/chat')
    await expect.poll(() => readText(page.getByRole('heading', { level: 1 }))).toBe('Product guide')
    await page.getByRole('button', { name: 'Product guide', exact: true }).click()
    const names = async () => (await page.getByRole('menuitem').allInnerTexts()).map((name) => name.trim())
    await expect
      .poll(async () => (await names()).sort())
      .toEqual(['My documents', 'Product guide', 'Scripted'])
    stage.current.engine.play(text('It is me.'))
    await page.getByRole('menuitem', { name: 'Scripted' }).click()
    await expectPath(page, `/chat/${scripted}`)
    const answer = await askAndRead(page, 'Who is there?')
    await expect.poll(() => answer.getAttribute('aria-label')).toBe('Answer from Scripted')
    await expect.poll(() => readText(answer)).toContain('It is me.')
  })

  test('[R-2-029] /chat/{entryGptSystemId} opens the chat with that agent', async () => {
    const { page } = await openChat()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Scripted' }))
    await expectVisible(page.getByText('I answer as I am told.'))
    await expect.poll(() => page.title()).toBe('Scripted | Parlance')
    stage.current.engine.play(text('Everything.'))
    await page.getByRole('button', { name: 'What do you know?' }).click()
    expect(await readText(await answered(page))).toContain('Everything.')
    await expect.poll(() => questions(page).allInnerTexts()).toEqual(['What do you know?'])
  })

  test('the composer stays in its column when the first question is asked', async () => {
    const { page } = await openChat()
    await page.setViewportSize({ width: 1440, height: 900 })
    const left = async () => (await page.locator('.composer').boundingBox())?.x ?? 0
    const before = await left()
    stage.current.engine.play(text('Here.'))
    await askAndRead(page, 'Where are you?')
    // The thread can have a scroll bar.
    expect(Math.abs((await left()) - before)).toBeLessThan(8)
  })

  test('a question that is asked offline is sent when the browser is back online', async () => {
    const { page, watch } = await openChat()
    watch.expectError(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/)
    stage.current.engine.play(text('Back again.'))
    await page.context().setOffline(true)
    await composer(page).fill('Can you hear me?')
    await composer(page).press('Enter')
    await expectVisible(page.getByText('Will send when you’re back online'))
    await page.context().setOffline(false)
    expect(await readText(await answered(page))).toContain('Back again.')
    await expect.poll(() => questions(page).allInnerTexts()).toEqual(['Can you hear me?'])
  })

  test('[R-2-029] an unknown agent leads to a message and the chat without an agent', async () => {
    const { page, watch } = await stage.current.openAs('anna')
    watch.expectError(/404/)
    await page.goto(`${stage.current.origin}/chat/01890000-0000-7000-8000-000000000000`)
    await expectVisible(
      page.getByText(
        /^This agent doesn’t exist, or you don’t have access to it\..*choose another agent above\.$/,
      ),
    )
    await page.getByRole('button', { name: 'Choose an agent' }).click()
    await page.getByRole('menuitem', { name: 'Scripted' }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Scripted' }))
  })

  test('[R-2-091] New Chat opens an empty chat with the same agent and puts the cursor into it', async () => {
    const { page } = await openChat()
    stage.current.engine.play(text('Yes.'))
    await askAndRead(page, 'Are you there?')
    await page
      .getByRole('button', { name: /^New Chat/ })
      .first()
      .click()
    await expectPath(page, `/chat/${scripted}`)
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Scripted' }))
    expect(await answers(page).count()).toBe(0)
    await expectFocused(composer(page))
  })

  test('[R-4-115] light is the default mode, and dark survives a reload', async () => {
    const { page } = await openChat()
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    const light = await ground()
    expect(lightness(light)).toBeGreaterThan(200)
    await (await openSettings(page)).getByText('Dark', { exact: true }).click()
    await expect.poll(async () => lightness(await ground())).toBeLessThan(60)
    await page.reload()
    await composer(page).waitFor()
    expect(lightness(await ground())).toBeLessThan(60)
    await (await openSettings(page)).getByText('Light', { exact: true }).click()
    await expect.poll(ground).toBe(light)
  })

  test('Enter sends, Shift+Enter inserts a line break, and the cursor stays in the composer', async () => {
    const { page } = await openChat()
    stage.current.engine.play(text('Read.'))
    await expectFocused(composer(page))
    await page.keyboard.type('first line')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('second line')
    await expect.poll(() => composer(page).inputValue()).toBe('first line\nsecond line')
    expect(await questions(page).count()).toBe(0)
    await page.keyboard.press('Enter')
    await answered(page)
    await expect.poll(() => readText(questions(page))).toBe('first line\nsecond line')
    await expect.poll(() => composer(page).inputValue()).toBe('')
    await expectFocused(composer(page))
  })

  test('Esc stops the answer and keeps the partial text, and the composer is ready for the next question', async () => {
    const { page } = await openChat()
    stage.current.engine.play(words(2000, 10))
    await ask(page, 'Count')
    await expectVisible(answers(page).getByText('w3 '))
    await page.keyboard.press('Escape')
    const answer = await answered(page)
    await expectVisible(answer.getByText('Stopped'))
    await expectGone(stopButton(page))
    await expectFocused(composer(page))
    const stored = await stage.current.segments('anna', conversationIdOf(page))
    expect(stored.map((one) => one.status)).toEqual(['Aborted'])
    stage.current.engine.play(text('Gladly.'))
    await askAndRead(page, 'And now?')
    await expect.poll(() => readText(answers(page).last())).toContain('Gladly.')
  })

  test('a question typed while an answer arrives is kept and sent after it', async () => {
    const { page } = await openChat()
    const { opened, open } = gate()
    stage.current.engine.play(async (writer) => {
      writer.text('begun ')
      await opened
      writer.text('ended')
    })
    await ask(page, 'One')
    await expectVisible(answers(page).getByText('begun'))
    await composer(page).fill('Two')
    await page.keyboard.press('Enter')
    await wait(100)
    await expect.poll(() => questions(page).count()).toBe(1)
    await expect.poll(() => composer(page).inputValue()).toBe('Two')
    open()
    await answered(page)
    await expect.poll(() => composer(page).inputValue()).toBe('Two')
    stage.current.engine.play(text('two'))
    await sendButton(page).click()
    await answers(page).nth(1).waitFor()
    await answered(page)
    await expect.poll(() => questions(page).allInnerTexts()).toEqual(['One', 'Two'])
  })

  test('Regenerate creates a second answer next to the first, and the user can switch between them', async () => {
    const { page } = await openChat()
    stage.current.engine.play(text('first answer'))
    const answer = await askAndRead(page, 'Which?')
    stage.current.engine.play(text('second answer'))
    await answer.getByRole('button', { name: 'Regenerate' }).click()
    await expectVisible(answers(page).getByText('second answer'))
    await expectVisible(answers(page).getByText('2 / 2'))
    await answers(page).getByRole('button', { name: 'Previous answer' }).click()
    await expectVisible(answers(page).getByText('first answer'))
    await page.reload()
    await expectVisible(answers(page).getByText('first answer'))
    expect(await answers(page).getByText('second answer').count()).toBe(0)
  })

  test("Copy copies the answer's own text to the clipboard", async () => {
    const { page } = await openChat()
    await page
      .context()
      .grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stage.current.origin })
    stage.current.engine.play(text('**bold** and `code`'))
    const answer = await askAndRead(page, 'Something to copy')
    await answer.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('**bold** and `code`')
    const html = `navigator.clipboard.read().then(async ([item]) => (await item.getType('text/html')).text())`
    expect(await page.evaluate(html)).toContain('<p><strong>bold</strong> and <code>code</code></p>')
  })

  test('A table in an answer is copied with tabs between cells, selected or with its button', async () => {
    const { page } = await openChat()
    await page
      .context()
      .grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stage.current.origin })
    stage.current.engine.play(text('| Name | Sum |\n|---|--:|\n| a | 1 |\n| b | 2 |\n'))
    const answer = await askAndRead(page, 'A table?')
    const copied = () => page.evaluate('navigator.clipboard.readText()')
    await answer.getByRole('button', { name: 'Copy table' }).click()
    await expect.poll(copied).toBe('Name\tSum\na\t1\nb\t2')
    await page.evaluate(`navigator.clipboard.writeText('')`)
    await page.evaluate(`getSelection().selectAllChildren(document.querySelector('.md-table'))`)
    await page.keyboard.press('Control+c')
    await expect.poll(async () => String(await copied()).trim()).toBe('Name\tSum\na\t1\nb\t2')
  })
})

/** Returns the mean of a color's three components. */
function lightness(color: string): number {
  const parts = [...color.matchAll(/[\d.]+/g)].slice(0, 3).map(Number)
  return parts.reduce((sum, part) => sum + part, 0) / 3
}
