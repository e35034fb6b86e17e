import { expect, test } from 'vitest'
import { changeSettings } from '../server/src/testing/instanceSettings.ts'
import { expectAccessible } from './accessibility.ts'
import { expectPath, expectVisible } from './expectations.ts'
import { askAndRead, composer, readText } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()

test('[R-2-096] the Agents tab has a Create a Personal Agent button, which makes one that answers at once', async () => {
  const { engine, origin } = stage.current
  engine.play(async (writer) => writer.text('Of course.'))
  await changeSettings(stage.current.app, {
    defaultChatDeployment: { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' },
  })
  const { page } = await stage.current.openAs('anna')
  await page.goto(`${origin}/chat`)
  await expectVisible(composer(page))
  await page.getByRole('tab', { name: 'Agents' }).click()
  await page.getByRole('button', { name: 'Create a Personal Agent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a Personal Agent' })
  await expectVisible(dialog)
  await dialog.getByRole('button', { name: 'Create agent' }).click()
  await expectVisible(dialog.getByText('Name is required'))
  await dialog.getByLabel('Name').fill('n'.repeat(151))
  await expectVisible(dialog.getByText('Name exceeds the maximum limit of 150 characters'))
  await dialog.getByLabel('Description').fill('d'.repeat(501))
  await expectVisible(dialog.getByText('Description exceeds the maximum limit of 500 characters'))
  await expectAccessible(page, 'the form of a personal agent')
  await dialog.getByLabel('Name').fill('  My helper  ')
  await dialog.getByLabel('Description').fill('Helps me alone.')
  await dialog.getByRole('button', { name: 'Create agent' }).click()
  await expectPath(page, /^\/chat\/[0-9a-f-]{36}$/)
  await expectVisible(page.getByRole('heading', { name: /My helper/ }).first())
  const answer = await askAndRead(page, 'Will you help me?')
  await expect.poll(() => readText(answer)).toContain('Of course.')
  // Nobody else sees it.
  const other = await stage.current.openAs('ben')
  await other.page.goto(`${origin}/chat/agents`)
  await expectVisible(other.page.getByText('Product guide').first())
  expect(await other.page.getByText('My helper').count()).toBe(0)
})
