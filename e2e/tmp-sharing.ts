import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { userIdOf } from '../server/src/testing/access.ts'
import { ifMatchOfState } from '../server/src/testing/agents.ts'
import { call } from '../server/src/testing/client.ts'
import { person } from '../server/src/testing/people.ts'
import { ask, composer } from './screens.ts'
import { startStage } from './stage.ts'

const stage = await startStage()
const { app, origin, engine } = stage
engine.play(async (w) => w.text('The next train leaves at nine from platform two.'))
const out = '/tmp/sharing-shots'
await mkdir(out, { recursive: true })
const token = await app.token('admin')
const libraries = (
  await call<{ items: { dataSourceId: string }[] }>(app, '/api/internal/dataSources', { token })
).body.items
const made = (
  await call<{ configuration: { configStateId: string; gptSystemId: string } }>(
    app,
    '/api/internal/configStates',
    { token, body: { gptSystemType: 'User' } },
  )
).body.configuration
const put = (id: string, body: object, m = ifMatchOfState(app, id)) =>
  m.then((headers) => call(app, `/api/internal/configStates/${id}`, { token, method: 'PUT', body, headers }))
await put(made.configStateId, {
  gptSystemName: 'Timetable helper',
  description: 'Knows every train.',
  languageEngine: 'OpenAICompatible',
  deploymentName: 'scripted',
  dataSources: libraries.slice(0, 1).map(({ dataSourceId }) => ({ dataSourceId })),
})
const m = '/api/internal/gptSystems/user/management'
const items = [
  { userId: await userIdOf(app, 'ben'), right: 'Use' },
  { groupId: '5c1b9f02-6a3d-4b77-8d10-0a1f6c2e9d02', right: 'Edit' },
]
await call(app, `${m}/${made.gptSystemId}/shares`, {
  token,
  method: 'PUT',
  body: { items },
  headers: { 'if-match': '"1"' },
})
const leaver = await person(app)
for (const name of ['Claims desk', 'Left behind']) await call(app, m, { token: leaver.token, body: { name } })
await call(app, `/api/internal/users/${leaver.userId}/disabled`, {
  token,
  method: 'PUT',
  body: { disabled: true },
})
const looks: [string, object, string][] = [
  ['1440', { viewport: { width: 1440, height: 900 } }, ''],
  [
    'dark',
    { viewport: { width: 1440, height: 900 } },
    "localStorage.setItem('settings', JSON.stringify({themeMode:'dark'}))",
  ],
  ['390', { viewport: { width: 390, height: 844 }, hasTouch: true }, ''],
  ['ar', { viewport: { width: 1440, height: 900 } }, "localStorage.setItem('i18nextLng','ar')"],
]
const shot = async (page: Page, name: string) => {
  await page.waitForTimeout(700)
  await page.screenshot({ path: `${out}/${name}.png` })
}
for (const [look, options, script] of looks) {
  const { page } = await stage.openAs('admin', options)
  if (script) await page.addInitScript(script)
  await page.goto(`${origin}/chat/agents/configstate/${made.configStateId}/edit`)
  await page.getByRole('button', { name: /^(Share|مشاركة)/ }).waitFor()
  await shot(page, `${look}-editor`)
  await page.getByRole('button', { name: /^(Share|مشاركة)/ }).click()
  await page.getByText('Ben Okafor').waitFor()
  await shot(page, `${look}-share`)
  await page.getByRole('dialog').getByRole('combobox').first().fill('people')
  await page.getByRole('option').first().waitFor()
  await shot(page, `${look}-share-find`)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^(Cancel|إلغاء)$/ }).click()
  await page.getByRole('button', { name: /^(Hand over…|تسليم…)$/ }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('okaf')
  await page.getByRole('option').first().waitFor()
  await shot(page, `${look}-handover-find`)
  await page.getByRole('option').first().click()
  await shot(page, `${look}-handover`)
  await page.goto(`${origin}/admin/user/${leaver.userId}/edit`)
  if (look === '390') await page.getByText('Access', { exact: true }).click()
  await page.getByRole('button', { name: /Left behind/ }).waitFor()
  await shot(page, `${look}-leaver`)
  await page.getByRole('button', { name: /Left behind/ }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('ben')
  await page.getByRole('option').first().waitFor()
  await shot(page, `${look}-leaver-dialog`)
  await page.goto(`${origin}/admin/instanceSettings`)
  await page.locator('[data-field=peopleSearch]').waitFor()
  await page.locator('[data-field=peopleSearch]').scrollIntoViewIfNeeded()
  await shot(page, `${look}-settings`)
}
await call(app, `${m}/fromConfigState/${made.configStateId}`, { token, body: {} })
for (const [look, options, script] of looks) {
  const { page } = await stage.openAs('ben', options)
  if (script) await page.addInitScript(script)
  await page.goto(`${origin}/chat/${made.gptSystemId}`)
  await composer(page).waitFor()
  await ask(page, 'When does the next train leave?')
  await page.locator('.answer[aria-busy=false]').waitFor()
  await shot(page, `${look}-answer`)
}
await stage.close()
