import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, isOnPhone, LOOKS, PHONE } from './accessibility.ts'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import {
  askAndRead,
  chooseInAccountMenu,
  composer,
  OPEN_SIDEBAR,
  openAccountMenu,
  readText,
} from './screens.ts'
import { text } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let scripted: string
beforeAll(async () => {
  scripted = await stage.current.publish('Scripted')
})

const ITEM = /^(Quick-start tour|جولة البدء السريع)$/
const tooltip = (page: Page) => page.locator('.tour-tooltip')
const primary = (page: Page) => tooltip(page).getByRole('button', { name: /^(Next|Done|التالي|تم)/ })
const button = (page: Page, name: string) => tooltip(page).getByRole('button', { name, exact: true })
const guided = (page: Page, id: string) => page.locator(`[data-tour-guide="${id}"]`)

async function openChat(page: Page): Promise<void> {
  await page.goto(`${stage.current.origin}/chat/${scripted}`)
  await composer(page).waitFor()
}

async function startTour(page: Page): Promise<void> {
  await openChat(page)
  await chooseInAccountMenu(page, ITEM)
  await expectVisible(primary(page))
}

async function expectStep(page: Page, step: number): Promise<void> {
  await expectVisible(button(page, `Next (Step ${step} of 12)`))
}

/** Continues to the step with this heading. Steps for elements not on the page are skipped. */
async function goOnTo(page: Page, heading: string): Promise<void> {
  const shown = tooltip(page).getByRole('heading')
  for (let before = await readText(shown); before !== heading; before = await readText(shown)) {
    await primary(page).click()
    await expect.poll(() => shown.allInnerTexts()).not.toEqual([before])
    await shown.waitFor()
  }
}
const content = (page: Page) => readText(tooltip(page).getByRole('paragraph'))

/** Checks that the target is highlighted, with 10 pixels around it as far as the window allows. */
async function expectLit(page: Page, target: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const [lit, box] = await Promise.all([
        page.locator('.tour-spotlight').boundingBox(),
        target.boundingBox(),
      ])
      if (!lit || !box) return 'nothing'
      const left = Math.abs(lit.x - Math.max(0, box.x - 10))
      const top = Math.abs(lit.y - Math.max(0, box.y - 10))
      return left < 1 && top < 1 ? 'lit' : JSON.stringify({ lit, box })
    })
    .toBe('lit')
}

