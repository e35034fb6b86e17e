import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectFocused, expectGone, expectVisible } from './expectations.ts'
import {
  answered,
  answers,
  ask,
  askAndRead,
  chooseInAccountMenu,
  composer,
  questions,
  readText,
} from './screens.ts'
import { gate, text } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let scripted: string
beforeAll(async () => {
  scripted = await stage.current.publish('Scripted')
})

async function openChat(viewport = { width: 1280, height: 900 }): Promise<Page> {
  const { page } = await stage.current.openAs('anna', { viewport })
  await page.goto(`${stage.current.origin}/chat/${scripted}`)
  await composer(page).waitFor()
  return page
}

describe('an edited question', () => {
  test('appears as a version next to the first one, with its own answer, and the user can switch between them', async () => {
    const page = await openChat()
    stage.current.engine.play(text('About Rome.'))
    await askAndRead(page, 'What about Rome?')
    await questions(page).last().hover()
    await page.getByRole('button', { name: 'Edit question' }).click()
    const field = page.getByRole('textbox', { name: 'Edit question' })
    await expectFocused(field)
    await expect.poll(() => field.inputValue()).toBe('What about Rome?')
    stage.current.engine.play(text('About Lyon.'))
    await field.fill('What about Lyon?')
    await field.press('Enter')
    await expectVisible(answers(page).getByText('About Lyon.'))
    await answered(page)
    await expect.poll(() => questions(page).allInnerTexts()).toEqual(['What about Lyon?'])
    await expectVisible(page.getByText('Question 2 of 2'))
    await page.getByRole('button', { name: 'Previous version of this question' }).click()
    await expectVisible(answers(page).getByText('About Rome.'))
    await expect.poll(() => questions(page).allInnerTexts()).toEqual(['What about Rome?'])
    await page.reload()
    await expectVisible(answers(page).getByText('About Rome.'))
    await page.getByRole('button', { name: 'Next version of this question' }).click()
    await expectVisible(answers(page).getByText('About Lyon.'))
  })

  test('has its own answers to choose from, and switching between them keeps the question', async () => {
    const page = await openChat()
    stage.current.engine.play(text('About Rome.'))
    await askAndRead(page, 'What about Rome?')
    const previousAnswer = page.getByRole('button', { name: 'Previous answer' })
    await composer(page).press('ArrowUp')
    stage.current.engine.play(text('About Lyon.'))
    await page.getByRole('textbox', { name: 'Edit question' }).fill('What about Lyon?')
    await page.keyboard.press('Enter')
    await expectVisible(answers(page).getByText('About Lyon.'))
    await answered(page)
    await expectVisible(page.getByText('Question 2 of 2'))
    expect(await previousAnswer.count()).toBe(0)
    stage.current.engine.play(text('More about Lyon.'))
    await page.getByRole('button', { name: 'Regenerate' }).click()
    await expectVisible(answers(page).getByText('More about Lyon.'))
    await answered(page)
    await expectVisible(page.getByText('Question 2 of 2'))
    await expectVisible(page.getByText('Answer 2 of 2'))
    await previousAnswer.click()
    await expectVisible(answers(page).getByText('About Lyon.', { exact: true }))
    await expect.poll(() => questions(page).allInnerTexts()).toEqual(['What about Lyon?'])
    const previousQuestion = page.getByRole('button', { name: 'Previous version of this question' })
    await previousQuestion.focus()
    await page.keyboard.press('Enter')
    await expectVisible(answers(page).getByText('About Rome.'))
    await expectFocused(page.getByRole('button', { name: 'Next version of this question' }))
    expect(await previousAnswer.count()).toBe(0)
  })

  test('is the last one after ↑ in an empty message; Esc leaves it unchanged', async () => {
    const page = await openChat()
    stage.current.engine.play(text('Yes.'))
    await askAndRead(page, 'First?')
    await askAndRead(page, 'Second?')
    await composer(page).fill('typed')
    await composer(page).press('ArrowUp')
    expect(await page.getByRole('textbox', { name: 'Edit question' }).count()).toBe(0)
    await composer(page).fill('')
    await composer(page).press('ArrowUp')
    const field = page.getByRole('textbox', { name: 'Edit question' })
    await expectFocused(field)
    await expect.poll(() => field.inputValue()).toBe('Second?')
    await field.fill('Third?')
    await field.press('Escape')
    await expectGone(field)
    await expectFocused(composer(page))
    await expect.poll(() => questions(page).allInnerTexts()).toEqual(['First?', 'Second?'])
  })
})

