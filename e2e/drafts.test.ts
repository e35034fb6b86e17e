import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ifMatchOfState } from '../server/src/testing/agents.ts'
import { call } from '../server/src/testing/client.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const management = '/api/internal/gptSystems/system/management'

/** Creates a published agent with a second draft, and opens its page. */
async function openDraft(look: readonly [string, object, string] = ['', {}, '']) {
  const { app } = stage.current
  const token = await app.token('admin')
  const gptSystemId = await stage.current.publish('Drafted', { introduction: 'As published.' })
  const { body } = await call<{ configuration: { configStateId: string } }>(
    app,
    `${management}/${gptSystemId}/configurationStates`,
    { token, body: {} },
  )
  const { page, watch } = await stage.current.openAs('admin', look[1])
  if (look[2]) await page.addInitScript(look[2])
  await page.goto(`${stage.current.origin}/admin/gptsystem/${gptSystemId}/edit`)
  const stored = async () =>
    (
      await call<{ configuration: { introduction: string } }>(
        app,
        `/api/internal/gptSystems/configurationStates/${body.configuration.configStateId}`,
        { token },
      )
    ).body.configuration.introduction
  return { page, watch, stored, gptSystemId, stateId: body.configuration.configStateId }
}

test('a draft saves itself when typing pauses, leaves the input unchanged, and shows what it changes', async () => {
  const { page, stored } = await openDraft()
  await expectVisible(page.getByText('No changes since the published version'))
  await field(page, 'Introduction').focus()
  await field(page, 'Introduction').fill('Half a thought ')
  await expect.poll(stored).toBe('Half a thought')
  await expectVisible(page.locator('.draft-state').getByText(/^Saved /))
  // Users who continue typing keep both the space and their position.
  await page.keyboard.type('goes on')
  expect(await field(page, 'Introduction').inputValue()).toBe('Half a thought goes on')
  await expect.poll(stored).toBe('Half a thought goes on')
  await expectVisible(page.getByRole('heading', { name: '1 change since published version 1' }))
  await expectVisible(page.getByText('As published.'))
  await button(page, 'Hide changes').click()
  await expectGone(page.getByText('As published.'))
  await button(page, 'Show changes').click()
  await expectVisible(page.getByText('As published.'))
})

test("leaving immediately doesn't ask: the draft is saved first", async () => {
  const { page, stored, gptSystemId } = await openDraft()
  await field(page, 'Introduction').fill('Typed and gone.')
  await page.getByRole('link', { name: 'Publishing', exact: true }).click()
  await expectPath(page, `/admin/gptsystem/${gptSystemId}/publish`)
  expect(await stored()).toBe('Typed and gone.')
})

test('an invalid field blocks saving, is linked, and is asked about on leaving', async () => {
  const { page, stored } = await openDraft()
  await field(page, 'Name').fill('')
  await field(page, 'Introduction').fill('Waits for a name.')
  await button(page, 'Not saved: correct 1 field').click()
  await expectFocused(field(page, 'Name'))
  await page.getByRole('link', { name: 'Publishing', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  expect(await stored()).toBe('As published.')
  await button(page, 'Publish draft 2').click()
  await expectGone(page.getByRole('dialog'))
  await field(page, 'Name').fill('Named again')
  await expect.poll(stored).toBe('Waits for a name.')
})

test('a failed save is reported, and nothing is lost', async () => {
  const { page, watch, stored } = await openDraft()
  watch.expectError(/50[03]|status of/)
  await page.route('**/configurationStates/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken', requestId: 'r-1' } })
      : route.fallback(),
  )
  await field(page, 'Introduction').fill('Kept here.')
  await expectVisible(page.getByRole('alert').getByRole('button', { name: 'Try again' }))
  await expectVisible(page.locator('.draft-state').getByText('Not saved'))
  await expectVisible(page.getByText('Unsaved changes aren’t tested.'))
  expect(await stored()).toBe('As published.')
  await page.unroute('**/configurationStates/*')
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect.poll(stored).toBe('Kept here.')
  await expectGone(page.getByRole('alert'))
})

test('changes published by someone else in the meantime are asked about, and go into the next draft', async () => {
  const { page, watch, gptSystemId, stateId } = await openDraft()
  watch.expectError(/4(09|12)/)
  await expectVisible(field(page, 'Introduction'))
  const { app } = stage.current
  const token = await app.token('admin')
  const theirs = await call(app, `/api/internal/gptSystems/configurationStates/${stateId}`, {
    token,
    method: 'PUT',
    body: { introduction: 'Theirs' },
    headers: await ifMatchOfState(app, stateId),
  })
  expect(theirs.status).toBe(200)
  const body = { gptSystemConfigurationStateId: stateId }
  await call(app, `${management}/${gptSystemId}/publishing`, { token, method: 'PUT', body })
  await field(page, 'Introduction').fill('Mine')
  const dialog = page.getByRole('dialog')
  await expectVisible(dialog.getByText('Theirs', { exact: true }))
  await dialog.getByRole('radio', { name: /Mine/ }).check()
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await expectVisible(page.getByText('Draft 3').first())
  await expect.poll(() => field(page, 'Introduction').inputValue()).toBe('Mine')
  await expectVisible(page.getByText('Theirs', { exact: true }))
})

test.each(LOOKS)('the footer of a draft is accessible and fits: %s', async (...look) => {
  const { page, stored } = await openDraft(look)
  const introduction = page.locator('[data-field="introduction"] textarea')
  await introduction.fill('Otherwise. '.repeat(30))
  await expect.poll(stored).toContain('Otherwise.')
  await expectVisible(page.locator('.draft-state'))
  await expectAccessible(page, 'a draft')
  expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
})
