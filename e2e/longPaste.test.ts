import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { publishAgent } from '../server/src/testing/agents.ts'
import { expectFocused, expectGone, expectVisible } from './expectations.ts'
import { askAndRead, composer, readText } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let extracts: string
let plain: string
beforeAll(async () => {
  extracts = await publishAgent(stage.current.app, 'Extracts', { languageEngine: 'BuiltIn' })
  plain = await stage.current.publish('Searches nothing', { capabilityTypes: [] })
})

const FACT = 'The ferry to the island of Sark leaves at noon from the eastern quay.'
const LONG = `Boats\n\n${FACT}\n\n${'Gulls nest on the northern cliff, and nobody disturbs them. '.repeat(80)}`
const chips = (page: Page) => page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
const chip = (page: Page, name: string) => chips(page).filter({ hasText: name })

async function openChat(gptSystemId: string) {
  const opened = await stage.current.openAs('anna', { permissions: ['clipboard-read', 'clipboard-write'] })
  await opened.page.goto(`${stage.current.origin}/chat/${gptSystemId}`)
  await composer(opened.page).waitFor()
  return opened
}

async function paste(page: Page, text: string, keys = 'Control+v') {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  await composer(page).focus()
  await page.keyboard.press(keys)
}

test('a long pasted text is sent with the question as a file, which is searched', async () => {
  const { page } = await openChat(extracts)
  await paste(page, LONG)
  await expect.poll(() => chip(page, 'Pasted text.txt').getAttribute('data-state')).toBe('Ready')
  await expect.poll(() => composer(page).inputValue()).toBe('')
  const answer = await askAndRead(page, 'When does the ferry to Sark leave?')
  await expect.poll(() => readText(answer)).toContain('leaves at noon')
  await expectVisible(page.getByRole('button', { name: 'Download Pasted text.txt' }))
})

test('it can be inserted as text at the cursor, and a second one has its own number', async () => {
  const { page } = await openChat(extracts)
  await composer(page).fill('before after')
  await paste(page, LONG)
  await expectVisible(chip(page, 'Pasted text.txt'))
  await paste(page, `${LONG}second`)
  await expectVisible(chip(page, 'Pasted text 2.txt'))
  await composer(page).evaluate('document.activeElement.setSelectionRange(6, 6)')
  await page.getByRole('button', { name: 'Insert Pasted text 2.txt as text' }).click()
  await expect.poll(() => composer(page).inputValue()).toBe(`before${LONG}second after`)
  await expectFocused(composer(page))
  await expectGone(chip(page, 'Pasted text 2.txt'))
  await expectVisible(chip(page, 'Pasted text.txt'))
})

test("short text, text pasted with Shift, and text for an agent that doesn't search files stay text", async () => {
  const { page } = await openChat(extracts)
  await paste(page, FACT)
  await expect.poll(() => composer(page).inputValue()).toBe(FACT)
  await composer(page).fill('')
  await paste(page, LONG, 'Control+Shift+v')
  await expect.poll(() => composer(page).inputValue()).toBe(LONG)
  expect(await chips(page).count()).toBe(0)

  const other = await openChat(plain)
  await paste(other.page, LONG)
  await expect.poll(() => composer(other.page).inputValue()).toBe(LONG)
  expect(await chips(other.page).count()).toBe(0)
})

test("a text that can't be uploaded survives both the failure and sending a question", async () => {
  const { page, watch } = await openChat(extracts)
  watch.expectError(/500/)
  await page.route('**/api/internal/attachments?*', (route) =>
    route.fulfill({ status: 500, json: { code: 'server.failed', title: 'Failed.', requestId: 'r-1' } }),
  )
  await paste(page, LONG)
  await expect.poll(() => chip(page, 'Pasted text.txt').getAttribute('data-state')).toBe('Failed')
  await askAndRead(page, 'Who keeps the light?')
  await expect.poll(() => chip(page, 'Pasted text.txt').getAttribute('data-state')).toBe('Failed')
  await page.unroute('**/api/internal/attachments?*')
  await page.getByRole('button', { name: 'Retry Pasted text.txt' }).click()
  await expect.poll(() => chip(page, 'Pasted text.txt').getAttribute('data-state')).toBe('Ready')
  await page.getByRole('button', { name: 'Insert Pasted text.txt as text' }).click()
  await expect.poll(() => composer(page).inputValue()).toBe(LONG)
})
