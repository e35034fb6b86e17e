import { beforeAll, expect, test } from 'vitest'
import { call } from '../server/src/testing/client.ts'
import { expectAccessible } from './accessibility.ts'
import { expectGone, expectVisible } from './expectations.ts'
import { answers, ask, askAndRead, composer, conversationIdOf, history, startNewChat } from './screens.ts'
import { text } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let scripted: string
beforeAll(async () => {
  scripted = await stage.current.publish('Scripted')
})

async function openNew(userName: string) {
  const { page, watch } = await stage.current.openAs(userName)
  await page.goto(`${stage.current.origin}/chat/${scripted}`)
  await composer(page).waitFor()
  const toggle = page.getByRole('button', { name: 'Temporary chat' })
  const note = page.getByText('Temporary chats don’t appear in your history')
  return { page, watch, toggle, note }
}

test('a temporary chat is chosen before the first question, continues after a reload, and is in no list', async () => {
  const { page, toggle, note } = await openNew('anna')
  stage.current.engine.play(text('Kept.'))
  await askAndRead(page, 'This one is kept')
  await startNewChat(page)
  await toggle.click()
  await expectVisible(note)
  expect(await toggle.getAttribute('aria-pressed')).toBe('true')
  await expectAccessible(page, 'a temporary chat')
  stage.current.engine.play(text('Not kept.'))
  await ask(page, 'This one is not')
  await expectVisible(answers(page).getByText('Not kept.'))
  await expectGone(note)
  await expectVisible(page.getByText('Temporary', { exact: true }))
  await expectVisible(history(page).getByRole('link', { name: 'This one is kept' }))
  await expectGone(history(page).getByRole('link', { name: 'This one is not' }))
  await page.reload()
  await expectVisible(answers(page).getByText('Not kept.'))
  await expectVisible(page.getByText('Temporary', { exact: true }))
  stage.current.engine.play(text('Still here.'))
  await askAndRead(page, 'Are you still there?')
  const { body } = await call<{ temporary: boolean }>(
    stage.current.app,
    `/api/internal/userConversations/${conversationIdOf(page)}`,
    { token: await stage.current.app.token('anna') },
  )
  expect(body.temporary).toBe(true)
  // The next chat is saved again by default.
  await startNewChat(page)
  expect(await toggle.getAttribute('aria-pressed')).toBe('false')
  stage.current.engine.play(text('Kept again.'))
  await askAndRead(page, 'And this one?')
  await expectVisible(history(page).getByRole('link', { name: 'And this one?' }))
})

test("it can't be shared, and is deleted on request", async () => {
  const { page, watch, toggle } = await openNew('ben')
  watch.expectError(/404/)
  await toggle.click()
  stage.current.engine.play(text('Not kept.'))
  await askAndRead(page, 'This one is not')
  const path = `/api/internal/userConversations/${conversationIdOf(page)}`
  const address = page.url()
  await page.locator('.chat-bar').getByRole('button', { name: 'More' }).click()
  await expectVisible(page.getByRole('menuitem', { name: 'Keyboard shortcuts' }))
  await expectGone(page.getByRole('menuitem', { name: /Share/ }))
  await page.getByRole('menuitem', { name: 'Delete this chat now' }).click()
  await expectVisible(page.getByText('Temporary chat deleted'))
  await expectGone(answers(page))
  const token = await stage.current.app.token('ben')
  expect((await call(stage.current.app, path, { token })).status).toBe(404)
  await page.goto(address)
  await expectVisible(page.getByText('This conversation doesn’t exist, or you don’t have access to it.'))
})

test('an agent chosen by @ keeps it temporary', async () => {
  const other = await stage.current.publish('Temporal adviser')
  const { page, toggle, note } = await openNew('admin')
  await toggle.click()
  await expectVisible(note)
  await composer(page).pressSequentially('@Temporal')
  await page.getByRole('option', { name: /Temporal adviser/ }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/chat/${other}`)
  await expectVisible(note)
  stage.current.engine.play(text('Not kept either.'))
  await askAndRead(page, 'This one is not kept')
  await expectVisible(page.getByText('Temporary', { exact: true }))
  await expectGone(history(page).getByRole('link', { name: 'This one is not kept' }))
})

test('turning it off again makes a saved chat', async () => {
  const { page, toggle, note } = await openNew('chloe')
  await toggle.click()
  await expectVisible(note)
  await composer(page).fill('Typed meanwhile')
  await toggle.click()
  await expectGone(note)
  expect(await composer(page).inputValue()).toBe('Typed meanwhile')
  stage.current.engine.play(text('Kept.'))
  await composer(page).press('Enter')
  await expectVisible(history(page).getByRole('link', { name: 'Typed meanwhile' }))
})
