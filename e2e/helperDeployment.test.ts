import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { call } from '../server/src/testing/client.ts'
import { changeSettings, setDeployment } from '../server/src/testing/instanceSettings.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectVisible } from './expectations.ts'
import { answered, ask, composer, readText, saveDraft } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage({ environment: { COMPATIBLE_DEPLOYMENTS: 'large,small' } })
const named = (deploymentName: string) => ({ languageEngine: 'OpenAICompatible', deploymentName })
const at = (path: string) => `${stage.current.origin}${path}`
/** The deployments that titles were written with. */
let titledBy: (string | null)[] = []

beforeAll(async () => {
  const { app } = stage.current
  const price = { inputPerMillion: 3, outputPerMillion: 15 }
  await setDeployment(app, 'large', { purposes: ['Chat'], price })
  await setDeployment(app, 'small', { purposes: [], price: { inputPerMillion: 0.1, outputPerMillion: 0.4 } })
})
beforeEach(() => {
  titledBy = []
  stage.current.engine.play(async (writer) => {
    writer.text('Well.')
    return { usage: { inputTokens: 1000, outputTokens: 100 } }
  })
  stage.current.engine.playHelper(async (_purpose, writer, _signal, request) => {
    titledBy.push(request.deploymentName)
    writer.text('What is new')
    return { usage: { inputTokens: 400, outputTokens: 10 } }
  })
})

// Each test builds on the previous one.
describe('a helper deployment', { shuffle: false }, () => {
  test('is enabled as a helper and chosen for the instance, and then writes titles', async () => {
    const agent = await stage.current.publish('Helped', named('large'))
    const { page } = await stage.current.openAs('admin')
    await page.goto(at('/admin/instanceSettings?tab=deployments'))
    const box = page.getByRole('region', { name: 'small' }).getByLabel('Helper calls')
    // It is checked once the server has stored it.
    await box.click()
    await expect.poll(() => box.isChecked()).toBe(true)
    await page.goto(at('/admin/instanceSettings'))
    const field = page.getByLabel('Helper deployment')
    await expect
      .poll(() => field.locator('option').allTextContents())
      .toEqual(['Same as the agent’s model', 'OpenAI-compatible server: small'])
    await field.selectOption({ label: 'OpenAI-compatible server: small' })
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expectVisible(page.getByText('Settings saved'))
    await page.goto(at(`/chat/${agent}`))
    await composer(page).waitFor()
    await ask(page, 'What is new?')
    await answered(page)
    await expect.poll(() => titledBy).toEqual(['small'])
    await page.reload()
    await composer(page).waitFor()
    await page.keyboard.press('Control+.')
    await expectVisible(page.getByText('small', { exact: true }))
  })

  test('is chosen in the agent editor, with the instance’s as the default', async () => {
    const { app } = stage.current
    const created = await call<{ gptSystem: { gptSystemId: string } }>(
      app,
      '/api/internal/gptSystems/system/management',
      { token: await app.token('admin'), body: { name: 'Edited' } },
    )
    const { page } = await stage.current.openAs('admin')
    await page.goto(at(`/admin/gptsystem/${created.body.gptSystem.gptSystemId}/edit`))
    await page.getByLabel('Model provider').selectOption('OpenAICompatible')
    const field = page.getByLabel('Helper deployment')
    await expect
      .poll(() => field.locator('option').allTextContents())
      .toEqual(['Instance default (small)', 'small'])
    await field.selectOption('small')
    await saveDraft(page)
    await page.reload()
    await expect.poll(() => field.inputValue()).toBe('small')
    await setDeployment(app, 'small', { purposes: [] })
    await page.reload()
    await expectVisible(
      page.getByText('small isn’t available as a helper. Choose a deployment from the list.'),
    )
    await setDeployment(app, 'small', { purposes: ['Helper'] })
    await changeSettings(app, { helperDeployment: named('small') })
  })

  test('has its usage and costs apart on the dashboard, which exports them', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(at('/admin?tab=costs'))
    const usage = page.getByRole('region', { name: 'Model usage' })
    await expect
      .poll(() => readText(usage.locator('.figures')))
      .toMatch(
        /Answers\s+\$0\.0045\s+1,000 input and 100 output tokens\s+Helper calls\s+\$0\.000044\s+400 input and 10/,
      )
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await page.getByRole('menuitem', { name: 'Model usage' }).click()
    expect((await download).suggestedFilename()).toBe('tokens-last-30-days.csv')
    await page.getByLabel('Period').selectOption('LastMonth')
    await expectVisible(usage.getByText('No model calls in this period.'))
  })

  test.each(LOOKS)('and its report fit and are accessible: %s', async (_name, options, before) => {
    const { page } = await stage.current.openAs('admin', options)
    await page.addInitScript(before)
    for (const path of ['/admin?tab=costs', '/admin/instanceSettings']) {
      await page.goto(at(path))
      await page.locator('.report-table, [data-field=helperDeployment]').first().waitFor()
      await expectAccessible(page, path)
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    }
  })
})
