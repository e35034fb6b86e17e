import { beforeAll, expect, test } from 'vitest'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectFocused, expectGone, expectVisible } from './expectations.ts'
import { askAndRead, composer, history, OPEN_SIDEBAR, startNewChat } from './screens.ts'
import { text } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const trash = /^(Recently deleted|المحذوفة مؤخرًا)$/
let scripted: string
beforeAll(async () => {
  scripted = await stage.current.publish('Scripted')
})

async function openChat(options: object = {}) {
  const { page } = await stage.current.openAs('anna', options)
  await page.goto(`${stage.current.origin}/chat/${scripted}`)
  await composer(page).waitFor()
  return page
}

test('a deleted chat is found under Archived, restored, and deleted permanently after a question', async () => {
  const page = await openChat()
  const row = (title: string) => history(page).getByRole('link', { name: title })
  const choose = async (title: string, action: string) => {
    await page.getByRole('button', { name: `Options for “${title}”` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  for (const title of ['The lighthouse', 'The harbour']) {
    stage.current.engine.play(text('Here.'))
    await askAndRead(page, title)
    await expectVisible(row(title))
    await startNewChat(page)
  }
  for (const title of ['The lighthouse', 'The harbour']) await choose(title, 'Delete')
  await page.getByRole('tab', { name: 'Archived' }).click()
  await page.getByRole('button', { name: 'Recently deleted' }).click()
  const dialog = page.getByRole('dialog', { name: 'Recently deleted' })
  await expectVisible(dialog.getByText('The harbour'))
  await expectAccessible(page, 'recently deleted chats')
  await dialog.getByRole('button', { name: 'Restore “The lighthouse”' }).click()
  await expectGone(dialog.getByText('The lighthouse'))
  await dialog.getByRole('button', { name: 'Delete “The harbour” permanently' }).click()
  const question = page.getByRole('dialog', { name: 'Delete “The harbour” permanently?' })
  await question.getByRole('button', { name: 'Delete permanently' }).click()
  await expectGone(question)
  await expectVisible(dialog.getByText('No deleted chats.'))
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('tab', { name: 'History' }).click()
  await expectVisible(row('The lighthouse'))
  expect(await row('The harbour').count()).toBe(0)
})

test('the focus stays in the list when a chat is restored or deleted permanently, and goes to its heading after the last one', async () => {
  const { page } = await stage.current.openAs('chloe')
  await page.goto(`${stage.current.origin}/chat/${scripted}`)
  await composer(page).waitFor()
  for (const title of ['One', 'Two', 'Three']) {
    stage.current.engine.play(text('Here.'))
    await askAndRead(page, title)
    await history(page).getByRole('link', { name: title }).waitFor()
    await startNewChat(page)
    await page.getByRole('button', { name: `Options for “${title}”` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expectGone(history(page).getByRole('link', { name: title }))
  }
  await page.getByRole('tab', { name: 'Archived' }).click()
  await page.getByRole('button', { name: 'Recently deleted' }).click()
  const dialog = page.getByRole('dialog', { name: 'Recently deleted' })
  const press = async (name: string) => {
    await dialog.getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
  }
  const deleteForever = async (title: string) => {
    await press(`Delete “${title}” permanently`)
    await page.getByRole('button', { name: 'Delete permanently', exact: true }).click()
    await expectGone(page.getByRole('dialog', { name: `Delete “${title}” permanently?` }))
  }
  await deleteForever('Two')
  await expectFocused(dialog.getByRole('button', { name: 'Delete “One” permanently' }))
  await press('Restore “Three”')
  await expectGone(dialog.getByText('Three'))
  await expectFocused(dialog.getByRole('button', { name: 'Restore “One”' }))
  await deleteForever('One')
  await expectFocused(dialog.getByRole('heading', { name: 'Recently deleted' }))
})

test('archiving is undone from its message', async () => {
  const page = await openChat()
  stage.current.engine.play(text('Here.'))
  await askAndRead(page, 'The pier')
  const row = history(page).getByRole('link', { name: 'The pier' })
  await page.getByRole('button', { name: 'Options for “The pier”' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expectGone(row)
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expectVisible(row)
})

test.each(LOOKS)('the dialog is accessible and fits: %s', async (look, options, script) => {
  const { page } = await stage.current.openAs('ben', options)
  await page.addInitScript(script)
  await page.goto(`${stage.current.origin}/chat/${scripted}`)
  await composer(page).waitFor()
  const sidebar = page.getByRole('button', { name: OPEN_SIDEBAR })
  if (options.viewport) await sidebar.click()
  await page.getByRole('tab', { name: /^(Archived|المؤرشفة)$/ }).click()
  await page.getByRole('button', { name: trash }).click()
  await page.getByRole('dialog', { name: trash }).waitFor()
  await expectVisible(page.getByText(/^(No deleted chats\.|لا محادثات محذوفة\.)$/))
  await expectAccessible(page, `recently deleted chats, ${look}`)
})
