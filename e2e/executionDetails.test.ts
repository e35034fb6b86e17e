import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectFocused, expectGone, expectVisible } from './expectations.ts'
import { answers, ask, askAndRead, composer, history, questions, readText, startNewChat } from './screens.ts'
import { gate, text } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let scripted: string
beforeAll(async () => {
  scripted = await stage.current.publish('Scripted')
})

const SCREEN = { width: 1440, height: 900 }
const drawer = (page: Page): Locator =>
  page
    .getByRole('complementary', { name: 'Execution details' })
    .or(page.getByRole('dialog', { name: 'Execution details' }))
const tab = (page: Page, name: string) => drawer(page).getByRole('tab', { name })

async function openChat(userName = 'anna', viewport = SCREEN): Promise<Page> {
  const { page } = await stage.current.openAs(userName, { viewport })
  await page.goto(`${stage.current.origin}/chat/${scripted}`)
  await composer(page).waitFor()
  return page
}

const detailsButton = (page: Page) =>
  page.locator('.chat-bar').getByRole('button', { name: 'Execution details' })

describe('the execution details drawer', () => {
  test('[R-3-002] is closed by default, even after it was open and the page was reloaded', async () => {
    const page = await openChat()
    stage.current.engine.play(text('Once.'))
    await askAndRead(page, 'First?')
    expect(await drawer(page).count()).toBe(0)
    await detailsButton(page).click()
    await expectVisible(drawer(page))
    await page.reload()
    await expectVisible(answers(page).getByText('Once.'))
    expect(await drawer(page).count()).toBe(0)
    await expect.poll(() => detailsButton(page).getAttribute('aria-pressed')).toBe('false')
  })

  test('[R-3-003] follows the latest answer by default, and stays at an earlier one on request', async () => {
    const page = await openChat()
    stage.current.engine.play(text('One.'))
    await askAndRead(page, 'First question?')
    await page.keyboard.press('Control+.')
    await tab(page, 'Retrieval').click()
    await expectVisible(drawer(page).getByText('First question?'))
    stage.current.engine.play(text('Two.'))
    await askAndRead(page, 'Second question?')
    await tab(page, 'Retrieval').click()
    await expectVisible(drawer(page).getByText('Second question?'))

    await answers(page).first().hover()
    await answers(page).first().getByRole('button', { name: 'Execution details' }).click()
    await tab(page, 'Retrieval').click()
    await expectVisible(drawer(page).getByText('First question?'))
    stage.current.engine.play(text('Three.'))
    await askAndRead(page, 'Third question?')
    await expectVisible(drawer(page).getByText('This is an earlier answer.'))
    await expectVisible(drawer(page).getByText('First question?'))
    await drawer(page).getByRole('button', { name: 'Show latest answer' }).click()
    await tab(page, 'Retrieval').click()
    await expectVisible(drawer(page).getByText('Third question?'))
  })

  test('[R-4-090] closes when a conversation is selected', async () => {
    const page = await openChat('ben')
    stage.current.engine.play(text('Here.'))
    await askAndRead(page, 'The lighthouse?')
    await startNewChat(page)
    await askAndRead(page, 'The harbour?')
    await page.keyboard.press('Control+.')
    await expectVisible(drawer(page))
    await history(page)
      .getByRole('link', { name: /lighthouse/ })
      .click()
    await expectGone(drawer(page))
    await expectVisible(questions(page).getByText('The lighthouse?'))
    await page.keyboard.press('Control+.')
    await expectVisible(drawer(page))
    await startNewChat(page)
    await expectGone(drawer(page))
  })

  test('is next to the chat if there is room, with sources under their answer, and returns the focus', async () => {
    const page = await openChat('admin')
    stage.current.engine.play(async (writer) => {
      writer.text('Cited. [1]')
      return { citations: [citation] }
    })
    const answer = await askAndRead(page, 'Which source?')
    await expectVisible(page.locator('.note'))
    await detailsButton(page).click()
    const box = (await drawer(page).boundingBox())!
    expect([box.width, box.height, box.x + box.width]).toEqual([404, 900, 1440])
    await expectFocused(drawer(page))
    expect(await page.locator('.note').count()).toBe(0)
    await expectVisible(answer.getByRole('button', { name: /^Open source 1/ }).last())
    const end = (await answer.boundingBox())!
    expect(end.x + end.width).toBeLessThanOrEqual(box.x)
    await page.keyboard.press('Escape')
    await expectGone(drawer(page))
    await expectFocused(detailsButton(page))
    await expectVisible(page.locator('.note'))
  })

  test('covers the chat on smaller screens, with every detail the user can see', async () => {
    const page = await openChat('admin', { width: 1000, height: 800 })
    stage.current.engine.play(async (writer) => {
      writer.text('Done.')
      return { usage: { inputTokens: 1234, outputTokens: 56 } }
    })
    await askAndRead(page, 'What was sent?')
    await detailsButton(page).click()
    const dialog = page.getByRole('dialog', { name: 'Execution details' })
    await expectVisible(dialog.getByText('1,234', { exact: true }))
    await expectVisible(dialog.getByRole('img', { name: /^Write answer, done/ }))
    await tab(page, 'Prompt').click()
    await expectVisible(dialog.getByText('What was sent?'))
    await tab(page, 'Trace log').click()
    await expectVisible(dialog.getByText('question.asked'))
    await page.keyboard.press('Escape')
    await expectGone(dialog)
  })

  test("names the permission for the prompt and the trace log to users who can't see them", async () => {
    const page = await openChat('ben')
    stage.current.engine.play(text('Done.'))
    await askAndRead(page, 'What was sent?')
    await page.keyboard.press('Control+.')
    for (const [name, said] of [
      ['Prompt', /^To view the prompt, you need the permission “[^”]+” \(GptSystems/],
      ['Trace log', /^To view the trace log, you need the permission “[^”]+” \(GptSystems/],
    ] as const) {
      await tab(page, name).click()
      await expectVisible(drawer(page).getByText(said))
      expect(await readText(drawer(page))).not.toContain('question.asked')
    }
  })

  test('shows the current step of an answer in progress, and its metrics when it has ended', async () => {
    const page = await openChat('admin')
    const { opened, open } = gate()
    stage.current.engine.play(async (writer) => {
      writer.text('Begun ')
      await opened
      writer.text('and ended.')
    })
    await ask(page, 'How long?')
    await expectVisible(answers(page).getByText('Begun'))
    await page.keyboard.press('Control+.')
    await expectVisible(
      drawer(page).getByText('Answering… Time, tokens, and cost appear when the answer is complete.'),
    )
    await expectVisible(drawer(page).getByRole('img', { name: /^Write answer, running/ }))
    open()
    await expectVisible(drawer(page).getByText('Total'))
    await expectVisible(drawer(page).getByRole('img', { name: /^Write answer, done/ }))
  })
})

const citation = {
  citationId: '1',
  title: 'a.txt',
  path: 'x/y',
  page: 1,
  quote: 'Cited.',
  score: 1,
  passageId: null,
}
