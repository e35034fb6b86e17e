import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { call } from '../server/src/testing/client.ts'
import { startEmbeddingProvider } from '../server/src/testing/embeddingProvider.ts'
import { changeSettings, setDeployment } from '../server/src/testing/instanceSettings.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectVisible } from './expectations.ts'
import { useStage } from './stage.ts'

const provider = await startEmbeddingProvider()
afterAll(() => provider.close())
const stage = useStage({
  environment: {
    EGRESS_ALLOW: '127.0.0.1',
    COMPATIBLE_BASE_URL: provider.baseUrl,
    COMPATIBLE_DEPLOYMENTS: 'meanings',
  },
})
const deployment = { languageEngine: 'OpenAICompatible', deploymentName: 'meanings' }
/** Waits until the server has reached a state. */
const expectState = (reached: string) =>
  expect
    .poll(async () => {
      const { app } = stage.current
      const path = '/api/internal/instanceSettings/vectorIndex'
      return (await call<{ state: string }>(app, path, { token: await app.token('admin') })).body.state
    })
    .toBe(reached)
const state = (page: Page) => page.locator('.vector-state')

test('[R-3-120] an administrator sees what embeddings cost, saves, and follows the progress', async () => {
  await setDeployment(stage.current.app, 'meanings', {
    purposes: ['Embedding'],
    price: { inputPerMillion: 0.02, outputPerMillion: 0 },
  })
  const { page } = await stage.current.openAs('admin')
  await page.goto(`${stage.current.origin}/admin/instanceSettings`)
  const field = page.getByLabel('Embedding deployment')
  await expect
    .poll(() => field.locator('option').allTextContents())
    .toEqual(['None: search by words only', 'OpenAI-compatible server: meanings'])
  await field.selectOption({ label: 'OpenAI-compatible server: meanings' })
  await expect
    .poll(() => state(page).textContent())
    .toMatch(/^Embedding [\d,]+ passages takes about [\d,]+ tokens and costs about \$0\.\d+\.$/)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expectVisible(page.getByText('All passages have embeddings.'))
  await field.selectOption('')
  await expectVisible(page.getByText('After saving, the embeddings of all passages are deleted.'))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`${stage.current.origin}/admin/datasource`)
  await page.getByRole('link', { name: 'Guide', exact: true }).click()
  await page.getByRole('button', { name: 'Index again' }).click()
  await expect
    .poll(() => page.getByRole('dialog').textContent())
    .toMatch(/Embedding its [\d,]+ passages takes about [\d,]+ tokens and costs about \$0\.\d+\./)
})

test.each(LOOKS)(
  '%s, the setting fits and is accessible while the provider fails',
  async (_name, options, script) => {
    provider.status = 401
    await changeSettings(stage.current.app, { embeddingDeployment: null })
    await expectState('Off')
    // Until the embeddings are given up, choosing the deployment again would just continue with them.
    await expect
      .poll(async () => {
        const { db } = stage.current.app.platform.database
        return (await sql`select from vector_space where state <> 'Outdated'`.execute(db)).rows
      })
      .toEqual([])
    await changeSettings(stage.current.app, { embeddingDeployment: deployment })
    await expectState('Waiting')
    const { page } = await stage.current.openAs('admin', options)
    await page.addInitScript(script)
    await page.goto(`${stage.current.origin}/admin/instanceSettings`)
    await expect.poll(() => state(page).textContent()).toMatch(/key|المفتاح/)
    await expectAccessible(page, '/admin/instanceSettings')
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  },
)
