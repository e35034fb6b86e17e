import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../server/src/testing/client.ts'
import { expectAccessible } from './accessibility.ts'
import { expectGone, expectVisible } from './expectations.ts'
import {
  answered,
  answers,
  ask,
  askAndRead,
  composer,
  conversationIdOf,
  history,
  questions,
  sendButton,
  startNewChat,
  stopButton,
} from './screens.ts'
import { gate, text } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let scripted: string
beforeAll(async () => {
  scripted = await stage.current.publish('Scripted')
})

/** Opens two visible windows of one user. */
async function openTwo(userName: string) {
  const { page: here } = await stage.current.openAs(userName)
  await here.goto(`${stage.current.origin}/chat/${scripted}`)
  await composer(here).waitFor()
  const { page: there, watch } = await stage.current.openAs(userName)
  const connected = there.waitForResponse((response) => response.url().endsWith('/userConversations/events'))
  await there.goto(`${stage.current.origin}/chat/${scripted}`)
  await composer(there).waitFor()
  await connected
  return { here, there, watch }
}

const row = (page: Page, name: string) => history(page).getByRole('listitem').filter({ hasText: name })

/** Plays an answer that continues until the returned function is called. */
function playOpenly(beginning: string, end: string): () => void {
  const { opened, open } = gate()
  stage.current.engine.play(async (writer) => {
    writer.text(beginning)
    await opened
    writer.text(end)
  })
  return open
}

async function removeElsewhere(userName: string, conversationId: string): Promise<void> {
  const { status } = await call(stage.current.app, `/api/internal/userConversations/${conversationId}`, {
    token: await stage.current.app.token(userName),
    method: 'DELETE',
  })
  expect(status).toBe(204)
}

describe('two windows', () => {
  test("show each other's conversations, questions, and answers as they arrive", async () => {
    const { here, there } = await openTwo('anna')
    const end = playOpenly('begun ', 'and ended')
    await ask(here, 'Seen in both?')
    await expectVisible(answers(here).getByText('begun'))
    await expectVisible(row(there, 'Seen in both?').getByRole('img', { name: 'Answering' }))
    await row(there, 'Seen in both?').getByRole('link').click()
    await expectVisible(answers(there).getByText('begun'))
    end()
    await expectVisible(answers(there).getByText('begun and ended'))
    await answered(there)

    const more = playOpenly('second ', 'answer')
    await ask(there, 'And the other way?')
    await expectVisible(questions(here).getByText('And the other way?'))
    await expectVisible(answers(here).last().getByText('second'))
    await expectVisible(stopButton(here))
    more()
    await expectVisible(answers(here).last().getByText('second answer'))
    await answered(here)
    await expectVisible(sendButton(here))
  })

  test("show each other's conversation titles, and what was archived", async () => {
    const { here, there } = await openTwo('ben')
    stage.current.engine.play(text('Fine.'))
    await askAndRead(here, 'How is it called?')
    await expectVisible(row(there, 'How is it called?'))
    await row(here, 'How is it called?').getByRole('button').click()
    await here.getByRole('menuitem', { name: 'Rename' }).click()
    await here.getByRole('textbox', { name: 'Title' }).fill('Another name')
    await here.keyboard.press('Enter')
    await expectVisible(row(there, 'Another name'))
    await row(here, 'Another name').getByRole('button').click()
    await here.getByRole('menuitem', { name: 'Archive' }).click()
    await expectGone(row(there, 'Another name'))
  })
})

