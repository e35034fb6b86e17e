import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../server/src/testing/client.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectFocused, expectGone, expectVisible } from './expectations.ts'
import { chooseInAccountMenu, composer } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let scripted: string
beforeAll(async () => {
  const { app, publish } = stage.current
  scripted = await publish('Scripted')
  await call(app, `/api/internal/gptSystems/system/management/${scripted}/prompts`, {
    token: await app.token('admin'),
    body: {
      title: 'Compare offers',
      text: 'Compare the offers of {{first supplier}} and {{second supplier}}.',
    },
  })
})

async function keep(userName: string, title: string, text: string): Promise<void> {
  const { app } = stage.current
  const { status } = await call(app, '/api/internal/currentUser/prompts', {
    token: await app.token(userName),
    body: { title, text },
  })
  expect(status).toBe(200)
}
async function openChat(page: Page): Promise<void> {
  await page.goto(`${stage.current.origin}/chat/${scripted}`)
  await composer(page).waitFor()
}
const button = (page: Page) => page.getByRole('button', { name: /^(Prompts|الطلبات الجاهزة)$/ })
const picker = (page: Page) => page.getByRole('dialog', { name: /^(Prompts|الطلبات الجاهزة)$/ })
const options = (page: Page) => picker(page).getByRole('option')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your prompts' })

/** The questions that this page posts from now on. */
function watchQuestions(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/conversations/byGptSystemId/'))
      asked.push(`${request.postData()}`)
  })
  return asked
}
/** Waits until the message that is typed could be sent. */
const expectReady = (page: Page): Promise<void> => expectVisible(page.locator('.send[aria-disabled=false]'))

