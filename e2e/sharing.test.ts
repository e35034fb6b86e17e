import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { userIdOf } from '../server/src/testing/access.ts'
import { ifMatchOfState } from '../server/src/testing/agents.ts'
import { call } from '../server/src/testing/client.ts'
import { changeSettings } from '../server/src/testing/instanceSettings.ts'
import { person } from '../server/src/testing/people.ts'
import { expectAccessible, isOnPhone, LOOKS } from './accessibility.ts'
import { expectGone, expectPath, expectVisible } from './expectations.ts'
import { askAndRead, askInVain, composer, readText, saveDraft } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const states = '/api/internal/configStates'
const management = '/api/internal/gptSystems/user/management'
const editor = /^\/chat\/agents\/configstate\/[0-9a-f-]{36}\/edit$/

beforeAll(() =>
  changeSettings(stage.current.app, {
    defaultChatDeployment: { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' },
  }),
)

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: RegExp) => page.getByRole('dialog', { name })

interface Created {
  gptSystemId: string
  configStateId: string
  token: string
}

/** Creates a user's draft with a name. */
async function draftOf(token: string, gptSystemName: string, change: object = {}): Promise<Created> {
  const { app } = stage.current
  const { body } = await call<{ configuration: Omit<Created, 'token'> }>(app, states, {
    token,
    body: { gptSystemType: 'User' },
  })
  const { configStateId, gptSystemId } = body.configuration
  const changed = await call(app, `${states}/${configStateId}`, {
    token,
    method: 'PUT',
    body: { gptSystemName, ...change },
    headers: await ifMatchOfState(app, configStateId),
  })
  expect(changed.status).toBe(200)
  return { configStateId, gptSystemId, token }
}

/** Creates a user's published agent. */
async function agentOf(userName: string, name: string, change: object = {}): Promise<Created> {
  const { app } = stage.current
  const created = await draftOf(await app.token(userName), name, change)
  const path = `${management}/fromConfigState/${created.configStateId}`
  expect((await call(app, path, { token: created.token, body: {} })).status).toBe(200)
  return created
}

async function share(
  { gptSystemId, token }: Created,
  userName: string,
  right: 'Use' | 'Edit',
): Promise<void> {
  const { app } = stage.current
  const path = `${management}/${gptSystemId}/shares`
  const { version } = (await call<{ version: number }>(app, path, { token })).body
  const items = [{ userId: await userIdOf(app, userName), right }]
  const headers = { 'if-match': `"${version}"` }
  expect((await call(app, path, { token, method: 'PUT', body: { items }, headers })).status).toBe(200)
}

async function openChat(userName: string, { gptSystemId }: Pick<Created, 'gptSystemId'>) {
  const { page, watch } = await stage.current.openAs(userName)
  await page.goto(`${stage.current.origin}/chat/${gptSystemId}`)
  await expectVisible(composer(page))
  return { page, watch }
}

async function openMenu(page: Page) {
  await page.locator('.chat-bar').getByRole('button', { name: 'More', exact: true }).click()
  await expectVisible(page.getByRole('menu'))
}

async function openSharing(page: Page, name: RegExp) {
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Share', exact: true }).click()
  await expectVisible(dialog(page, name).getByRole('combobox').first())
  return dialog(page, name)
}

