import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectFocused, expectGone, expectVisible } from './expectations.ts'
import { answered, answers, composer, history, questions } from './screens.ts'
import { gate, text, words } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let scripted: string
beforeAll(async () => {
  scripted = await stage.current.publish('Scripted')
})

/** Presses Tab until the target has the focus, like someone without a mouse. */
async function tabTo(
  page: Page,
  wanted: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
  most = 80,
): Promise<void> {
  await wanted.first().waitFor()
  for (let pressed = 0; pressed < most; pressed += 1) {
    const there = await wanted.first().evaluate((element) => element.matches(':focus, :focus-within'))
    if (there) return
    await page.keyboard.press(key)
  }
  throw new Error(`Pressing ${key} ${most} times didn't reach ${wanted}.`)
}

async function openChat(options = {}) {
  const { page } = await stage.current.openAs('anna', options)
  await page.goto(`${stage.current.origin}/chat/${scripted}`)
  await composer(page).waitFor()
  return page
}

const row = (page: Page, title: string) => history(page).getByRole('listitem').filter({ hasText: title })

describe('without a mouse', () => {
  test('a conversation is asked, edited, regenerated, renamed, archived, and found again', async () => {
    const page = await openChat()
    // The cursor is in the message from the beginning.
    await expectFocused(composer(page))
    stage.current.engine.play(text('The first answer.'))
    await page.keyboard.type('A question by keys')
    await page.keyboard.press('Enter')
    await answered(page)
    await expectFocused(composer(page))

    stage.current.engine.play(text('Another answer.'))
    await tabTo(page, page.getByRole('button', { name: 'Regenerate' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expectVisible(answers(page).getByText('Another answer.'))
    await answered(page)
    await tabTo(page, page.getByRole('button', { name: 'Previous answer' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expectVisible(answers(page).getByText('The first answer.'))

    await tabTo(page, composer(page))
    await page.keyboard.press('ArrowUp')
    const editor = page.getByRole('textbox', { name: /Edit/ })
    await expectFocused(editor)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('An edited question')
    stage.current.engine.play(text('The edited answer.'))
    await page.keyboard.press('Enter')
    await expectVisible(answers(page).getByText('The edited answer.'))
    await answered(page)
    await expectVisible(questions(page).getByText('An edited question'))

    const title = await row(page, 'question').getByRole('link').innerText()
    await tabTo(page, row(page, title).getByRole('link'), 'Shift+Tab')
    await page.keyboard.press('ArrowRight')
    await expectFocused(row(page, title).getByRole('button'))
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor()
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Rename')
    await page.keyboard.press('Enter')
    const field = page.getByRole('textbox', { name: 'Title' })
    await expectFocused(field)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Named by keys')
    await page.keyboard.press('Enter')
    await expectVisible(row(page, 'Named by keys'))
    await expectFocused(row(page, 'Named by keys').getByRole('link'))

    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Archive' }).waitFor()
    for (let down = 0; down < 8; down += 1) {
      if ((await page.evaluate('document.activeElement?.textContent')) === 'Archive') break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    await expectGone(row(page, 'Named by keys'))
    await tabTo(page, page.getByRole('tab', { name: 'History' }), 'Shift+Tab')
    await page.keyboard.press('ArrowRight')
    await expectVisible(row(page, 'Named by keys'))
  })

  test('search, new chat, and the list of shortcuts have their own keys', async () => {
    const page = await openChat()
    stage.current.engine.play(text('Found again.'))
    await page.keyboard.type('To be found')
    await page.keyboard.press('Enter')
    await answered(page)
    await page.keyboard.press('Control+Shift+O')
    await expectGone(questions(page))
    await expectFocused(composer(page))
    await tabTo(page, history(page).getByRole('link').first(), 'Shift+Tab')
    await page.keyboard.press('/')
    await expectFocused(page.getByRole('searchbox', { name: /Search/ }))
    await page.keyboard.type('TO BE f')
    await expectVisible(row(page, 'To be found'))
    await page.keyboard.press('Escape')
    await expectGone(page.getByRole('searchbox', { name: /Search/ }))
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expectVisible(list)
    await page.keyboard.press('Escape')
    await expectGone(list)
  })
})

describe('to a screen reader', () => {
  test("an answer is announced when it starts, at its steps, and when it is complete, but its text isn't", async () => {
    const page = await openChat()
    const { opened, open } = gate()
    stage.current.engine.play(async (writer) => {
      writer.text('Piece after piece ')
      writer.event('step-update', {
        text: 'Searching the archive',
        steps: [{ id: 'a', title: 'Searching the archive', state: 'Running' }],
      })
      await opened
      writer.text('to the end.')
    })
    await page.evaluate(`
      window.heard = []
      new MutationObserver(() => {
        for (const region of document.querySelectorAll('[role=status], [role=alert], [aria-live]')) {
          const text = region.textContent.trim()
          if (text && window.heard.at(-1) !== text) window.heard.push(text)
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true })`)
    await page.keyboard.type('What do you say?')
    await page.keyboard.press('Enter')
    await expectVisible(answers(page).getByText('Piece after piece'))
    const heard = () => page.evaluate<string[]>('window.heard')
    await expect.poll(heard).toContain('Searching the archive')
    open()
    await answered(page)
    await expect.poll(heard).toContain('Answer ready')
    const all = await heard()
    expect(all.findIndex((one) => /answering/i.test(one))).toBeGreaterThanOrEqual(0)
    expect(all.join('\n')).not.toContain('Piece after piece')
    expect(await answers(page).first().getAttribute('aria-busy')).toBe('false')
  })
})

describe('with reduced motion', () => {
  test('nothing moves on its own while an answer arrives, and it appears by paragraph', async () => {
    const page = await openChat({ reducedMotion: 'reduce' })
    const { opened, open } = gate()
    stage.current.engine.play(async (writer, signal) => {
      await words(40, 30)(writer, signal)
      await opened
      writer.text('the end.')
    })
    await page.keyboard.type('Count')
    await page.keyboard.press('Enter')
    await expectVisible(page.locator('.answer[aria-busy=true]'))
    const moving: string[] = []
    for (let look = 0; look < 8; look += 1) {
      moving.push(
        ...(await page.evaluate<string[]>(`document.getAnimations()
          .filter((one) => one.playState === 'running' && one.effect.getComputedTiming().duration > 20)
          .map((one) => one.effect.target?.className + ' ' + (one.animationName ?? one.transitionProperty))`)),
      )
      await page.waitForTimeout(150)
    }
    expect(moving).toEqual([])
    // An unfinished paragraph isn't shown in pieces.
    expect(await page.locator('.answer[aria-busy=true]').allInnerTexts()).not.toContainEqual(
      expect.stringContaining('w1'),
    )
    expect(await page.locator('.answer[aria-busy=true]').count()).toBe(1)
    open()
    await answered(page)
    await expectVisible(answers(page).getByText('the end.'))
  })
})