describe('the quick-start tour', () => {
  test('[R-1-032] [R-2-166] [R-2-168] [R-2-169] runs over the chat from the account menu: logo, chat bar', async () => {
    const { page } = await stage.current.openAs('anna')
    await startTour(page)
    await expectStep(page, 1)
    await expectVisible(page.getByRole('heading', { name: 'Welcome to Parlance' }))
    expect(await content(page)).toContain('This tour shows you around the chat')
    await expectLit(page, guided(page, 'logo'))
    await primary(page).click()
    await expectStep(page, 2)
    await expectLit(page, guided(page, 'chat-bar'))
    expect(await content(page)).toContain('in this bar')
  })

  test('[R-2-170] [R-2-172] [R-2-173] [R-2-176] points at the attach button, the message, the list, and its search', async () => {
    const { page } = await stage.current.openAs('anna')
    await startTour(page)
    await goOnTo(page, 'Attach files')
    await expectStep(page, 3)
    await expectLit(page, guided(page, 'file-upload'))
    expect(await content(page)).toContain('You can also drag them into the chat.')
    await goOnTo(page, 'Write a message')
    await expectStep(page, 5)
    await expectLit(page, guided(page, 'message-input'))
    expect(await content(page)).toContain('You need to send a message to create a conversation.')
    await goOnTo(page, 'Your conversations')
    await expectStep(page, 6)
    await expectLit(page, guided(page, 'conversation-list'))
    await goOnTo(page, 'Find a conversation')
    await expectStep(page, 9)
    await expectLit(page, guided(page, 'title-search'))
  })

  test('[R-2-174] [R-2-175] points at the menu button of a conversation, and opens its menu', async () => {
    const { page } = await stage.current.openAs('admin')
    stage.current.engine.play(text('Because.'))
    await openChat(page)
    await askAndRead(page, 'Why?')
    await chooseInAccountMenu(page, ITEM)
    await goOnTo(page, 'Conversation menu')
    await expectStep(page, 7)
    await expectLit(page, guided(page, 'conversation-menu').first())
    await primary(page).click()
    await expectStep(page, 8)
    await expectLit(page, guided(page, 'conversation-options'))
    for (const word of ['ename', 'elete', 'rchive', 'text file']) expect(await content(page)).toContain(word)
    await primary(page).click()
    await expectStep(page, 9)
    await expectGone(guided(page, 'conversation-options'))
  })

  test('[R-2-177] [R-2-178] [R-2-179] [R-9-048] points at the name, opens the account menu, and ends', async () => {
    const { page } = await stage.current.openAs('anna')
    await startTour(page)
    await goOnTo(page, 'Your name')
    await expectStep(page, 10)
    await expectLit(page, guided(page, 'user-name-menu'))
    expect(await guided(page, 'account-popover').count()).toBe(0)
    await primary(page).click()
    await expectStep(page, 11)
    await expectLit(page, guided(page, 'account-popover'))
    await primary(page).click()
    await expectVisible(page.getByRole('heading', { name: 'That’s the tour' }))
    await expectGone(guided(page, 'account-popover'))
    expect(await page.locator('.tour-spotlight').count()).toBe(0)
    await button(page, 'Done').click()
    await expectGone(tooltip(page))
    // The focus is where it was when the tour started.
    await expectFocused(page.getByRole('button', { name: /^Account menu for/ }))
  })

  test('[R-9-049] [R-9-050] [R-9-051] [R-9-052] has Back, Close and Restart next to Next, and only Close on the first step', async () => {
    const { page } = await stage.current.openAs('anna')
    await startTour(page)
    const names = () =>
      tooltip(page)
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label') ?? one.textContent))
    expect(await names()).toEqual(['Close', 'Next (Step 1 of 12)'])
    await primary(page).click()
    await expect.poll(names).toEqual(['Close', 'Restart', 'Back', 'Next (Step 2 of 12)'])
    await goOnTo(page, 'Write a message')
    await button(page, 'Back').click()
    await expect.poll(() => readText(tooltip(page).getByRole('heading'))).not.toBe('Write a message')
    await goOnTo(page, 'Your name')
    await button(page, 'Restart').click()
    await expectStep(page, 1)
    await button(page, 'Close').click()
    await expectGone(tooltip(page))
  })

  test('[R-8-029] skips hidden and missing elements, forward and back', async () => {
    const { page } = await stage.current.openAs('anna')
    await openChat(page)
    for (const id of ['file-upload', 'user-prompts', 'title-search'])
      await guided(page, id).evaluate((element) => element.style.setProperty('visibility', 'hidden'))
    await chooseInAccountMenu(page, ITEM)
    const seen = ['Welcome to Parlance']
    const heading = tooltip(page).getByRole('heading')
    await heading.waitFor()
    while ((await button(page, 'Done').count()) === 0) {
      await primary(page).click()
      await expect.poll(() => heading.allInnerTexts()).not.toEqual([seen.at(-1)])
      await heading.waitFor()
      seen.push(await readText(heading))
    }
    for (const passed of ['Attach files', 'Use your prompts', 'Find a conversation'])
      expect(seen).not.toContain(passed)
    expect(seen.slice(-3)).toEqual(['Your name', 'Your account', 'That’s the tour'])
    for (const before of seen.slice(0, -1).reverse()) {
      await button(page, 'Back').click()
      await expect.poll(() => heading.allInnerTexts()).toEqual([before])
    }
  })

  test('[R-9-044] [R-9-045] is 380 wide, on a phone the window minus 30, and opens the drawer for its contents', async () => {
    const { page } = await stage.current.openAs('anna')
    await startTour(page)
    expect((await tooltip(page).boundingBox())?.width).toBe(380)
    const { page: phone } = await stage.current.openAs('anna', PHONE[1])
    await openChat(phone)
    await phone.getByRole('button', { name: OPEN_SIDEBAR }).click()
    await chooseInAccountMenu(phone, ITEM)
    await expectStep(phone, 1)
    expect((await tooltip(phone).boundingBox())?.width).toBe(360)
    await expectLit(phone, guided(phone, 'logo'))
    await goOnTo(phone, 'Write a message')
    await expectGone(guided(phone, 'logo'))
    await goOnTo(phone, 'Your account')
    await expectLit(phone, guided(phone, 'account-popover'))
    await goOnTo(phone, 'That’s the tour')
    await expectGone(guided(phone, 'logo'))
    await button(phone, 'Done').click()
    await expectGone(tooltip(phone))
    await expectVisible(composer(phone))
  })

  test("[R-9-047] isn't closed by a click outside, and blocks the page below", async () => {
    const { page } = await stage.current.openAs('anna')
    await startTour(page)
    const address = page.url()
    await page.mouse.click(900, 700)
    await page.mouse.click(100, 60)
    await page.keyboard.press('Control+b')
    await expectStep(page, 1)
    expect(page.url()).toBe(address)
    await expectVisible(guided(page, 'conversation-list'))
  })

  test('works by keyboard alone: Tab stays in it, Enter continues, Escape closes, and the focus returns', async () => {
    const { page } = await stage.current.openAs('anna')
    await openChat(page)
    await openAccountMenu(page)
    await page.getByRole('menuitem', { name: ITEM }).focus()
    await page.keyboard.press('Enter')
    await expectFocused(primary(page))
    expect(await primary(page).evaluate((element) => element.getAttribute('aria-describedby'))).toBe(
      'tour-title tour-content',
    )
    await page.keyboard.press('Enter')
    await expectStep(page, 2)
    await expectFocused(primary(page))
    for (let press = 0; press < 6; press++) {
      await page.keyboard.press('Tab')
      const inside = await page.evaluate<boolean>(
        `document.activeElement === document.body || document.activeElement.closest('.tour') !== null`,
      )
      expect(inside).toBe(true)
    }
    await primary(page).focus()
    await page.keyboard.press('Escape')
    await expectGone(tooltip(page))
    await expectFocused(page.getByRole('button', { name: /^Account menu for/ }))
  })

  test.each(['a minimized sidebar', 'the Agents tab'])('shows the list of chats from %s', async (from) => {
    const { page } = await stage.current.openAs('anna')
    await openChat(page)
    stage.current.engine.play(text('Because.'))
    await askAndRead(page, 'Why?')
    const isMini = from === 'a minimized sidebar'
    if (isMini) await page.keyboard.press('Control+b')
    else await page.getByRole('tab', { name: 'Agents', exact: true }).click()
    await chooseInAccountMenu(page, ITEM)
    await goOnTo(page, 'Your conversations')
    await expectStep(page, 6)
    await expectLit(page, guided(page, 'conversation-list'))
    for (const step of [7, 8, 9, 10]) {
      await primary(page).click()
      await expectStep(page, step)
    }
    await page.keyboard.press('Escape')
    await expectGone(tooltip(page))
    await expect.poll(() => page.getByRole('button', { name: 'Expand sidebar' }).count()).toBe(isMini ? 1 : 0)
  })

  test('leads from another page to the chat, and starts there', async () => {
    const { page } = await stage.current.openAs('anna')
    await page.goto(`${stage.current.origin}/chat/agents`)
    await chooseInAccountMenu(page, ITEM)
    await expectPath(page, /^\/chat/)
    await expectStep(page, 1)
    await goOnTo(page, 'Ask here')
  })
})

