import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectPath, expectVisible } from './expectations.ts'
import { answers, askAndRead, composer, readText } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const MADE_MS = 60_000
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Answers with the system prompt of the configuration. */
function echo() {
  stage.current.engine.play(async (writer, _, request) => {
    const [first] = request.messages
    writer.text(first?.role === 'system' ? first.content : 'Told nothing.')
  })
}

test('a personal agent is created and answers in under a minute', async () => {
  echo()
  const { page } = await stage.current.openAs('anna')
  const begun = performance.now()
  await page.goto(`${stage.current.origin}/chat`)
  await page.getByRole('tab', { name: 'Agents' }).click()
  await button(page, 'Create a Personal Agent').click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Minute taker')
  await form.getByLabel('Description').fill('Writes down what was said.')
  await form.getByRole('button', { name: 'Create agent' }).click()
  await expectPath(page, /^\/chat\/agents\/configstate\//)
  await expect.poll(() => field(page, 'Name').inputValue()).toBe('Minute taker')
  await button(page, 'Publish').click()
  await expectPath(page, /^\/chat\/[0-9a-f-]{36}$/)
  await askAndRead(page, 'What do you do?')
  expect(performance.now() - begun).toBeLessThan(MADE_MS)
})

test('a version is drafted, tested, compared, published, and restored; each takes effect for everyone with the next question', async () => {
  echo()
  const gptSystemId = await stage.current.publish('House guide', { systemPrompt: 'The first rule.' })
  const reader = (await stage.current.openAs('anna')).page
  await reader.goto(`${stage.current.origin}/chat/${gptSystemId}`)
  await composer(reader).waitFor()
  const told = async (question: string) => readText(await askAndRead(reader, question))
  expect(await told('Which rule?')).toContain('The first rule.')

  const { page } = await stage.current.openAs('admin')
  await page.goto(`${stage.current.origin}/admin/gptsystem/${gptSystemId}/edit`)
  await button(page, 'Edit').click()
  await expectVisible(page.getByText('Draft 2').first())
  await field(page, 'System prompt').fill('The second rule.')
  // The test uses what is typed, because it is saved automatically.
  await askAndRead(page, 'Which rule?')
  expect(await readText(answers(page).last())).toContain('The second rule.')
  // A draft reaches no one.
  expect(await told('And now?')).toContain('The first rule.')

  await expectVisible(page.getByRole('heading', { name: '1 change since published version 1' }))
  await expectVisible(page.getByText(/^Publishing affects \d+ people/))
  await button(page, 'Publish draft 2').click()
  const dialog = page.getByRole('dialog')
  await expectVisible(dialog.getByText('1 change since the published version'))
  await expectVisible(dialog.getByText('The second rule.'))
  await dialog.getByRole('button', { name: 'Publish draft 2' }).click()
  await expectVisible(page.getByText('House guide published'))
  expect(await told('And after it was published?')).toContain('The second rule.')

  await page.goto(`${stage.current.origin}/admin/gptsystem/${gptSystemId}/publish`)
  await button(page, 'Restore this version').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore this version' }).click()
  await expectVisible(page.getByText('Version 1 is published.', { exact: true }))
  expect(await told('And after that?')).toContain('The first rule.')
})