describe('a personal agent', () => {
  test("[R-1-006] is shared by name and by keyboard, answers the people it is shared with under its owner's name, and stops when unshared", async () => {
    const { engine, origin } = stage.current
    engine.play(async (writer) => writer.text('The next train leaves at nine.'))
    const created = await agentOf('admin', 'Timetable helper')
    const { page } = await openChat('admin', created)
    const sharing = await openSharing(page, /Share Timetable helper/)
    await expectVisible(sharing.getByText('Only you have access to this agent.'))
    const find = sharing.getByRole('combobox')
    await find.pressSequentially('b')
    await expectVisible(sharing.getByText('Enter at least two letters of a name.'))
    await find.pressSequentially('en')
    await expectVisible(sharing.getByRole('option', { name: /Ben Okafor/ }))
    // People who share no group with the owner aren't found.
    await find.fill('anna')
    await expectVisible(sharing.getByText(/^No one found\./))
    await find.fill('ben')
    await expectVisible(sharing.getByRole('option', { name: /Ben Okafor/ }))
    await find.press('Enter')
    await expectVisible(
      sharing.getByRole('list', { name: 'People and groups with access' }).getByText('Ben Okafor'),
    )
    await expectVisible(
      sharing.getByText(
        'After saving, 1 person besides you can get answers. No libraries are searched for them. New: 1 person.',
      ),
    )
    await button(page, 'Save access').click()
    await expectVisible(page.getByText('Access to Timetable helper saved', { exact: false }))

    const ben = await stage.current.openAs('ben')
    await ben.page.goto(`${origin}/chat/agents`)
    const card = ben.page.getByRole('listitem').filter({ hasText: 'Timetable helper' })
    await expectVisible(card.getByText('Created by Ada Moreau'))
    await card.getByRole('link', { name: 'Timetable helper' }).click()
    await expectVisible(ben.page.locator('.chat-bar').getByText('Created by Ada Moreau'))
    const answer = await askAndRead(ben.page, 'When does it leave?')
    await expect.poll(() => readText(answer)).toContain('The next train leaves at nine.')
    await expect.poll(() => readText(answer)).toContain('Created by Ada Moreau')
    // Only the owner can share it.
    await openMenu(ben.page)
    expect(await ben.page.getByRole('menuitem', { name: 'Share', exact: true }).count()).toBe(0)
    expect(await ben.page.getByRole('menuitem', { name: 'Edit agent' }).count()).toBe(0)
    await ben.page.keyboard.press('Escape')

    const again = await openSharing(page, /Share Timetable helper/)
    await again.getByRole('button', { name: 'Remove Ben Okafor' }).click()
    await button(page, 'Save access').click()
    await expectVisible(page.getByText('Timetable helper no longer shared'))
    ben.watch.expectError(/404|question\.failed/)
    await askInVain(ben.page, 'And the one after?')
  })

  test("unsaved sharing changes aren't discarded by Escape or a click outside without asking", async () => {
    const created = await agentOf('admin', 'Asked before')
    const { page } = await openChat('admin', created)
    const sharing = await openSharing(page, /Share Asked before/)
    await sharing.getByRole('combobox').fill('ben')
    await sharing.getByRole('option', { name: /Ben Okafor/ }).click()
    const listed = sharing
      .getByRole('list', { name: 'People and groups with access' })
      .getByText('Ben Okafor')
    await expectVisible(listed)
    const asked = dialog(page, /Leave without saving\?/)
    await page.keyboard.press('Escape')
    await expectVisible(asked)
    // A second Escape stays, like the button.
    await page.keyboard.press('Escape')
    await expectGone(asked)
    await expectVisible(listed)
    await page.mouse.click(5, 5)
    await expectVisible(asked)
    await expectAccessible(page, 'leaving with unsaved sharing')
    await asked.getByRole('button', { name: 'Stay' }).click()
    await expectGone(asked)
    await expectVisible(listed)
    await page.keyboard.press('Escape')
    await asked.getByRole('button', { name: 'Leave' }).click()
    await expectGone(asked)
    await expectGone(sharing)
    // Nothing was saved, and without changes nothing is asked.
    const again = await openSharing(page, /Share Asked before/)
    await expectVisible(again.getByText('Only you have access to this agent.'))
    await page.keyboard.press('Escape')
    await expectGone(again)
    expect(await asked.count()).toBe(0)
  })

  test('is shared for editing: the other user can edit its draft, but not use what is reserved for its owner', async () => {
    const { origin } = stage.current
    const created = await agentOf('admin', 'Signal book')
    const { page } = await openChat('admin', created)
    const sharing = await openSharing(page, /Share Signal book/)
    await sharing.getByRole('combobox').fill('engin')
    await sharing.getByRole('option', { name: /Engineering/ }).click()
    await sharing.getByRole('combobox', { name: 'Access for Engineering' }).selectOption('Edit')
    await button(page, 'Save access').click()
    await expectVisible(page.getByText('Access to Signal book saved', { exact: false }))

    const ben = await openChat('ben', created)
    await openMenu(ben.page)
    await ben.page.getByRole('menuitem', { name: 'Edit agent' }).click()
    await expectPath(ben.page, editor)
    await expectVisible(ben.page.getByText('Shared with you by Ada Moreau', { exact: false }))
    await ben.page.getByRole('textbox', { name: 'Description', exact: true }).fill('With Ben’s signals.')
    await saveDraft(ben.page)
    for (const name of ['Share', 'Transfer ownership…', 'Delete', 'Publish'])
      expect(await ben.page.getByRole('button', { name }).count()).toBe(0)
    // The owner opens the same draft.
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Edit agent' }).click()
    await expectPath(page, new URL(ben.page.url()).pathname)
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Description', exact: true }).inputValue())
      .toBe('With Ben’s signals.')
    await expectVisible(button(page, 'Publish'))

    const draft = await draftOf(await stage.current.app.token('admin'), 'Not usable yet')
    await share(draft, 'ben', 'Edit')
    await ben.page.goto(`${origin}/chat/agents`)
    await ben.page
      .getByRole('region', { name: 'Drafts shared with you' })
      .getByRole('link', { name: 'Not usable yet' })
      .click()
    await expectPath(ben.page, editor)
  })

  test('is transferred to a person found by search, who gets it immediately, and the previous owner keeps the chosen access', async () => {
    const { origin } = stage.current
    const created = await draftOf(await stage.current.app.token('admin'), 'Depot keeper')
    const { page } = await stage.current.openAs('admin')
    await page.goto(`${origin}/chat/agents/configstate/${created.configStateId}/edit`)
    await button(page, 'Transfer ownership…').click()
    const asked = dialog(page, /Transfer ownership of Depot keeper/)
    await asked.getByRole('combobox').fill('okaf')
    await asked.getByRole('option', { name: /Ben Okafor/ }).click()
    await asked.getByRole('combobox', { name: 'Your access after the transfer' }).selectOption('Edit')
    await asked.getByRole('button', { name: 'Transfer ownership to Ben Okafor' }).click()
    await expectVisible(page.getByText('Ownership of Depot keeper transferred to Ben Okafor'))
    await expectVisible(page.getByText('Shared with you by Ben Okafor', { exact: false }))
    await expectGone(button(page, 'Transfer ownership…'))

    const ben = await stage.current.openAs('ben')
    await ben.page.goto(`${origin}/chat/agents`)
    const drafts = ben.page.getByRole('region', { name: 'Your drafts' })
    await drafts.getByRole('link', { name: 'Depot keeper' }).click()
    await button(ben.page, 'Transfer ownership…').click()
    await dialog(ben.page, /Transfer ownership of Depot keeper/)
      .getByRole('combobox')
      .fill('ada')
    await ben.page.getByRole('option', { name: /Ada Moreau/ }).click()
    await ben.page.getByRole('button', { name: 'Transfer ownership to Ada Moreau' }).click()
    await expectPath(ben.page, '/chat/agents')
    await expectGone(ben.page.getByText('Depot keeper', { exact: true }))
  })
})

