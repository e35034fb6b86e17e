import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectGone, expectVisible } from './expectations.ts'
import { answers, askAndRead, composer, history, sendButton } from './screens.ts'
import { text } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let scripted: string
let folder: string
beforeAll(async () => {
  scripted = await stage.current.publish('Scripted')
  folder = await mkdtemp(path.join(tmpdir(), 'parlance-bad-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function openChat() {
  const { page, watch } = await stage.current.openAs('anna')
  await page.goto(`${stage.current.origin}/chat/${scripted}`)
  await composer(page).waitFor()
  return { page, watch }
}

test('a 5 MB question is measured, not sent, and not lost', async () => {
  const { page } = await openChat()
  const question = `${'A very long line of it. '.repeat(218_454)}`
  await composer(page).evaluate((field, value) => {
    // Typing it would take minutes, so the field's native setter is used.
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
    set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }, question)
  const told = page.getByRole('alert').filter({ hasText: '32,000' })
  await expectVisible(told)
  await composer(page).press('Control+End')
  await composer(page).press('Enter')
  await expect.poll(() => sendButton(page).getAttribute('aria-disabled')).toBe('true')
  await expectGone(answers(page))
  expect((await composer(page).inputValue()).length).toBe(question.length)
  await composer(page).fill('A short one')
  await expectGone(told)
  stage.current.engine.play(text('Fine.'))
  await composer(page).press('Enter')
  await expectVisible(answers(page).getByText('Fine.'))
})

test('a 5 GB file is refused before any byte is sent, and the rest of the message stays', async () => {
  const { page } = await openChat()
  const large = path.join(folder, 'film.txt')
  const file = await open(large, 'w')
  await file.truncate(5 * 1024 ** 3)
  await file.close()
  const small = path.join(folder, 'notes.txt')
  await writeFile(small, 'The kettle boils at six.')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/attachments')) sent.push(request.url())
  })
  await composer(page).fill('When does it boil?')
  await page.locator('input[data-attach]').setInputFiles([large, small])
  const chip = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expectVisible(chip('film.txt').getByText('The file is larger than 50 MB.').first())
  await expect.poll(() => chip('notes.txt').getAttribute('data-state')).toBe('Ready')
  expect(sent).toHaveLength(1)
  expect(await composer(page).inputValue()).toBe('When does it boil?')
  stage.current.engine.play(text('At six.'))
  await composer(page).press('Enter')
  await expectVisible(answers(page).getByText('At six.'))
})

test("a conversation whose name isn't allowed in file names is exported under another name", async () => {
  const { page } = await openChat()
  stage.current.engine.play(text('Exported all the same.'))
  await askAndRead(page, 'What is it called?')
  await history(page)
    .getByRole('listitem')
    .filter({ hasText: 'What is it called?' })
    .getByRole('button')
    .click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('???///:::***')
  await page.keyboard.press('Enter')
  const row = history(page).getByRole('listitem').filter({ hasText: '???///' })
  await expectVisible(row)
  await row.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Text (.txt)' }).click()
  const name = (await saving).suggestedFilename()
  expect(name).toMatch(/^[^?/:*\\<>|"]+\.txt$/)
  expect(name.length).toBeGreaterThan('.txt'.length)
})