describe('a refused question', () => {
  const refuse = (page: Page, path: string) =>
    page.route(path, (route) =>
      route.fulfill({
        status: 429,
        json: { code: 'conversation.tooManyRuns', title: 'Too many.', requestId: 'r-9' },
      }),
    )

  test('is cleared by New Chat, and the next one is answered', async () => {
    const { page, watch } = await stage.current.openAs('anna')
    watch.expectError(/429|question\.failed/)
    await page.goto(`${stage.current.origin}/chat/${scripted}`)
    await refuse(page, '**/byGptSystemId/**')
    await ask(page, 'Now?')
    await expectVisible(page.getByRole('button', { name: 'Try again' }))
    await page.unroute('**/byGptSystemId/**')
    await page.keyboard.press('Control+Shift+O')
    await expectGone(questions(page))
    await expectFocused(composer(page))
    stage.current.engine.play(text('Now.'))
    await askAndRead(page, 'And now?')
    await expect.poll(() => questions(page).allInnerTexts()).toEqual(['And now?'])
  })

  test('is asked again with the cursor in the message', async () => {
    const { page, watch } = await stage.current.openAs('anna')
    watch.expectError(/429|question\.failed/)
    await page.goto(`${stage.current.origin}/chat/${scripted}`)
    await refuse(page, '**/byGptSystemId/**')
    await ask(page, 'Now?')
    const button = page.getByRole('button', { name: 'Try again' })
    await button.focus()
    await page.unroute('**/byGptSystemId/**')
    stage.current.engine.play(text('Now.'))
    await page.keyboard.press('Enter')
    await expectVisible(answers(page).getByText('Now.'))
    await expectFocused(composer(page))
  })
})

describe('the focus', () => {
  test('moves to the message when an answer is regenerated, and stays on the versions while switching', async () => {
    const page = await openChat()
    stage.current.engine.play(text('One.'))
    await askAndRead(page, 'Which?')
    for (const answer of ['Two.', 'Three.']) {
      stage.current.engine.play(text(answer))
      await page.getByRole('button', { name: 'Regenerate' }).focus()
      await page.keyboard.press('Enter')
      await expectVisible(answers(page).getByText(answer))
      await answered(page)
      await expectFocused(composer(page))
    }
    const [previous, next] = ['Previous answer', 'Next answer'].map((name) =>
      page.getByRole('button', { name }),
    ) as [Locator, Locator]
    await expectVisible(page.getByText('Answer 3 of 3'))
    await previous.focus()
    await page.keyboard.press('Enter')
    await expectVisible(answers(page).getByText('Two.'))
    await expectFocused(previous)
    await page.keyboard.press('Enter')
    await expectVisible(answers(page).getByText('One.'))
    await expectFocused(next)
  })
})

describe("a question the server hasn't received", () => {
  test('is back in the message after visiting another page', async () => {
    const { page, watch } = await stage.current.openAs('admin')
    watch.expectError(/500/)
    await page.goto(`${stage.current.origin}/chat/${scripted}`)
    await composer(page).waitFor()
    stage.current.engine.play(text('Yes.'))
    await askAndRead(page, 'First?')
    await page.route('**/segments', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.fallback(),
    )
    await ask(page, 'Second?')
    await expectVisible(page.getByRole('button', { name: 'Try again' }))
    await page.unroute('**/segments')
    await chooseInAccountMenu(page, 'Management')
    await expectVisible(page.getByRole('heading', { name: 'Dashboard', level: 1 }))
    await page.goBack()
    await expect.poll(() => composer(page).inputValue()).toBe('Second?')
    await askAndRead(page, 'Second?')
    await expect.poll(() => questions(page).allInnerTexts()).toEqual(['First?', 'Second?'])
  })
})

