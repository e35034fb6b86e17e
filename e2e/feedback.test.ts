import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, LOOKS, PHONE } from './accessibility.ts'
import { expectFocused, expectGone, expectVisible } from './expectations.ts'
import { answers, ask, askAndRead, composer, conversationIdOf } from './screens.ts'
import { text } from './scripts.ts'
import { type Segment, useStage } from './stage.ts'

const stage = useStage()
let scripted: string
beforeAll(async () => {
  scripted = await stage.current.publish('Scripted')
})

async function askOne(page: Page): Promise<Locator> {
  stage.current.engine.play(text('The lighthouse is tall.'))
  await page.goto(`${stage.current.origin}/chat/${scripted}`)
  await composer(page).waitFor()
  return askAndRead(page, 'How tall is the lighthouse?')
}
const button = (answer: Locator, name: string) => answer.getByRole('button', { name, exact: true })
const form = (answer: Locator) => answer.getByRole('form', { name: 'Comment on your rating' })
const expectPressed = (locator: Locator, pressed: boolean) =>
  expect.poll(() => locator.getAttribute('aria-pressed')).toBe(String(pressed))

/** Reads the rating of the only answer from the database. */
async function stored(page: Page, userName = 'anna') {
  const [segment] = await stage.current.segments(userName, conversationIdOf(page))
  return (segment as Segment & { feedback?: { rating: string; reason: string | null; text: string } })
    ?.feedback
}

describe('feedback on an answer', () => {
  test('[R-1-007] [R-4-084] a bad answer is rated with a reason and a text, which survive a reload', async () => {
    const { page } = await stage.current.openAs('anna')
    const answer = await askOne(page)
    await button(answer, 'Bad answer').click()
    await expectPressed(button(answer, 'Bad answer'), true)
    await form(answer).getByRole('radio', { name: 'Incomplete' }).check({ force: true })
    await form(answer).getByRole('textbox').fill('The height is missing.')
    await form(answer).getByRole('button', { name: 'Save' }).click()
    await expectVisible(page.getByText('Feedback saved'))
    await expectGone(form(answer))
    expect(await stored(page)).toMatchObject({
      rating: 'Bad',
      reason: 'Incomplete',
      text: 'The height is missing.',
    })
    await page.reload()
    const again = answers(page).last()
    await expectPressed(button(again, 'Bad answer'), true)
    await expectPressed(button(again, 'Good answer'), false)
    await button(again, 'Comment on your rating').click()
    await expect.poll(() => form(again).getByRole('textbox').inputValue()).toBe('The height is missing.')
    expect(await form(again).getByRole('radio', { name: 'Incomplete' }).isChecked()).toBe(true)
  })

  test('on a phone its comment scrolls into view, however long the answer above it is', async () => {
    const { page } = await stage.current.openAs('anna', PHONE[1])
    stage.current.engine.play(text('The lighthouse is tall.\n\n'.repeat(40)))
    await page.goto(`${stage.current.origin}/chat/${scripted}`)
    await composer(page).waitFor()
    const answer = await askAndRead(page, 'How tall is the lighthouse?')
    await button(answer, 'Bad answer').click()
    const save = form(answer).getByRole('button', { name: 'Save' })
    await expectVisible(save)
    const below = async () => {
      const [shown, field] = await Promise.all([save.boundingBox(), composer(page).boundingBox()])
      return (shown?.y ?? 0) + (shown?.height ?? 0) > (field?.y ?? 0)
    }
    await expect.poll(below).toBe(false)
  })

  test('[R-1-007] [R-4-085] a second press removes a rating, and the other thumb replaces it', async () => {
    const { page } = await stage.current.openAs('anna')
    const answer = await askOne(page)
    await button(answer, 'Good answer').click()
    await expect.poll(async () => (await stored(page))?.rating).toBe('Good')
    await expectVisible(form(answer).getByLabel('What was good? (optional)'))
    await button(answer, 'Bad answer').click()
    await expectPressed(button(answer, 'Good answer'), false)
    await expect.poll(async () => (await stored(page))?.rating).toBe('Bad')
    await button(answer, 'Bad answer').click()
    await expectPressed(button(answer, 'Bad answer'), false)
    await expectGone(form(answer))
    await expect.poll(() => stored(page)).toBeUndefined()
    await page.reload()
    await expectPressed(button(answers(page).last(), 'Bad answer'), false)
  })

  test('a text that is too long is reported, and stays', async () => {
    const { page } = await stage.current.openAs('anna')
    const answer = await askOne(page)
    await button(answer, 'Good answer').click()
    await form(answer).getByRole('textbox').fill('x'.repeat(2001))
    await expectVisible(form(answer).getByText('Use 2,000 characters or fewer'))
    expect(await form(answer).getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
  })

  test('works by keyboard alone; Escape closes the comment and returns the focus', async () => {
    const { page } = await stage.current.openAs('anna')
    const answer = await askOne(page)
    await button(answer, 'Bad answer').focus()
    await page.keyboard.press('Enter')
    await form(answer).getByRole('radio', { name: 'Incorrect' }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => form(answer).getByRole('radio', { name: 'Incomplete' }).isChecked()).toBe(true)
    await page.keyboard.press('Tab')
    await expectFocused(form(answer).getByRole('textbox'))
    await page.keyboard.press('Escape')
    await expectGone(form(answer))
    await expectFocused(button(answer, 'Comment on your rating'))
  })

  test("isn't offered while the answer is written", async () => {
    const { page } = await stage.current.openAs('anna')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    stage.current.engine.play(async (writer) => {
      writer.text('Still ')
      await held
      writer.text('writing.')
    })
    await page.goto(`${stage.current.origin}/chat/${scripted}`)
    await composer(page).waitFor()
    await ask(page, 'Slowly')
    await expectVisible(answers(page).last().getByText('Still'))
    expect(await button(answers(page).last(), 'Good answer').count()).toBe(0)
    release()
    await expectVisible(button(answers(page).last(), 'Good answer'))
  })
})

describe.each(LOOKS)('for everyone, %s', (name, options, before) => {
  test('can be given', async () => {
    const { page } = await stage.current.openAs('ben', options)
    if (before) await page.addInitScript(before)
    stage.current.engine.play(text('The lighthouse is tall.'))
    await page.goto(`${stage.current.origin}/chat/${scripted}`)
    await composer(page).waitFor()
    await ask(page, 'How tall is it?')
    const bad = page.getByRole('button', { name: /^(Bad answer|إجابة سيئة)$/ })
    await bad.click()
    await expectVisible(page.locator('.feedback textarea'))
    await expectAccessible(page, `the rating comment, ${name}`)
  })
})
