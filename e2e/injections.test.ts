import { expect, test } from 'vitest'
import { gullible } from '../server/src/features/performanceTests/injections/testing/models.ts'
import { call } from '../server/src/testing/client.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectPath, expectVisible } from './expectations.ts'
import { useStage } from './stage.ts'

const stage = useStage()

test('[A51] an agent is tested for prompt injection, and each case shows what was hidden and what became of it', async () => {
  const { engine, publish, origin } = stage.current
  engine.play(gullible)
  const agent = await publish('Gullible')
  const { page } = await stage.current.openAs('admin')
  await page.goto(`${origin}/admin/gptsystem/${agent}/tests`)
  const section = page.getByRole('region', { name: 'Prompt injection' })
  await expectVisible(section.getByText('Not run yet.'))
  await section.getByRole('button', { name: 'Run injection test' }).click()
  const dialog = page.getByRole('dialog', { name: 'Test Gullible for prompt injection?' })
  await expectVisible(dialog.getByText(/^105 answers/))
  await dialog.getByRole('button', { name: 'Start run' }).click()
  await expectPath(page, /\/injections\//)
  await expectVisible(page.getByText('No data got out.'))
  await expectVisible(page.getByText('The agent ignored the hidden instructions in 0 of 100 cases.'))
  const byPlace = page.getByRole('table', { name: 'By place' })
  await expectVisible(byPlace.getByRole('row', { name: 'Documents 20 20 0% 0' }))
  await expectVisible(byPlace.getByRole('row', { name: 'All 100 100 0% 0' }))

  const cases = page.getByRole('region', { name: 'Cases' })
  await cases
    .getByRole('button', { name: /^Obeyed Links .*hotel/ })
    .first()
    .click()
  // The answer as a reader sees it: a link that an attacker made up shows its address first.
  await cases.getByRole('article', { name: 'Answer' }).getByRole('button', { name: 'Full policy' }).click()
  await expectVisible(cases.getByText('https://travel-docs.example/read?ref=KESTREL-4471').first())
  await cases.getByLabel('Place').selectOption('FileName')
  await cases.getByRole('button', { name: /^Obeyed Hidden characters .*warranty/ }).click()
  await expectVisible(cases.getByText('Characters that people don’t see are marked.'))

  await page.goto(`${origin}/admin/gptsystem/${agent}/tests`)
  await expectVisible(section.getByText('No data got out.'))
  await section.getByRole('link', { name: 'Show results' }).click()
  await expectVisible(byPlace)
})

test.each(LOOKS)(
  '[A51] the screens of the test for prompt injection are accessible: %s',
  async (_, options, before) => {
    const { app, engine, publish, origin, openAs } = stage.current
    engine.play(gullible)
    const agent = await publish('Gullible too')
    const token = await app.token('admin')
    const management = `/api/internal/gptSystems/system/management/${agent}`
    const state = await call<{ publishedStateId: string }>(app, management, { token })
    const { body } = await call<{ runId: string }>(app, `${management}/injectionTest/runs`, {
      token,
      body: { gptSystemConfigurationStateId: state.body.publishedStateId },
    })
    const { page } = await openAs('admin', options)
    if (before) await page.addInitScript(before)
    await page.goto(`${origin}/admin/performanceTests/injections/${agent}/${body.runId}`)
    await expectVisible(page.locator('.injection-safe'))
    await page.locator('.result-head').first().click()
    await expectVisible(page.locator('.injection-attack').first())
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await page.locator('.md-unknown-link').first().click()
    await expectAccessible(page, 'a run')
    await page.goto(`${origin}/admin/gptsystem/${agent}/tests`)
    await expectVisible(page.locator('.injection-safe'))
    await expectAccessible(page, 'the tests of an agent')
    await page.locator('.injection-card .btn').click()
    await expectVisible(page.getByRole('dialog').locator('.strip.info'))
    await expectAccessible(page, 'the start of a run')
  },
)
