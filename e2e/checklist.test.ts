import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noteBackup } from '../server/src/platform/backup/lastBackup.ts'
import { assignRole, createPolicy, createRole, policiesPath, userIdOf } from '../server/src/testing/access.ts'
import { createBrand } from '../server/src/testing/brands.ts'
import { call } from '../server/src/testing/client.ts'
import { changeSettings } from '../server/src/testing/instanceSettings.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectGone, expectPath, expectVisible } from './expectations.ts'
import { find } from './policyScreens.ts'
import { readText } from './screens.ts'
import { useStage } from './stage.ts'

// The embedded database, as in a real installation: the server of the tests isn’t protected against power loss.
const stage = useStage({ databaseUrl: null })
const management = '/api/internal/gptSystems/system/management'
const item = (page: Page, name: string) => page.locator(`[data-item=${name}]`)
const card = (page: Page) => page.getByRole('region', { name: 'Set up this instance' })
const doneItems = (page: Page) => page.locator('.checklist-done')

async function send<T>(path: string, method: 'GET' | 'PUT' | 'DELETE', body?: object): Promise<T> {
  const { app } = stage.current
  const token = await app.token('admin')
  return (await call<T>(app, path, { token, method, ...(body ? { body } : {}) })).body
}

/**
 * Restores the state of a first startup without content: no agent is published, and no policy grants access to
 * one.
 */
async function empty(): Promise<void> {
  const agents = await send<{ items: { gptSystemId: string }[] }>(management, 'GET')
  for (const { gptSystemId } of agents.items)
    await send(`${management}/${gptSystemId}/publishing`, 'PUT', { gptSystemConfigurationStateId: null })
  const policies = await send<{ items: { chatAccessPolicyId: string }[] }>(policiesPath, 'GET')
  for (const { chatAccessPolicyId } of policies.items)
    await send(`${policiesPath}/${chatAccessPolicyId}`, 'DELETE')
}

async function open(options = {}, before = ''): Promise<Page> {
  const { page } = await stage.current.openAs('admin', options)
  await page.addInitScript(before)
  await page.goto(`${stage.current.origin}/admin`)
  await page.locator('.checklist-item').first().waitFor({ state: 'attached' })
  return page
}

const stateOf = (locator: Locator) => locator.getAttribute('data-state')
beforeAll(async () => {
  await empty()
  // Users named in a policy must have signed in before.
  await stage.current.app.token('anna')
})

