import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { assignRole, createRole, userIdOf } from '../server/src/testing/access.ts'
import { call, ifMatch } from '../server/src/testing/client.ts'
import { expectAccessible, LIGHT_ENGLISH, LOOKS } from './accessibility.ts'
import { chooseRowAction, expectRowGone, rowOf } from './brandScreens.ts'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import { readText, saveDraft } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const list = '/admin/gptsystem'
const wider = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')

async function open(
  path: string,
  [, options, script]: readonly [string, object, string] = ['', {}, ''],
  error?: RegExp,
) {
  const { page, watch } = await stage.current.openAs('admin', options)
  if (error) watch.expectError(error)
  if (script) await page.addInitScript(script)
  await page.goto(`${stage.current.origin}${path}`)
  return page
}

async function introductionOf(gptSystemId: string): Promise<string> {
  const { app } = stage.current
  const token = await app.token('anna')
  const path = `/api/internal/gptSystems/${gptSystemId}/detailsForConversation`
  return (await call<{ introduction: string }>(app, path, { token })).body.introduction
}

describe('the list of agents', () => {
  test('[R-2-042] [R-2-153] /admin/gptsystem lists the agents, reached from Manage Agents', async () => {
    await stage.current.publish('Listed agent')
    const page = await open('/admin')
    await page
      .getByRole('navigation', { name: 'Management' })
      .getByRole('link', { name: 'Agents', exact: true })
      .click()
    await expectPath(page, list)
    await expectVisible(rowOf(page, 'Listed agent').getByText('Published'))
    await page.getByRole('searchbox').fill('listed')
    await expectRowGone(page, 'Product guide')
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Not published')
    await expectRowGone(page, 'Listed agent')
    await page.getByRole('searchbox').fill('')
    await page.getByRole('combobox', { name: 'Status' }).selectOption('All statuses')
    await expectVisible(rowOf(page, 'Product guide'))
    await expectAccessible(page, 'the list of agents')
  })

  test('an agent is deleted after confirmation, and can be restored', async () => {
    await stage.current.publish('Removed agent')
    const page = await open(list)
    await chooseRowAction(page, 'Removed agent', 'Delete')
    await button(page, 'Delete Removed agent').click()
    await expectVisible(page.getByText('Removed agent deleted'))
    await expectRowGone(page, 'Removed agent')
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Recently deleted')
    await expectVisible(page.getByRole('row', { name: /Removed agent.*Can be restored until / }))
    await expectAccessible(page, 'the list of deleted agents')
    await button(page, 'Actions for Removed agent').click()
    await page.getByRole('menuitem', { name: 'Restore' }).click()
    await expectVisible(page.getByText('Removed agent restored'))
    await expectGone(page.getByRole('row', { name: /Removed agent/ }))
    await page.getByRole('combobox', { name: 'Status' }).selectOption('All statuses')
    await expectVisible(rowOf(page, 'Removed agent').getByText('Published'))
  })
})

