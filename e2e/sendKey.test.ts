import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectGone, expectVisible } from './expectations.ts'
import { answered, answers, composer, openSettings, questions, sendButton } from './screens.ts'
import { text } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let scripted: string
beforeAll(async () => {
  scripted = await stage.current.publish('Scripted')
})

async function openWithShiftEnter(): Promise<Page> {
  const { page } = await stage.current.openAs('anna')
  await page.goto(`${stage.current.origin}/chat/${scripted}`)
  await composer(page).waitFor()
  const drawer = await openSettings(page)
  await drawer.getByText('Shift+Enter', { exact: true }).click()
  await expectVisible(drawer.getByText('Enter starts a new line. Ctrl+Enter or ⌘+Enter also sends.'))
  await page.keyboard.press('Escape')
  await expectGone(drawer)
  return page
}

test('with that setting, Enter starts a new line and Shift+Enter sends, also after a reload and in an edited question', async () => {
  const page = await openWithShiftEnter()
  await page.reload()
  await composer(page).fill('first')
  await sendButton(page).and(page.locator('[aria-disabled=false]')).waitFor()
  await expect.poll(() => sendButton(page).getAttribute('title')).toBe('Send (⇧ Enter)')
  await composer(page).press('Enter')
  await page.keyboard.type('second')
  await expect.poll(() => composer(page).inputValue()).toBe('first\nsecond')
  expect(await questions(page).count()).toBe(0)
  stage.current.engine.play(text('Sent.'))
  await composer(page).press('Shift+Enter')
  await answered(page)
  await expect.poll(() => questions(page).allInnerTexts()).toEqual(['first\nsecond'])

  await composer(page).press('ArrowUp')
  const field = page.getByRole('textbox', { name: 'Edit question' })
  await field.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('first\nsecond\n')
  await page.keyboard.type('third')
  stage.current.engine.play(text('Edited.'))
  await field.press('Shift+Enter')
  await expectVisible(answers(page).getByText('Edited.'))
  await expect.poll(() => questions(page).allInnerTexts()).toEqual(['first\nsecond\nthird'])
})

test('Ctrl+Enter sends with either setting, and the list of shortcuts shows the current one', async () => {
  const page = await openWithShiftEnter()
  stage.current.engine.play(text('By Control.'))
  await composer(page).fill('with Control')
  await sendButton(page).and(page.locator('[aria-disabled=false]')).waitFor()
  await composer(page).press('Control+Enter')
  await expectVisible(answers(page).getByText('By Control.'))
  await answered(page)
  await page.getByRole('heading', { level: 1 }).evaluate('document.activeElement.blur()')
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect
    .poll(() => list.locator('dl').first().innerText())
    .toMatch(/^Send\s+⇧ Enter\s+New line\s+Enter\s+Send, regardless of settings\s+Ctrl Enter/)
  await page.keyboard.press('Escape')
  await expectGone(list)
  const drawer = await openSettings(page)
  await drawer.getByRole('button', { name: 'Reset to defaults' }).click()
  await page.keyboard.press('Escape')
  await expectGone(drawer)
  stage.current.engine.play(text('By Control again.'))
  await composer(page).fill('again')
  await composer(page).press('Control+Enter')
  await expectVisible(answers(page).getByText('By Control again.'))
})