// These tests depend on the order: the offer disappears once one of them has asked something.
describe('the offer', { shuffle: false }, () => {
  const offer = (page: Page) => page.getByRole('region', { name: 'New here?' })

  test('appears to users without a conversation, and not again after an answer', async () => {
    const { page } = await stage.current.openAs('ben')
    await openChat(page)
    await expectVisible(offer(page))
    await offer(page).getByRole('button', { name: 'Not now' }).click()
    await expectGone(offer(page))
    await page.reload()
    await composer(page).waitFor()
    await expectVisible(guided(page, 'conversation-list'))
    expect(await offer(page).count()).toBe(0)
  })

  test('starts the tour', async () => {
    const { page } = await stage.current.openAs('chloe')
    await openChat(page)
    await offer(page).getByRole('button', { name: 'Take the tour' }).click()
    await expectStep(page, 1)
    await page.keyboard.press('Escape')
    await expectGone(offer(page))
    // The pressed button is gone.
    await expectFocused(composer(page))
  })

  test("doesn't appear to users with a conversation", async () => {
    const { page } = await stage.current.openAs('chloe')
    stage.current.engine.play(text('ok'))
    await openChat(page)
    await expectVisible(offer(page))
    await askAndRead(page, 'Hello')
    await openChat(page)
    await expectVisible(page.getByRole('link', { name: 'Hello' }))
    expect(await offer(page).count()).toBe(0)
  })
})

describe.each(LOOKS)('for everyone, %s', (name, options, before) => {
  test('can be used', async () => {
    const { page } = await stage.current.openAs('anna', options)
    if (before) await page.addInitScript(before)
    await openChat(page)
    if (isOnPhone(name)) await page.getByRole('button', { name: OPEN_SIDEBAR }).click()
    await chooseInAccountMenu(page, ITEM)
    await expectVisible(primary(page))
    await expectAccessible(page, `the first step, ${name}`)
    await primary(page).click()
    await expectVisible(tooltip(page).getByRole('button', { name: /^(Back|السابق)$/ }))
    await expectAccessible(page, `the second step, ${name}`)
  })
})