describe("a former employee's agents", () => {
  test("are transferred by a user administrator, on the former employee's page", async () => {
    const { app, origin } = stage.current
    const leaver = await person(app)
    await draftOf(leaver.token, 'Left behind')
    const { page } = await stage.current.openAs('admin')
    await page.goto(`${origin}/admin/user/${leaver.userId}/edit`)
    await page.getByRole('switch', { name: 'Can sign in' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Disable/ })
      .click()
    const panel = page.getByRole('region', { name: 'Personal agents' })
    await panel.getByRole('button', { name: 'Transfer ownership of Left behind' }).click()
    const asked = dialog(page, /Transfer ownership of Left behind/)
    await asked.getByRole('combobox').fill('chloe')
    await asked.getByRole('option', { name: /Chloe Haddad/ }).click()
    await asked.getByRole('button', { name: 'Transfer ownership to Chloe Haddad' }).click()
    await expectVisible(page.getByText('Ownership of Left behind transferred to Chloe Haddad'))
    await expectVisible(panel.getByText('This user has no personal agents.'))
    const chloe = await stage.current.openAs('chloe')
    await chloe.page.goto(`${origin}/chat/agents`)
    await expectVisible(chloe.page.getByRole('link', { name: 'Left behind' }))
  })
})

test('who isn’t found gets the link, which tells them to ask for access', async () => {
  const { origin } = stage.current
  const created = await agentOf('admin', 'For nobody found')
  const { page } = await openChat('admin', created)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const sharing = await openSharing(page, /Share For nobody found/)
  await sharing.getByRole('combobox').fill('anna')
  await expectVisible(sharing.getByText(/^No one found\..* ask an administrator to let you find everyone\.$/))
  await page.keyboard.press('Escape')
  await button(page, 'Copy link').click()
  await expectVisible(button(page, 'Link copied'))
  const link = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(link).toBe(`${origin}/chat/${created.gptSystemId}`)
  const anna = await stage.current.openAs('anna')
  anna.watch.expectError(/(status of|answered) 404/)
  await anna.page.goto(link)
  await expectVisible(anna.page.getByText(/If someone sent you its link, ask them for access/))
})

