import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { gptConversation, gptTurns, SPRING } from '../server/src/features/imports/testing/exports.ts'
import { makeZip } from '../server/src/features/knowledge/testing/wordDocuments.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectGone, expectVisible } from './expectations.ts'
import { chosen, drop, type TestFile } from './files.ts'
import {
  answers,
  askAndRead,
  chooseInAccountMenu,
  history,
  OPEN_SIDEBAR,
  questions,
  readText,
} from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const importsOf = (page: Page) => page.getByRole('dialog', { name: 'Import conversations' })
const LONG = { timeout: 300_000 }

async function openImports(options: object = {}, userName = 'anna') {
  const { page, watch } = await stage.current.openAs(userName, options)
  await page.goto(`${stage.current.origin}/chat`)
  await chooseInAccountMenu(page, 'Import conversations')
  const dialog = importsOf(page)
  await dialog.waitFor()
  return { page, watch, dialog }
}

async function choose(page: Page, file: TestFile): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    importsOf(page).getByLabel('Export file').click(),
  ])
  await chooser.setFiles(chosen(file))
}

/** Creates an export with this many conversations: the newest has two branches, and one can't be read. */
function zipOf(conversations: number): TestFile {
  const many = Array.from({ length: conversations - 2 }, (_, at) =>
    gptConversation(gptTurns([[`Question ${at}?`, `Answer ${at}.`]], SPRING + at), {
      title: `Old chat ${at}`,
      update_time: SPRING + at,
    }),
  )
  const [system, question, answer] = gptTurns([
    ['How tall is the tower of Vela?', 'It is 41 metres tall.'],
  ]) as [never, never, never]
  const other = { ...(answer as object), id: 'other', text: 'It is 40 metres tall.', at: SPRING + 40 }
  const newest = gptConversation([system, question, answer, other as never], {
    title: 'Tower of Vela',
    update_time: Math.floor(Date.now() / 1000) - 60,
    current_node: 'a0',
  })
  const all = [...many, newest, { title: 'Torn page', mapping: null }]
  const content = makeZip({ 'conversations.json': JSON.stringify(all), 'chat.html': '<html></html>' })
  return { name: 'chatgpt-export.zip', content, type: 'application/zip' }
}

test('a user imports the ChatGPT zip, sees the progress, reads the report, and continues a conversation', async () => {
  const { page, dialog } = await openImports()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expectVisible(dialog.getByText('Choose a file', { exact: true }))
  await choose(page, zipOf(1_002))
  await expectVisible(dialog.getByText('chatgpt-export.zip'))
  await expectGone(dialog.getByText('Choose a file', { exact: true }))
  await expectAccessible(page, 'choosing an export')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.getByText(/^[\d,]+ of 1,002 conversations$/).waitFor(LONG)
  // The import continues after a reload and is found again.
  await page.reload()
  await chooseInAccountMenu(page, 'Import conversations')
  // An import that ended meanwhile is in the list of earlier ones, whose rows contain the same words.
  const report = dialog.getByRole('status').getByText('1,001 conversations imported')
  const earlier = dialog.getByRole('button', { name: /^Show report for/ })
  await expect
    .poll(async () => {
      if (await earlier.isVisible()) await earlier.click()
      return report.isVisible()
    }, LONG)
    .toBe(true)
  await expectVisible(dialog.getByText('1 couldn’t be imported:'))
  await expectVisible(dialog.getByText('Torn page'))
  await expectVisible(dialog.getByText('can’t be read'))
  await expectAccessible(page, 'the report of an import')
  await button(page, 'Close').click()
  await expectGone(dialog)

  await history(page).getByRole('link', { name: 'Tower of Vela' }).click()
  await questions(page).first().waitFor()
  expect(await readText(questions(page).first())).toContain('How tall is the tower of Vela?')
  expect(await readText(answers(page).first())).toContain('It is 41 metres tall.')
  await expectVisible(page.getByText('1 / 2').or(page.getByText('2 / 2')).first())
  await askAndRead(page, 'And who kept it?')
  expect(await questions(page).count()).toBe(2)
})

test('an import that ends while its dialog is closed says so, and its conversations are in the list', async () => {
  const { page, dialog } = await openImports({}, 'ben')
  const content = JSON.stringify(
    Array.from({ length: 1_500 }, (_, at) =>
      gptConversation(gptTurns([[`Question ${at}?`, 'Answer.']]), {
        title: `Brought ${at}`,
        update_time: SPRING + at,
      }),
    ),
  )
  await drop(page, dialog.locator('form'), { name: 'conversations.json', content })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog
    .getByText(/of 1,500 conversations$|^Reading|^Waiting to start/)
    .first()
    .waitFor(LONG)
  await button(page, 'Close').click()
  await page.getByText(/1,500 of 1,500 conversations imported$/).waitFor(LONG)
  await expectVisible(history(page).getByRole('link', { name: 'Brought 1499' }))
})

test("a file that isn't an export is refused with the right choice, and another file can be chosen", async () => {
  const { page, dialog, watch } = await openImports()
  watch.expectError(/415/)
  await choose(page, { name: 'diary.json', content: 'Dear diary' })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expectVisible(dialog.getByText(/^This isn’t a ChatGPT or LibreChat export/))
  await choose(page, { name: 'users.json', content: '{"users":[]}' })
  await expectGone(dialog.getByText(/^This isn’t a ChatGPT/))
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expectVisible(dialog.getByText('Import failed'))
  await expectVisible(dialog.getByText(/^This isn’t a ChatGPT or LibreChat export/))
  await button(page, 'Import another file').click()
  await expectVisible(dialog.getByLabel('Export file'))
})

test.each(LOOKS)('the dialog is accessible and fits: %s', async (...look) => {
  const [name, options, before] = look
  const { page } = await stage.current.openAs('anna', options)
  if (before) await page.addInitScript(before)
  await page.goto(`${stage.current.origin}/chat`)
  if (options.viewport) await page.getByRole('button', { name: OPEN_SIDEBAR }).click()
  await chooseInAccountMenu(page, /^(Import conversations|استيراد المحادثات)$/)
  const dialog = page.getByRole('dialog', { name: /^(Import conversations|استيراد المحادثات)$/ })
  await expectVisible(dialog.getByRole('combobox'))
  await expectAccessible(page, `choosing an export: ${name}`)
  const { width = 0 } = (await dialog.boundingBox()) ?? {}
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
})