describe('an agent', () => {
  test('[R-1-014] [R-2-043] [R-2-044] is created from a template, changed as a draft, and published with a note', async () => {
    const page = await open(`${list}/new`)
    await expectVisible(page.getByRole('heading', { level: 1, name: 'New agent' }))
    await expectAccessible(page, 'a new agent')
    await page.getByText('Writer', { exact: true }).click()
    await field(page, 'Name').fill('House writer')
    // An unfocused window keeps its toasts. One that appears later doesn't know that the window isn't focused.
    await page.evaluate('window.lookingAway = setInterval(() => dispatchEvent(new Event("blur")), 100)')
    await button(page, 'Create draft').click()
    await expectVisible(page.getByText('Draft 1').first())
    const edgesOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect())
    const created = page.locator('.toast').filter({ hasText: 'House writer' })
    await expectVisible(button(page, 'Publish draft 1'))
    const bar = await edgesOf(page.locator('.save-area'))
    // Toasts move up with the bar when it grows.
    await expect.poll(async () => (await edgesOf(created)).bottom).toBeLessThanOrEqual(bar.top)
    await page.evaluate('clearInterval(window.lookingAway); dispatchEvent(new Event("focus"))')
    const [, gptSystemId = ''] = /gptsystem\/([^/]+)\/edit/.exec(page.url()) ?? []
    await expect.poll(() => field(page, 'Introduction').inputValue()).toContain('Paste a text')
    await field(page, 'Introduction').fill('I write for the house.')
    await button(page, 'Add question').click()
    await field(page, 'Starter question 4').fill('What do you write?')
    await field(page, 'Name').fill(' ')
    await page.keyboard.press('Control+s')
    await expectVisible(page.getByText('Name is required'))
    await field(page, 'Name').fill('House writer')
    await saveDraft(page)
    await expectVisible(page.getByText('Not published yet'))
    await button(page, 'Publish draft 1').click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Note' }).fill('The first one')
    // A key meant for something else discards nothing.
    await page.keyboard.press('Escape')
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
    await asked.getByRole('button', { name: 'Stay' }).click()
    await expectGone(asked)
    expect(await page.getByRole('dialog').getByRole('textbox', { name: 'Note' }).inputValue()).toBe(
      'The first one',
    )
    await expectAccessible(page, 'the publish dialog')
    await page.getByRole('dialog').getByRole('button', { name: 'Publish draft 1' }).click()
    await expectVisible(page.getByText('House writer published'))
    await expectVisible(page.getByText('Published version 1'))
    expect(await introductionOf(gptSystemId)).toBe('I write for the house.')
  })

  test('[R-2-047] a published version is restored, and unpublished', async () => {
    const gptSystemId = await stage.current.publish('Twice published')
    const before = await introductionOf(gptSystemId)
    const page = await open(`${list}/${gptSystemId}/edit`)
    await button(page, 'Edit').click()
    await expectVisible(page.getByText('Draft 2').first())
    await field(page, 'Introduction').fill('The second one')
    await saveDraft(page)
    await button(page, 'Publish draft 2').click()
    await expectVisible(page.getByRole('dialog').getByText('1 change since the published version'))
    await page.getByRole('dialog').getByRole('button', { name: 'Publish draft 2' }).click()
    await expectVisible(page.getByText('Published version 2'))
    expect(await introductionOf(gptSystemId)).toBe('The second one')

    await page.getByRole('link', { name: 'Publishing', exact: true }).click()
    await expectPath(page, `${list}/${gptSystemId}/publish`)
    await expectVisible(page.getByText('Version 2 is published.'))
    await expectVisible(button(page, 'Check access'))
    await expectAccessible(page, 'an agent’s publishing page')
    await button(page, 'Restore this version').click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('It was better')
    await page.getByRole('dialog').getByRole('button', { name: 'Restore this version' }).click()
    await expectVisible(page.getByText('Version 1 is published.', { exact: true }))
    await expectVisible(page.getByText('It was better'))
    expect(await introductionOf(gptSystemId)).toBe(before)

    await button(page, 'Unpublish').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
    await expectVisible(page.getByText('No version is published, so no one can chat with this agent.'))
    expect(await introductionOf(gptSystemId)).toBeUndefined()
    // An unpublished agent can still be edited.
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await expectVisible(page.getByText('Version 2', { exact: true }))
    await button(page, 'Edit').click()
    await expectVisible(page.getByText('Draft 3').first())
  })

  test("[R-2-045] [R-2-046] /edit/true opens the editor with the dialog that adds a library; another word doesn't", async () => {
    const gptSystemId = await stage.current.publish('Linked agent')
    const { app } = stage.current
    const token = await app.token('admin')
    await call(app, `/api/internal/gptSystems/system/management/${gptSystemId}/configurationStates`, {
      token,
      body: {},
    })
    const page = await open(`${list}/${gptSystemId}/edit/true`)
    const dialog = page.getByRole('dialog', { name: 'Link library' })
    await expectVisible(dialog)
    await expectFocused(dialog.getByRole('combobox'))
    await dialog.getByRole('combobox').fill('guide')
    await dialog.getByRole('option').first().click()
    await expectVisible(page.getByText(/^(?!No ).* linked$/))
    await expectPath(page, `${list}/${gptSystemId}/edit`)
    const libraries = page.getByRole('list', { name: 'File libraries' })
    await expect.poll(() => libraries.getByRole('listitem').count()).toBe(1)
    await libraries.getByRole('combobox').selectOption('10 passages')
    await libraries.getByRole('button', { name: /^Unlink/ }).click()
    await expectVisible(page.getByText('No libraries linked'))
    await page.goto(`${stage.current.origin}${list}/${gptSystemId}/edit/other`)
    await expectVisible(page.getByText('Draft 2').first())
    await expectGone(dialog)
  })

  test('of two users who edit a draft, the second chooses field by field; no input is lost', async () => {
    const { app } = stage.current
    const token = await app.token('admin')
    const created = await call<{
      gptSystem: { gptSystemId: string }
      configuration: { configStateId: string }
    }>(app, '/api/internal/gptSystems/system/management', { token, body: { name: 'Contested agent' } })
    const page = await open(`${list}/${created.body.gptSystem.gptSystemId}/edit`, LIGHT_ENGLISH, /412/)
    await expectVisible(field(page, 'Introduction'))
    await call(
      app,
      `/api/internal/gptSystems/configurationStates/${created.body.configuration.configStateId}`,
      {
        token,
        method: 'PUT',
        body: { introduction: 'Theirs', systemPrompt: 'Be kind.' },
        headers: ifMatch(),
      },
    )
    await field(page, 'Introduction').fill('Mine')
    const dialog = page.getByRole('dialog')
    await expectVisible(dialog.getByText('Theirs', { exact: true }))
    await expectVisible(dialog.getByText('Be kind.'))
    await expectAccessible(page, 'an edit conflict of an agent')
    await dialog.getByRole('button', { name: /^Save/ }).click()
    await expect.poll(() => field(page, 'System prompt').inputValue()).toBe('Be kind.')
    await expect.poll(() => field(page, 'Introduction').inputValue()).toBe('Mine')
  })

  test('input in a draft that is published in the meantime goes into the next draft', async () => {
    const { app } = stage.current
    const token = await app.token('admin')
    const management = '/api/internal/gptSystems/system/management'
    const created = await call<{
      gptSystem: { gptSystemId: string }
      configuration: { configStateId: string }
    }>(app, management, { token, body: { name: 'Published meanwhile' } })
    const { gptSystemId } = created.body.gptSystem
    const page = await open(`${list}/${gptSystemId}/edit`, LIGHT_ENGLISH, /409/)
    await expectVisible(field(page, 'Introduction'))
    const body = { gptSystemConfigurationStateId: created.body.configuration.configStateId }
    await call(app, `${management}/${gptSystemId}/publishing`, { token, method: 'PUT', body })
    await field(page, 'Introduction').fill('Typed before')
    await expectVisible(page.getByText('Draft 2').first())
    await expect.poll(() => field(page, 'Introduction').inputValue()).toBe('Typed before')
    expect(await introductionOf(gptSystemId)).toBe('')
  })

  test("that doesn't exist is reported as such", async () => {
    const page = await open(`${list}/00000000-0000-4000-8000-000000000000/edit`, LIGHT_ENGLISH, /404/)
    await expectVisible(page.getByText('This agent doesn’t exist, or you don’t have access to it.'))
    await expectAccessible(page, 'an agent that doesn’t exist')
  })

  test.each(LOOKS)('its screens are accessible and fit: %s', async (...look) => {
    const gptSystemId = await stage.current.publish(`Seen ${look[0]}`)
    const page = await open(list, look)
    for (const path of [
      list,
      `${list}/new`,
      `${list}/${gptSystemId}/edit`,
      `${list}/${gptSystemId}/publish`,
    ]) {
      await page.goto(`${stage.current.origin}${path}`)
      await expectVisible(page.locator('main h1'))
      await expect.poll(async () => (await readText(page.locator('main'))).length).toBeGreaterThan(40)
      await expectAccessible(page, path)
      expect(await wider(page)).toBe(false)
    }
  })
})

describe('publishing without permission to read', () => {
  test('the page names the required permission, and shows that the agent exists', async () => {
    const { app, openAs, origin, publish } = stage.current
    const gptSystemId = await publish('Not to be read')
    const role = await createRole(app, ['GptSystemsPublish'], 'Publishes alone')
    await assignRole(app, await userIdOf(app, 'ben'), role.userRoleId)
    const { page, watch } = await openAs('ben')
    watch.expectError(/403|404/)
    await page.goto(`${origin}${list}/${gptSystemId}/publish`)
    await expectVisible(
      page.getByText(
        /^To publish or approve an agent, you also need permission .*“Read agent configurations” \(GptSystemConfigurationsRead\) or “Edit agents” \(GptSystemsWrite\)\./,
      ),
    )
    await expectAccessible(page, 'publishing without permission to read')
    await page.goto(`${origin}${list}/${crypto.randomUUID()}/publish`)
    await expectVisible(page.getByText('This agent doesn’t exist, or you don’t have access to it.'))
  })
})
