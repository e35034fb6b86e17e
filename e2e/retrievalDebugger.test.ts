import { beforeAll, describe, expect, test } from 'vitest'
import { createLibrary, settled, upload } from '../server/src/features/knowledge/testing/library.ts'
import { publishAgent } from '../server/src/testing/agents.ts'
import { call } from '../server/src/testing/client.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectVisible } from './expectations.ts'
import { useStage } from './stage.ts'

const stage = useStage({ environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' } })
const files: Record<string, string> = {
  'vela.txt': 'The lighthouse of Vela stands 41 metres tall.',
  'ora.txt': 'The lighthouse of Ora stands 12 metres tall.',
  'ships.txt': 'Ships moor at the quay until nine.',
}
let library: string
let agent: string

beforeAll(async () => {
  const { app } = stage.current
  library = await createLibrary(app, 'Towers')
  for (const [name, text] of Object.entries(files)) await upload(app, library, name, text)
  await settled(app, library)
  agent = await publishAgent(
    app,
    'Towers',
    { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' },
    [library],
  )
  const token = await app.token('admin')
  const body = { gptSystemId: agent, name: 'Heights' }
  await call(app, '/api/internal/performanceTests', { token, body })
})

describe('the retrieval debugger', { shuffle: false }, () => {
  test.each(LOOKS)('shows the steps of a search in a library: %s', async (_name, options, script) => {
    const { page } = await stage.current.openAs('admin', options)
    if (script) await page.addInitScript(script)
    await page.goto(`${stage.current.origin}/admin/datasource/debugger?dataSourceId=${library}`)
    await expectVisible(page.locator('.chosen-item'))
    await page.locator('[data-field=question] input').fill('How tall is the lighthouse of Vela?')
    await page.locator('.debugger-form [type=submit]').click()
    await expectVisible(page.locator('.debugger-stages tbody tr').first())
    await page.locator('.debugger-passage').first().click()
    await expectVisible(page.locator('.debugger-chosen'))
    await expectAccessible(page, 'the steps of a search')
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
  })

  test('a passage that an agent misses is explained and becomes a case', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(`${stage.current.origin}/admin/gptsystem/${agent}/debugger`)
    await page.getByLabel('Question', { exact: true }).fill('How tall is the lighthouse of Vela?')
    await expect.poll(() => page.locator('[data-field=stateId] select').inputValue()).not.toBe('')
    await page.locator('.debugger-form [type=submit]').click()
    await expectVisible(page.locator('.debugger-prompt li', { hasText: 'vela.txt' }))
    await page.getByRole('combobox', { name: 'Find a file' }).click()
    await page.getByRole('option', { name: 'ships.txt' }).click()
    await page.locator('.debugger-passages').getByRole('button').first().click()
    await expectVisible(page.getByText('Terms not in the passage:'))
    await page.getByRole('button', { name: 'This passage should have been found' }).click()
    await page.getByRole('combobox', { name: 'Find a performance test' }).click()
    await page.getByRole('option', { name: 'Heights' }).click()
    await page.getByRole('button', { name: 'Add case' }).click()
    await expectVisible(page.getByText('Case added to Heights'))
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})