describe("a model's thinking", () => {
  test('is collapsed above its answer, can be opened while it grows, and survives a reload', async () => {
    const page = await openChat()
    const [second, third] = [gate(), gate()]
    stage.current.engine.play(async (writer) => {
      writer.thinking('The clause first')
      await second.opened
      writer.thinking(', then the dates.')
      await third.opened
      writer.text('It is the fifth.')
    })
    await ask(page, 'Which one?')
    const answer = answers(page).last()
    await answer.locator('summary.steps-line').click()
    expect(await readText(answer)).not.toContain('The clause first')
    await answer.locator('li summary', { hasText: 'Thinking' }).click()
    await expectVisible(answer.getByText('The clause first'))
    second.open()
    await expectVisible(answer.getByText('The clause first, then the dates.'))
    third.open()
    await expectVisible(answer.getByText('It is the fifth.'))
    await answered(page)
    await page.reload()
    await answered(page)
    await answer.locator('summary.steps-line').click()
    expect(await readText(answer)).not.toContain('then the dates')
    await answer.getByText(/^Thought /).click()
    await expectVisible(answer.getByText('The clause first, then the dates.'))
  })
})

describe("the chat's keyboard shortcuts", () => {
  test('are listed by ?, and single-key shortcuts can be turned off', async () => {
    const page = await openChat()
    await composer(page).press('?')
    await expect.poll(() => composer(page).inputValue()).toBe('?')
    await page.locator('.chat-bar').click()
    await page.locator('#main').focus()
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expectVisible(list.getByText('Open or close the sidebar'))
    await list.getByRole('switch', { name: 'Single-key shortcuts' }).click()
    await page.keyboard.press('Escape')
    await expectGone(list)
    await page.locator('#main').focus()
    await page.keyboard.press('?')
    await page.keyboard.press('/')
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByRole('searchbox').count()).toBe(0)
    await page.reload()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await list.getByRole('switch', { name: 'Single-key shortcuts' }).click()
    await page.keyboard.press('Escape')
    await expectGone(list)
    await page.locator('#main').focus()
    await page.keyboard.press('/')
    await expectFocused(page.getByRole('searchbox'))
  })

  test('Ctrl B collapses and expands the sidebar, and opens the drawer on a smaller screen', async () => {
    const page = await openChat()
    const width = async () => (await page.locator('.side').boundingBox())?.width
    await expect.poll(() => width()).toBe(280)
    await page.keyboard.press('Control+b')
    await expect.poll(width).toBe(80)
    await page.keyboard.press('Control+b')
    await expect.poll(width).toBe(280)
    await page.setViewportSize({ width: 800, height: 900 })
    await expectGone(page.locator('.side'))
    await page.keyboard.press('Control+b')
    await expectVisible(page.locator('.drawer .side'))
    await page.keyboard.press('Control+b')
    await expectGone(page.locator('.drawer .side'))
  })

  test('Esc stops the answer', async () => {
    const page = await openChat()
    stage.current.engine.play(async (writer, signal) => {
      writer.text('Begun')
      await new Promise((_, refuse) => signal.addEventListener('abort', () => refuse(signal.reason)))
    })
    await ask(page, 'Go on')
    await expectVisible(answers(page).getByText('Begun'))
    await page.keyboard.press('Escape')
    await expectVisible(answers(page).getByText('Stopped'))
  })
})

describe('math in an answer', () => {
  test("uses the product's fonts, and breaks neither the content policy nor text lines", async () => {
    const page = await openChat()
    stage.current.engine.play(
      text('With $w_i$ weeks\n\n$$\n\\sum_{i=1}^{n} \\frac{w_i}{200}\n$$\n\nfrom $5 to $6.'),
    )
    const answer = await askAndRead(page, 'The formula?')
    await expectVisible(answer.locator('.md-formula.display .katex').first())
    await expect.poll(() => answer.locator('.md-formula').count()).toBe(2)
    await expect.poll(() => readText(answer)).toContain('from $5 to $6.')
    const family = await page
      .locator('.katex .mord')
      .first()
      .evaluate((element) => `${element.computedStyleMap().get('font-family')}`)
    expect(family).toContain('KaTeX')
  })
})