test('everyone appears in people search once an administrator allows it', async () => {
  const { origin } = stage.current
  const created = await agentOf('admin', 'For everybody')
  const { page } = await openChat('admin', created)
  const found = async () => {
    const sharing = await openSharing(page, /Share For everybody/)
    await sharing.getByRole('combobox').fill('anna')
    return sharing
  }
  await expectVisible((await found()).getByText(/^No one found\./))
  onTestFinished(async () => {
    await changeSettings(stage.current.app, { peopleSearch: 'SharedGroups' })
  })
  const settings = await stage.current.openAs('admin')
  await settings.page.goto(`${origin}/admin/instanceSettings`)
  await settings.page.getByLabel('People search for sharing').selectOption('All')
  await button(settings.page, 'Save settings').click()
  await expectVisible(settings.page.getByRole('status').getByText(/saved/i).first())
  await page.reload()
  await expectVisible(composer(page))
  await expectVisible((await found()).getByRole('option', { name: /Anna Lindqvist/ }))
})

test.each(LOOKS)('%s, sharing and transferring can be used by everyone', async (name, options, script) => {
  const { app, origin } = stage.current
  const created = await draftOf(await app.token('admin'), `Looked at ${name}`)
  await share(created, 'ben', 'Use')
  const { page } = await stage.current.openAs('admin', options)
  if (script) await page.addInitScript(script)
  await page.goto(`${origin}/chat/agents/configstate/${created.configStateId}/edit`)
  await page.getByRole('button', { name: /^(Share|مشاركة)/ }).click()
  const sharing = page.getByRole('dialog')
  await expectVisible(sharing.getByText('Ben Okafor'))
  await sharing.getByRole('combobox').first().fill('engin')
  await expectVisible(sharing.getByRole('option', { name: /Engineering/ }))
  await expectAccessible(page, `sharing, ${name}`)
  await sharing.getByRole('option', { name: /Engineering/ }).click()
  await expectAccessible(page, `sharing with a group, ${name}`)
  await page.getByRole('button', { name: /^(Cancel|إلغاء)$/ }).click()
  await page.getByRole('button', { name: /^(Transfer ownership…|نقل الملكية…)$/ }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('okafor')
  await page.getByRole('option', { name: /Ben Okafor/ }).click()
  await expectAccessible(page, `ownership transfer, ${name}`)
  // Long names are truncated, and nothing overflows the dialog.
  expect(await page.getByRole('dialog').evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)

  const leaver = await person(app)
  await draftOf(leaver.token, 'Of a leaver')
  const admin = await app.token('admin')
  await call(app, `/api/internal/users/${leaver.userId}/disabled`, {
    token: admin,
    method: 'PUT',
    body: { disabled: true },
  })
  await page.goto(`${origin}/admin/user/${leaver.userId}/edit`)
  if (isOnPhone(name)) await page.getByText(/^(Access|الوصول)$/).click()
  await page.getByRole('button', { name: /Of a leaver/ }).click()
  await expectVisible(page.getByRole('dialog').getByRole('combobox'))
  await expectAccessible(page, `ownership transfer from a disabled user, ${name}`)
})
