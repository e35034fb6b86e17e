import { beforeAll, beforeEach, expect, test } from 'vitest'
import { publishAgent } from '../server/src/testing/agents.ts'
import { call } from '../server/src/testing/client.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectVisible } from './expectations.ts'
import { answered, ask, composer, saveDraft } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage({ environment: { COMPATIBLE_DEPLOYMENTS: 'quick,gpt-4o' } })
const named = (deploymentName: string) => ({ languageEngine: 'OpenAICompatible', deploymentName })
const choices = [
  { ...named('quick'), label: 'Quick' },
  { ...named('gpt-4o'), label: 'Thorough' },
]
let agent: string
let asked: (string | null)[] = []

beforeAll(async () => {
  agent = await publishAgent(stage.current.app, 'Chooses', {
    ...named('quick'),
    selectableDeployments: choices,
  })
})
beforeEach(() => {
  asked = []
  stage.current.engine.play(async (writer, _signal, request) => {
    asked.push(request.deploymentName)
    writer.text('Well.')
  })
})

test('a chat user chooses the model, also by keyboard, and it applies to later questions and after a reload', async () => {
  const { page } = await stage.current.openAs('anna')
  await page.goto(`${stage.current.origin}/chat/${agent}`)
  await composer(page).waitFor()
  const button = page.getByRole('button', { name: 'Model: Quick' })
  await button.waitFor()
  await button.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu', { name: 'Choose a model' })
  await expectVisible(menu.getByRole('menuitemradio', { name: 'Quick', checked: true }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Model: Thorough' }).waitFor()
  await ask(page, 'What is new?')
  await answered(page)
  expect(asked.at(-1)).toBe('gpt-4o')

  await page.reload()
  await page.getByRole('button', { name: 'Model: Thorough' }).waitFor()
  await ask(page, 'And then?')
  await answered(page)
  await expect.poll(() => asked.at(-1)).toBe('gpt-4o')
  await page.getByRole('button', { name: 'Execution details' }).first().click()
  await expectVisible(page.getByText('gpt-4o').first())

  await page.getByRole('button', { name: 'Model: Thorough' }).click()
  await page.getByRole('menuitemradio', { name: 'Quick' }).click()
  await ask(page, 'Once more?')
  await answered(page)
  await expect.poll(() => asked.at(-1)).toBe('quick')
})

test('an agent without choices shows none', async () => {
  const plain = await publishAgent(stage.current.app, 'Plain', named('quick'))
  const { page } = await stage.current.openAs('anna')
  const details = page.waitForResponse((answer) => answer.url().endsWith('/detailsForConversation'))
  await page.goto(`${stage.current.origin}/chat/${plain}`)
  await details
  await composer(page).waitFor()
  expect(await page.getByRole('button', { name: /^Model:/ }).count()).toBe(0)
})

test('a choice removed in the meantime is refused with a message, and the question goes to another model', async () => {
  const { app } = stage.current
  const changing = await publishAgent(app, 'Changes', { ...named('quick'), selectableDeployments: choices })
  const { page, watch } = await stage.current.openAs('anna')
  watch.expectError(/409/)
  watch.expectError(/question\.failed/)
  await page.goto(`${stage.current.origin}/chat/${changing}`)
  await page.getByRole('button', { name: 'Model: Quick' }).click()
  await page.getByRole('menuitemradio', { name: 'Thorough' }).click()
  await page.getByRole('button', { name: 'Model: Thorough' }).waitFor()
  const token = await app.token('admin')
  const management = `/api/internal/gptSystems/system/management/${changing}`
  const created = await call<{ configuration: { configStateId: string } }>(
    app,
    `${management}/configurationStates`,
    { token, body: {} },
  )
  const { configStateId } = created.body.configuration
  const state = `/api/internal/gptSystems/configurationStates/${configStateId}`
  await call(app, state, {
    token,
    method: 'PUT',
    body: { selectableDeployments: [] },
    headers: { 'if-match': created.headers.get('etag') ?? '' },
  })
  const published = await call(app, `${management}/publishing`, {
    token,
    method: 'PUT',
    body: { gptSystemConfigurationStateId: configStateId },
  })
  expect(published.status).toBe(200)
  await ask(page, 'What is new?')
  await expectVisible(page.getByText(/no longer offers this model/).first())
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await answered(page)
  expect(asked.at(-1)).toBe('quick')
})

test('the editor names the available models, and its test chat uses them', async () => {
  const { page } = await stage.current.openAs('admin')
  const { app } = stage.current
  const token = await app.token('admin')
  const { body } = await call<{ gptSystem: { gptSystemId: string } }>(
    app,
    '/api/internal/gptSystems/system/management',
    { token, body: { name: 'Edited' } },
  )
  await page.goto(`${stage.current.origin}/admin/gptsystem/${body.gptSystem.gptSystemId}/edit`)
  await page.getByLabel('Model provider').selectOption('OpenAICompatible')
  await page.getByLabel('Deployment', { exact: true }).selectOption('quick')
  await page.getByLabel('Add deployment').selectOption({ label: 'gpt-4o (OpenAICompatible)' })
  await page.getByLabel('Display name of gpt-4o').fill('')
  await page.getByLabel('Display name of gpt-4o').blur()
  await expectVisible(page.getByText('Enter a name for each deployment').first())
  await page.getByLabel('Display name of gpt-4o').fill('Thorough')
  await saveDraft(page)
  await page.getByRole('button', { name: 'Model: quick' }).click()
  await page.getByRole('menuitemradio', { name: 'Thorough' }).click()
  await ask(page, 'What is new?')
  await expect.poll(() => asked.at(-1)).toBe('gpt-4o')
})

test.each(LOOKS)('the model menu is accessible and fits: %s', async (_name, options, before) => {
  const { page } = await stage.current.openAs('anna', options)
  await page.addInitScript(before)
  await page.goto(`${stage.current.origin}/chat/${agent}`)
  await page.locator('.deployment-button').click()
  await page.getByRole('menuitemradio').first().waitFor()
  await expectAccessible(page, 'the menu of models')
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})