// These tests build on each other: items start open, are completed, and stay done.
describe('an instance set up step by step', { shuffle: false }, () => {
  describe('the checklist', () => {
    test('opens the dashboard for the first administrator, and each fix available on a page is one step away', async () => {
      const page = await open()
      let counted = 0
      page.on('request', (request) => {
        if (request.url().includes('/analytics/reports/')) counted += 1
      })
      // If there is no agent, the chat leads here.
      await page.goto(`${stage.current.origin}/chat`)
      await page.getByRole('link', { name: 'Set up this instance' }).click()
      await expectPath(page, '/admin')
      await expectVisible(card(page))
      expect(await readText(card(page).locator('.checklist-progress'))).toBe('1 of 6 done')
      // The embedded PostgreSQL needs no setup.
      expect(await stateOf(doneItems(page).locator('[data-item=Durability]'))).toBe('Done')

      await item(page, 'Name').getByRole('link', { name: 'Set name' }).click()
      await expectPath(page, '/admin/instanceSettings')
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Halden Chat')
      await page.getByRole('button', { name: 'Save settings' }).click()
      await expectVisible(page.getByText('saved', { exact: false }).first())
      await page.getByRole('link', { name: 'Dashboard' }).click()
      await expect.poll(() => stateOf(doneItems(page).locator('[data-item=Name]'))).toBe('Done')

      await expectVisible(item(page, 'WhoMayUse').getByText('Publish an agent first'))
      await item(page, 'FirstAgent').getByRole('button', { name: 'Start from a template' }).click()
      const dialog = page.getByRole('dialog', { name: 'New agent from a template' })
      await expect.poll(() => dialog.getByRole('radio').count()).toBe(3)
      await expectVisible(
        dialog.getByText('no one can chat with this agent until a chat access policy includes it'),
      )
      await dialog.getByRole('radio', { name: 'Writer' }).check({ force: true })
      await expectGone(dialog.getByRole('combobox', { name: 'File library' }))
      await dialog.getByRole('radio', { name: 'Document expert' }).check({ force: true })
      const name = dialog.getByRole('textbox', { name: 'Name' })
      await expect.poll(() => name.inputValue()).toBe('Document expert')
      await name.fill(' ')
      await dialog.getByRole('button', { name: 'Create and publish' }).click()
      await expectVisible(dialog.getByText('Enter a name'))
      await name.fill('Guide reader')
      await dialog.getByRole('combobox', { name: 'File library' }).selectOption('Guide')
      // The reports that the dashboard asked for when it opened don't count.
      const countedBefore = counted
      await dialog.getByRole('button', { name: 'Create and publish' }).click()
      await expectVisible(page.getByText('Guide reader published'))
      await expectGone(dialog)
      await expect.poll(() => stateOf(doneItems(page).locator('[data-item=FirstAgent]'))).toBe('Done')
      await expect.poll(() => counted).toBeGreaterThan(countedBefore)
      await doneItems(page).locator('summary').click()
      const another = doneItems(page).getByRole('button', { name: 'Create agent from a template' })
      await another.click()
      await expectVisible(dialog)
      await page.keyboard.press('Escape')
      await expectGone(dialog)

      await expectVisible(item(page, 'WhoMayUse').getByText('No policy grants access to Guide reader'))
      await item(page, 'WhoMayUse').getByRole('link', { name: 'Create policy' }).click()
      await expectPath(page, '/admin/chatAccessPolicy/new')
      await expectVisible(page.locator('.policy-says').getByText('Guide reader'))
      await page.getByRole('textbox', { name: 'Name' }).fill('Readers')
      await find(page, 'Add a person', 'Anna')
      await page.getByRole('button', { name: 'Create policy' }).click()
      await expectPath(page, /\/admin\/chatAccessPolicy\/[0-9a-f-]+\/edit$/)
      await page.getByRole('link', { name: 'Dashboard' }).click()
      await expect.poll(() => stateOf(doneItems(page).locator('[data-item=WhoMayUse]'))).toBe('Done')

      // The result is real: anna can ask the agent, which answers from the chosen library.
      const { page: hers } = await stage.current.openAs('anna')
      await hers.goto(`${stage.current.origin}/chat/agents`)
      await hers.locator('.agent-card').getByText('Guide reader').first().click({ force: true })
      await expectVisible(hers.getByText('I quote the passages that my answers are based on.'))
    })

    test('shows a command, and server-only settings with a way to check again', async () => {
      const page = await open()
      await expectVisible(item(page, 'LastBackup').getByText('npm run backup'))
      await expectVisible(item(page, 'PublicOrigin').getByText(stage.current.origin))
      await noteBackup(stage.current.app.dataDir, { at: new Date().toISOString(), unsound: 0 })
      await card(page).getByRole('button', { name: 'Check again' }).click()
      await expect.poll(() => stateOf(item(page, 'LastBackup'))).toBe('Done')
    })

    test('is hidden in one browser until an item opens again', async () => {
      await noteBackup(stage.current.app.dataDir, { at: new Date().toISOString(), unsound: 0 })
      const page = await open()
      await card(page).getByRole('button', { name: 'Hide' }).click()
      await expectVisible(page.getByText('The setup checklist is hidden.'))
      await page.reload()
      await expectVisible(page.getByText('The setup checklist is hidden.'))
      await noteBackup(stage.current.app.dataDir, { at: '2025-01-01T00:00:00.000Z', unsound: 0 })
      await page.reload()
      await expectVisible(item(page, 'LastBackup').getByText('Warning'))
      await card(page).getByRole('button', { name: 'Hide' }).click()
      await page.getByRole('button', { name: 'Show', exact: true }).click()
      await expectVisible(card(page))
    })

    test("is hidden from users who can't read the settings; users who can't fix an item see the required permission", async () => {
      const { app } = stage.current
      const ben = await userIdOf(app, 'ben')
      const analyst = await createRole(app, ['AnalyticsRead'])
      await assignRole(app, ben, analyst.userRoleId)
      const { page } = await stage.current.openAs('ben')
      await page.goto(`${stage.current.origin}/admin`)
      await page.locator('.figure').first().waitFor()
      await expectGone(page.locator('.checklist-item'))
      const reader = await createRole(app, ['InstanceSettingsRead'])
      await assignRole(app, ben, reader.userRoleId)
      await page.reload()
      await expectVisible(
        item(page, 'Brand').getByText('Requires the permission “Edit brands” (BrandsWrite).'),
      )
      await expectGone(item(page, 'Brand').getByRole('link'))
    })

    test('is one line when everything is done', async () => {
      const { app } = stage.current
      await createBrand(app)
      const gptSystemId = await stage.current.publish('Last step')
      await createPolicy(app, {
        name: 'Last step',
        subjects: [{ kind: 'EveryoneSignedIn' }],
        gptSystems: [gptSystemId],
      })
      await changeSettings(app, { name: 'Halden Chat' })
      await noteBackup(app.dataDir, { at: new Date().toISOString(), unsound: 0 })
      const page = await open()
      const line = page.getByText('Everything is set up.')
      await expectVisible(line)
      expect(await item(page, 'Name').isVisible()).toBe(false)
      await line.click()
      await expectVisible(item(page, 'Name').getByText('The name is Halden Chat.'))
      await expectVisible(item(page, 'ProviderKey').getByRole('link', { name: 'Add API key' }))
    })
  })

  describe('everyone', () => {
    beforeEach(async () => {
      await empty()
      await noteBackup(stage.current.app.dataDir, { at: '2025-01-01T00:00:00.000Z', unsound: 0 })
    })

    test.each(LOOKS)('can set up an instance, %s', async (_, options, before) => {
      const page = await open(options, before)
      await doneItems(page).locator('summary').click()
      await expectAccessible(page, 'the checklist')
      await item(page, 'FirstAgent').getByRole('button').click()
      await expectVisible(page.getByRole('dialog').getByRole('textbox'))
      await expectAccessible(page, 'the templates')
    })
  })
})