describe('prompts', () => {
  test('[R-1-008] a user saves, changes, and deletes a prompt', async () => {
    const { page, watch } = await stage.current.openAs('anna')
    watch.expectError(/409/)
    await openChat(page)
    await button(page).click()
    await picker(page).getByRole('button', { name: 'Manage your prompts' }).click()
    await dialog(page).getByRole('button', { name: 'New prompt' }).click()
    await dialog(page).getByRole('button', { name: 'Save prompt' }).click()
    await expectVisible(dialog(page).getByText('Enter a title'))
    await dialog(page).getByLabel('Title').fill('Summary')
    await dialog(page).getByLabel('Text').fill('Sum it up in five sentences.')
    // Escape discards nothing.
    await page.keyboard.press('Escape')
    await dialog(page).getByRole('button', { name: 'Save prompt' }).click()
    await expectVisible(page.getByText('Prompt Summary saved'))
    await dialog(page).getByRole('button', { name: 'Edit Summary' }).click()
    await dialog(page).getByLabel('Title').fill('Short summary')
    await dialog(page).getByRole('button', { name: 'Save prompt' }).click()
    await expectVisible(dialog(page).getByRole('heading', { name: 'Short summary' }))
    await dialog(page).getByRole('button', { name: 'New prompt' }).click()
    await dialog(page).getByLabel('Title').fill('SHORT summary')
    await dialog(page).getByLabel('Text').fill('Another.')
    await dialog(page).getByRole('button', { name: 'Save prompt' }).click()
    await expectVisible(dialog(page).getByText('A prompt with this title already exists.'))
    expect(await dialog(page).getByLabel('Text').inputValue()).toBe('Another.')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await dialog(page).getByRole('button', { name: 'Delete Short summary' }).click()
    await page
      .getByRole('dialog', { name: 'Delete the prompt' })
      .getByRole('button', { name: 'Delete Short summary' })
      .click()
    await expectVisible(page.getByText('Prompt Short summary deleted'))
    await expectGone(dialog(page).getByRole('heading', { name: 'Short summary' }))
  })

  test('a slash in an empty message opens them; one found and chosen by keyboard replaces the slash', async () => {
    await keep('ben', 'Polite mail', 'Write a polite mail.')
    await keep('ben', 'Shorten', 'Shorten this:')
    const { page } = await stage.current.openAs('ben')
    await openChat(page)
    await composer(page).pressSequentially('/')
    const field = picker(page).getByRole('combobox', { name: 'Search prompts' })
    await expectFocused(field)
    await expect
      .poll(async () => (await options(page).allInnerTexts()).map((text) => text.split('\n')[0]))
      .toEqual(['Polite mail', 'Shorten', 'Compare offers'])
    await field.fill('shor')
    await expect.poll(() => options(page).count()).toBe(1)
    await page.keyboard.press('Enter')
    await expectGone(picker(page))
    await expect.poll(() => composer(page).inputValue()).toBe('Shorten this:')
    await expectFocused(composer(page))
    // Another prompt is inserted below the existing text.
    await button(page).click()
    await expectFocused(field)
    await expect.poll(() => options(page).count()).toBe(3)
    await page.keyboard.press('Enter')
    await expect.poll(() => composer(page).inputValue()).toBe('Shorten this:\nWrite a polite mail.')
  })

  test("the variables of an agent's prompt are filled in first", async () => {
    const { page } = await stage.current.openAs('chloe')
    await openChat(page)
    await button(page).click()
    await options(page).filter({ hasText: 'Compare offers' }).click()
    await expectFocused(picker(page).getByLabel('first supplier'))
    await page.keyboard.type('Vela')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Orion')
    await page.keyboard.press('Enter')
    await expect.poll(() => composer(page).inputValue()).toBe('Compare the offers of Vela and Orion.')
  })

  test('saving a prompt, in vain or not, leaves a half-written message as it is and sends nothing', async () => {
    const { page } = await stage.current.openAs('anna')
    const asked = watchQuestions(page)
    await openChat(page)
    await composer(page).fill('Dear team, please')
    await expectReady(page)
    await button(page).click()
    await picker(page).getByRole('button', { name: 'Manage your prompts' }).click()
    await dialog(page).getByRole('button', { name: 'New prompt' }).click()
    await dialog(page).getByRole('button', { name: 'Save prompt' }).click()
    await expectVisible(dialog(page).getByText('Enter a title'))
    await dialog(page).getByLabel('Text').fill('Thank you for your help.')
    await dialog(page).getByLabel('Title').fill('Thanks')
    await page.keyboard.press('Enter')
    await expectVisible(page.getByText('Prompt Thanks saved'))
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expectGone(dialog(page))
    expect(await composer(page).inputValue()).toBe('Dear team, please')
    expect(asked).toEqual([])
  })

  test('filling in variables with Enter inserts the prompt and sends nothing', async () => {
    const { page } = await stage.current.openAs('chloe')
    const asked = watchQuestions(page)
    await openChat(page)
    await composer(page).pressSequentially('/')
    await expectReady(page)
    await options(page).filter({ hasText: 'Compare offers' }).click()
    await expectFocused(picker(page).getByLabel('first supplier'))
    await page.keyboard.type('Vela')
    await page.keyboard.press('Enter')
    await expectGone(picker(page))
    const filled = 'Compare the offers of Vela and {{second supplier}}.'
    await expect.poll(() => composer(page).inputValue()).toBe(filled)
    expect(asked).toEqual([])
  })

  test('Escape leaves the message unchanged', async () => {
    const { page } = await stage.current.openAs('chloe')
    await openChat(page)
    await composer(page).pressSequentially('/')
    await expectFocused(picker(page).getByRole('combobox'))
    await page.keyboard.press('Escape')
    await expectGone(picker(page))
    await expectFocused(composer(page))
    expect(await composer(page).inputValue()).toBe('/')
  })

  test('[R-2-171] the tour points at their button', async () => {
    const { page } = await stage.current.openAs('chloe')
    await openChat(page)
    await chooseInAccountMenu(page, 'Quick-start tour')
    for (const step of [1, 2, 3]) {
      await page.getByRole('button', { name: `Next (Step ${step} of 12)` }).click()
    }
    await expectVisible(page.getByRole('button', { name: 'Next (Step 4 of 12)' }))
    await expectVisible(page.getByRole('heading', { name: 'Use your prompts' }))
    await expect
      .poll(async () => {
        const [lit, box] = await Promise.all([
          page.locator('.tour-spotlight').boundingBox(),
          page.locator('[data-tour-guide="user-prompts"]').boundingBox(),
        ])
        return lit && box && [lit.x - box.x, lit.y - box.y, lit.width - box.width].map(Math.round)
      })
      .toEqual([-10, -10, 20])
  })
})

describe.each(LOOKS)('for everyone, %s', (name, contextOptions, before) => {
  test('can be used', async () => {
    await keep('admin', `In ${name}`, 'Say it in one sentence.')
    const { page } = await stage.current.openAs('admin', contextOptions)
    if (before) await page.addInitScript(before)
    await openChat(page)
    await button(page).click()
    await options(page).first().waitFor()
    await expectAccessible(page, `the list of prompts, ${name}`)
    await options(page).filter({ hasText: 'Compare offers' }).click()
    await picker(page).getByRole('textbox').first().waitFor()
    await expectAccessible(page, `the prompt variables, ${name}`)
    await picker(page).getByRole('button').last().click()
    await picker(page).getByRole('button').last().click()
    await page.locator('.own-prompt').first().waitFor()
    await page.locator('.own-prompts .btn.soft').click()
    await page.locator('.own-prompt-form').waitFor()
    await expectAccessible(page, `the prompt editor, ${name}`)
  })
})
