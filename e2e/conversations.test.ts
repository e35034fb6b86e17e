import { beforeAll, describe, expect, test } from 'vitest'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import {
  answered,
  answers,
  askAndRead,
  chooseInAccountMenu,
  composer,
  history,
  questions,
  readText,
  signIn,
} from './screens.ts'
import { text } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let scripted: string
beforeAll(async () => {
  scripted = await stage.current.publish('Scripted')
})

describe('conversations', () => {
  test('[R-1-003] a conversation is in the history after a reload and after signing out and in again', async () => {
    const { page, watch } = await stage.current.open()
    // The list request may be in progress when the session ends.
    watch.expectError(/401/)
    await signIn(page, stage.current.origin, 'ben', `/chat/${scripted}`)
    stage.current.engine.play(text('The **answer** to keep.'))
    await askAndRead(page, 'Remember the lighthouse')
    const row = history(page).getByRole('link', { name: /lighthouse/i })
    await expectVisible(row)
    await page.reload()
    await expectVisible(row)
    await expectVisible(answers(page).getByText('The answer to keep.'))
    await chooseInAccountMenu(page, 'Logout')
    await expectPath(page, '/auth/jwt/login')
    await signIn(page, stage.current.origin, 'ben')
    await row.click()
    await answered(page)
    await expect.poll(() => questions(page).allInnerTexts()).toEqual(['Remember the lighthouse'])
    await expect.poll(() => readText(answers(page).last())).toContain('The answer to keep.')
    await expect.poll(() => row.getAttribute('aria-current')).toBe('page')
  })

  test('[R-1-003] another user sees nothing of it', async () => {
    const { page } = await stage.current.openAs('chloe')
    await page.goto(`${stage.current.origin}/chat`)
    await expectVisible(page.getByText("You don't have any chats. Start a new conversation to see it here."))
  })

  test('[R-2-092] the title search finds part of a title in any case, and reports when nothing matches', async () => {
    const { page } = await stage.current.openAs('anna')
    stage.current.engine.play(text('ok'))
    for (const title of ['Harvest report of May', 'Harbour plans', 'Winter clothes']) {
      await page.goto(`${stage.current.origin}/chat/${scripted}`)
      await composer(page).waitFor()
      await askAndRead(page, title)
    }
    const rows = history(page).getByRole('link')
    await expect.poll(() => rows.filter({ hasText: 'Winter clothes' }).count()).toBe(1)
    const all = await rows.allInnerTexts()
    await page.getByRole('button', { name: 'Search chats' }).click()
    const field = page.getByRole('searchbox', { name: 'Search chats' })
    await field.fill('hAr')
    await expect
      .poll(async () => (await rows.allInnerTexts()).map((title) => title.trim()).sort())
      .toEqual(['Harbour plans', 'Harvest report of May'])
    await field.fill('nothing like it')
    await expectVisible(
      page.getByText('No chats match your search. Try a different title or start a new conversation.'),
    )
    await expectGone(rows)
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect.poll(() => rows.allInnerTexts()).toEqual(all)
  })

  test('the newest conversation comes first, under Today, and arrow keys move through the rows', async () => {
    const { page } = await stage.current.openAs('anna')
    await page.goto(`${stage.current.origin}/chat/${scripted}`)
    await composer(page).waitFor()
    stage.current.engine.play(text('ok'))
    await askAndRead(page, 'The newest of all')
    await expectVisible(history(page).getByRole('heading', { name: 'Today' }))
    const rows = history(page).getByRole('link')
    await expect.poll(() => readText(rows.first())).toBe('The newest of all')
    await rows.first().focus()
    await page.keyboard.press('ArrowDown')
    await expectFocused(rows.nth(1))
    await page.keyboard.press('Enter')
    await expect.poll(() => rows.nth(1).getAttribute('aria-current')).toBe('page')
  })

  test("a conversation's source doesn't stay open next to another conversation", async () => {
    const { page } = await stage.current.openAs('anna')
    await page.goto(`${stage.current.origin}/chat/${scripted}`)
    await composer(page).waitFor()
    stage.current.engine.play(text('No source.'))
    await askAndRead(page, 'Without one')
    await page.goto(`${stage.current.origin}/chat/${scripted}`)
    await composer(page).waitFor()
    const quote = 'The lamp turns at dusk.'
    stage.current.engine.play(async (writer) => {
      writer.text(`${quote} [1]`)
      return {
        citations: [
          { citationId: '1', title: 'lamp.txt', path: 'x/y', page: 2, quote, score: 1, passageId: null },
        ],
      }
    })
    await askAndRead(page, 'With one')
    await page
      .getByRole('button', { name: /^Open source 1: lamp.txt/ })
      .first()
      .click()
    const panel = page.getByRole('complementary', { name: 'lamp.txt, p. 2' })
    await expectVisible(panel)
    await history(page).getByRole('link', { name: 'Without one' }).click()
    await expectVisible(answers(page).getByText('No source.'))
    await expectGone(panel)
  })

  test("another user's conversation can't be opened by its URL", async () => {
    const { page } = await stage.current.openAs('anna')
    await page.goto(`${stage.current.origin}/chat/${scripted}`)
    await composer(page).waitFor()
    stage.current.engine.play(text('private'))
    await askAndRead(page, 'A private matter')
    const address = page.url()
    const { page: other, watch } = await stage.current.openAs('chloe')
    watch.expectError(/404/)
    await other.goto(address)
    await expectVisible(other.getByText('This conversation doesn’t exist, or you don’t have access to it.'))
    expect(await other.getByText('private').count()).toBe(0)
  })
})
