import { beforeAll, expect, test } from 'vitest'
import { publishAgent } from '../server/src/testing/agents.ts'
import { expectAccessible, isOnPhone, LOOKS } from './accessibility.ts'
import { expectGone, expectVisible } from './expectations.ts'
import { answered, ask, OPEN_SIDEBAR, openSettings } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage({ environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' } })
let agent: string

beforeAll(async () => {
  agent = await publishAgent(stage.current.app, 'Listens', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
})

test('custom instructions are written with the keyboard, and the next answer gets them', async () => {
  const prompts: string[] = []
  stage.current.engine.play(async (writer, _signal, { messages }) => {
    prompts.push(String(messages[0]?.content))
    writer.text('At noon.')
  })
  const { page } = await stage.current.openAs('anna')
  await page.goto(`${stage.current.origin}/chat/${agent}`)
  await openSettings(page)
  const edit = page.getByRole('button', { name: 'Edit custom instructions' })
  await edit.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Custom instructions' })
  await dialog.getByRole('textbox', { name: 'How should agents answer and address you?' }).focus()
  await page.keyboard.type('Be brief and call me Anna.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectGone(dialog)
  await expectVisible(page.getByText('On', { exact: true }))
  await page.keyboard.press('Escape')
  await ask(page, 'When does the ferry leave?')
  await answered(page)
  expect(prompts.some((prompt) => prompt.includes('Be brief and call me Anna.'))).toBe(true)
})

test.each(LOOKS)('custom instructions can be written by everyone: %s', async (name, options, script) => {
  const { page } = await stage.current.openAs('ben', options)
  if (script) await page.addInitScript(script)
  await page.goto(`${stage.current.origin}/chat/${agent}`)
  if (isOnPhone(name)) await page.getByRole('button', { name: OPEN_SIDEBAR }).click()
  await openSettings(page)
  await page.getByRole('button', { name: /^(Edit custom instructions|تعديل التعليمات المخصصة)$/ }).click()
  const about = page.getByRole('dialog').getByRole('textbox').first()
  await about.fill('x'.repeat(5000))
  await expectVisible(page.getByText(/5,?000/).first())
  await expectAccessible(page, 'custom instructions that are too long')
})