describe('an answer that continues while another conversation is open', () => {
  test('appears in the list, reports when it is complete, and is followed again', async () => {
    const { page } = await stage.current.openAs('chloe')
    await page.goto(`${stage.current.origin}/chat/${scripted}`)
    const end = playOpenly('begun ', 'and ended')
    await ask(page, 'A long one')
    await expectVisible(answers(page).getByText('begun'))
    const conversationId = conversationIdOf(page)
    await startNewChat(page)
    const answering = row(page, 'A long one').getByRole('img', { name: 'Answering' })
    await expectVisible(answering)
    await expectAccessible(page, '_')
    await row(page, 'A long one').getByRole('link').click()
    await expectVisible(answers(page).getByText('begun'))
    await expectVisible(stopButton(page))
    await expectGone(answering)
    await startNewChat(page)
    await expectVisible(answering)
    end()
    const come = row(page, 'A long one').getByRole('img', { name: 'New answer' })
    await expectVisible(come)
    await expectGone(answering)
    expect((await stage.current.segments('chloe', conversationId))[0]?.status).toBe('Completed')
    await row(page, 'A long one').getByRole('link').click()
    await expectVisible(answers(page).getByText('begun and ended'))
    await expectGone(come)
  })
})

describe('a hidden window', () => {
  test('makes no requests, and catches up when it becomes visible', async () => {
    const { here, there } = await openTwo('anna')
    const hide = (hidden: boolean) =>
      there.evaluate(`
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${hidden} })
        document.dispatchEvent(new Event('visibilitychange'))`)
    // The requests after connecting are done.
    await there.waitForTimeout(1000)
    const ended = there.waitForEvent('requestfailed', (request) => request.url().endsWith('/events'))
    await hide(true)
    await ended
    stage.current.engine.play(text('Unseen.'))
    await askAndRead(here, 'Asked while hidden')
    await there.waitForTimeout(1500)
    await expectGone(row(there, 'Asked while hidden'))
    await hide(false)
    await expectVisible(row(there, 'Asked while hidden'))
  })
})

describe('a conversation deleted elsewhere', () => {
  async function openGone() {
    const { page, watch } = await stage.current.openAs('ben')
    watch.expectError(/404/)
    await page.goto(`${stage.current.origin}/chat/${scripted}`)
    stage.current.engine.play(text('Here I am.'))
    await askAndRead(page, 'Are you there?')
    await composer(page).fill('Half a thought')
    return {
      page,
      watch,
      note: page.getByRole('alert').filter({ hasText: 'This conversation was deleted.' }),
    }
  }

  test('says so, keeps the input, and can be restored', async () => {
    const { page, note } = await openGone()
    await removeElsewhere('ben', conversationIdOf(page))
    await expectVisible(note)
    await expectVisible(answers(page).getByText('Here I am.'))
    await expect.poll(() => sendButton(page).getAttribute('aria-disabled')).toBe('true')
    await expectAccessible(page, '_')
    await note.getByRole('button', { name: 'Restore' }).click()
    await expectGone(note)
    expect(await composer(page).inputValue()).toBe('Half a thought')
    stage.current.engine.play(text('Again.'))
    await composer(page).press('Enter')
    await expectVisible(answers(page).getByText('Again.'))
    await answered(page)
  })

  test('takes the input along into a new chat', async () => {
    const { page, note } = await openGone()
    await removeElsewhere('ben', conversationIdOf(page))
    await expectVisible(note)
    await note.getByRole('button', { name: 'New Chat' }).click()
    await expectGone(note)
    await expectGone(questions(page))
    expect(await composer(page).inputValue()).toBe('Half a thought')
    expect(new URL(page.url()).searchParams.get('conversationId')).toBeNull()
  })

  test("doesn't lose a question sent after the deletion", async () => {
    const { page, note, watch } = await openGone()
    watch.expectError(/ERR_FAILED|conversation\.notFound/)
    await page.route('**/userConversations/events', (route) => route.abort())
    await page.reload()
    await composer(page).waitFor()
    await expectVisible(answers(page).getByText('Here I am.'))
    await removeElsewhere('ben', conversationIdOf(page))
    await composer(page).fill('Half a thought')
    await composer(page).press('Enter')
    await expectVisible(note)
    await note.getByRole('button', { name: 'New Chat' }).click()
    await expect.poll(() => composer(page).inputValue()).toBe('Half a thought')
  })
})
