import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLibrary, settled, upload } from '../server/src/features/knowledge/testing/library.ts'
import { createPolicy, policiesPath, userIdOf } from '../server/src/testing/access.ts'
import { call, ifMatch } from '../server/src/testing/client.ts'
import { expectAccessible } from './accessibility.ts'
import { chooseRowAction, expectRowGone } from './brandScreens.ts'
import { expectGone, expectVisible } from './expectations.ts'
import { composer } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const management = '/api/internal/gptSystems/system/management'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const told = (page: Page) => page.locator('.exposure').getByRole('status')
let dataSourceId: string

// People have access only to the agents that these tests grant.
beforeAll(async () => {
  const { app } = stage.current
  const token = await app.token('admin')
  const { body } = await call<{ items: { chatAccessPolicyId: string }[] }>(app, policiesPath, { token })
  for (const { chatAccessPolicyId } of body.items)
    await call(app, `${policiesPath}/${chatAccessPolicyId}`, { token, method: 'DELETE', body: {} })
  await Promise.all(['anna', 'ben'].map((name) => userIdOf(app, name)))
  dataSourceId = await createLibrary(app, 'Agreements')
  for (const name of ['one.txt', 'two.txt']) await upload(app, dataSourceId, name, `The agreement ${name}.`)
  await settled(app, dataSourceId)
})

async function open(path: string): Promise<Page> {
  const { page } = await stage.current.openAs('admin')
  await page.goto(`${stage.current.origin}${path}`)
  return page
}

async function openInvalid(path: string, error: RegExp): Promise<Page> {
  const { page, watch } = await stage.current.openAs('admin')
  watch.expectError(error)
  await page.goto(`${stage.current.origin}${path}`)
  return page
}

/** Creates an unpublished draft that answers from the library. */
async function draft(name: string): Promise<string> {
  const { app } = stage.current
  const token = await app.token('admin')
  const { body } = await call<{ gptSystem: { gptSystemId: string } }>(app, management, {
    token,
    body: { name },
  })
  const { gptSystemId } = body.gptSystem
  await call(app, `${management}/${gptSystemId}/ragDataSources`, { token, body: { dataSourceId } })
  return gptSystemId
}

async function statusFor(userName: string, gptSystemId: string): Promise<number> {
  const { app } = stage.current
  const path = `/api/internal/gptSystems/${gptSystemId}/detailsForConversation`
  return (await call(app, path, { token: await app.token(userName) })).status
}

async function choosePerson(page: Page, name: string) {
  await page.getByRole('combobox', { name: 'Add a person' }).fill(name)
  await page.getByRole('option', { name: new RegExp(name, 'i') }).click()
}

interface Published {
  access: { own: { chatAccessPolicyId: string; version: number } | null }
}

/** Sets who can use an agent, simulating another administrator. */
async function giveTo(gptSystemId: string, ...userNames: string[]): Promise<Published> {
  const { app } = stage.current
  const subjects = await Promise.all(
    userNames.map(async (name) => ({ kind: 'User', id: await userIdOf(app, name) })),
  )
  const { body, status } = await call<Published>(app, `${management}/${gptSystemId}/publishing`, {
    token: await app.token('admin'),
    method: 'PUT',
    body: { whoMayUse: { subjects } },
  })
  expect(status).toBe(200)
  return body
}

describe('access changed by two administrators at once', () => {
  test('on the publishing page: the other change is included and shown next to mine, and saving again keeps both', async () => {
    const gptSystemId = await stage.current.publish('Changed by two')
    await giveTo(gptSystemId, 'anna')
    const page = await openInvalid(`/admin/gptsystem/${gptSystemId}/publish`, /412/)
    const section = page.getByRole('region', { name: 'Who can use this agent?' })
    await expectVisible(section.getByText('Anna Lindqvist'))
    await choosePerson(page, 'ben')
    // Anna is removed and Ada is added.
    await giveTo(gptSystemId, 'admin')
    await button(page, 'Save access').click()
    const conflict = section.getByRole('alert')
    await expectVisible(conflict.getByText(/^Access was changed elsewhere while you were editing/))
    await expectVisible(conflict.getByText('Saved version: Ada Moreau'))
    await expectVisible(conflict.getByText('Your version: Anna Lindqvist, Ben Okafor'))
    const chosen = section.getByRole('listitem')
    await expect.poll(() => chosen.allInnerTexts()).toHaveLength(2)
    await expectVisible(chosen.filter({ hasText: 'Ben Okafor' }))
    await expectVisible(chosen.filter({ hasText: 'Ada Moreau' }))
    // The previous count is faded during a recount.
    await expect.poll(() => page.locator('.exposure').getAttribute('aria-busy')).toBe('false')
    await expectAccessible(page, 'an edit conflict on agent access')
    expect(await statusFor('ben', gptSystemId)).toBe(404)
    await button(page, 'Save access').click()
    await expectVisible(page.getByText('Access to Changed by two saved'))
    await expectGone(conflict)
    await expect.poll(() => statusFor('ben', gptSystemId), { timeout: 5_000 }).toBe(200)
    expect(await statusFor('anna', gptSystemId)).toBe(404)
  })

  test('while publishing: nothing is overwritten, the note stays, and the saved version can be kept', async () => {
    const gptSystemId = await draft('Published by two')
    const page = await openInvalid(`/admin/gptsystem/${gptSystemId}/edit`, /412/)
    await button(page, 'Publish draft 1').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Everyone who is signed in', { exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Kept while two publish')
    await giveTo(gptSystemId, 'anna')
    await dialog.getByRole('button', { name: 'Publish draft 1' }).click()
    await expectVisible(dialog.getByText('Saved version: Anna Lindqvist'))
    await expectVisible(dialog.getByText('Your version: Everyone who is signed in'))
    expect(await dialog.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Kept while two publish')
    expect(await statusFor('anna', gptSystemId)).toBe(404)
    await button(page, 'Keep the saved version').click()
    await expectGone(dialog.getByRole('alert'))
    await expectVisible(dialog.getByRole('listitem').filter({ hasText: 'Anna Lindqvist' }))
    await dialog.getByRole('button', { name: 'Publish draft 1' }).click()
    await expectVisible(page.getByText('Published by two published'))
    await expect.poll(() => statusFor('anna', gptSystemId), { timeout: 5_000 }).toBe(200)
    expect(await statusFor('ben', gptSystemId)).toBe(404)
  })

  test('other conditions of the policy are shown with a link, and stay when access is saved', async () => {
    const { app } = stage.current
    const gptSystemId = await stage.current.publish('Until the end')
    const { chatAccessPolicyId = '', version } = (await giveTo(gptSystemId, 'anna')).access.own ?? {}
    const token = await app.token('admin')
    const path = `${policiesPath}/${chatAccessPolicyId}`
    const kept = { brandKey: 'default', validFrom: null, validTo: '2999-06-15T12:00:00.000Z' }
    const anna = await userIdOf(app, 'anna')
    const subjects = [{ kind: 'User', id: anna }]
    const changed = await call(app, path, {
      token,
      method: 'PUT',
      body: { name: 'Kept besides', subjects, gptSystems: [gptSystemId], ...kept },
      headers: ifMatch(version),
    })
    expect(changed.status).toBe(200)
    const page = await open(`/admin/gptsystem/${gptSystemId}/publish`)
    const section = page.getByRole('region', { name: 'Who can use this agent?' })
    const line = section.getByText(/^These conditions of its policy stay in place/)
    await expect
      .poll(() => line.innerText())
      .toMatch(/only while the agent’s brand is .+, until Jun 15, 2999/)
    const way = line.getByRole('link', { name: 'Kept besides' })
    expect(await way.getAttribute('href')).toBe(`/admin/chatAccessPolicy/${chatAccessPolicyId}/edit`)
    await choosePerson(page, 'ben')
    await button(page, 'Save access').click()
    await expectVisible(page.getByText('Access to Until the end saved'))
    expect((await call<object>(app, path, { token })).body).toMatchObject(kept)
  })
})

describe('before access is removed', () => {
  test('an agent: people losing access are shown before it is unpublished or deleted', async () => {
    const gptSystemId = await stage.current.publish('Taken away')
    await giveTo(gptSystemId, 'anna')
    const page = await open(`/admin/gptsystem/${gptSystemId}/publish`)
    await button(page, 'Unpublish').click()
    const sentence = 'After this, no one can get answers. Losing access: 2 people.'
    await expect.poll(() => told(page).innerText()).toBe(sentence)
    await page.getByText('Names and libraries').click()
    await expectVisible(page.getByRole('region', { name: 'Losing access' }).getByText('Anna Lindqvist'))
    await expectAccessible(page, 'the dialog before unpublishing')
    expect(await statusFor('anna', gptSystemId)).toBe(200)
    await button(page, 'Cancel').click()
    await expectGone(page.getByRole('dialog'))
    await page.goto(`${stage.current.origin}/admin/gptsystem`)
    await chooseRowAction(page, 'Taken away', 'Delete')
    await expect.poll(() => told(page).innerText()).toBe(sentence)
    await button(page, 'Delete Taken away').click()
    await expectRowGone(page, 'Taken away')
    expect(await statusFor('anna', gptSystemId)).toBe(404)
  })

  test('a policy: people losing access are shown before it is turned off or deleted', async () => {
    const { app } = stage.current
    const gptSystemId = await stage.current.publish('By one policy')
    const subjects = [{ kind: 'User', id: await userIdOf(app, 'anna') }]
    await createPolicy(app, { name: 'The only one', subjects, gptSystems: [gptSystemId] })
    const page = await open('/admin/chatAccessPolicy')
    const toggle = page.getByRole('switch', { name: 'Turn The only one on or off' })
    await toggle.click()
    const sentence =
      'After this, 1 person can get answers. No libraries are searched for them. Losing access: 1 person.'
    await expect.poll(() => told(page).innerText()).toBe(sentence)
    await page.getByText('Names and libraries').click()
    await expectVisible(page.getByRole('region', { name: 'Losing access' }).getByText('Anna Lindqvist'))
    await expectAccessible(page, 'the dialog before turning off a policy')
    await button(page, 'Cancel').click()
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('true')
    expect(await statusFor('anna', gptSystemId)).toBe(200)
    await chooseRowAction(page, 'The only one', 'Delete')
    await expect.poll(() => told(page).innerText()).toBe(sentence)
    await button(page, 'Delete The only one').click()
    await expectRowGone(page, 'The only one')
    await expect.poll(() => statusFor('anna', gptSystemId), { timeout: 5_000 }).toBe(404)
  })
})

describe('publishing', () => {
  test('asks who can use the agent, shows the effect, and applies immediately', async () => {
    const gptSystemId = await draft('Contract analyst')
    const page = await open(`/admin/gptsystem/${gptSystemId}/edit`)
    await button(page, 'Publish draft 1').click()
    const dialog = page.getByRole('dialog')
    await expectVisible(dialog.getByRole('radiogroup', { name: 'Who can use this agent?' }))
    // Only the administrator manages every agent.
    await expect
      .poll(() => told(page).innerText())
      .toBe('After saving, 1 person can get answers from 1 library (2 files). New: 1 person.')
    await dialog.getByRole('button', { name: 'Publish draft 1' }).click()
    await expectVisible(dialog.getByText('Choose who can use this agent', { exact: true }))
    await dialog.getByText('People and groups', { exact: true }).click()
    await expectVisible(dialog.getByText('Choose at least one person or group'))
    await choosePerson(page, 'anna')
    await expect
      .poll(() => told(page).innerText())
      .toBe('After saving, 2 people can get answers from 1 library (2 files). New: 2 people.')
    await dialog.getByText('Names and libraries').click()
    await expectVisible(dialog.getByRole('region', { name: 'New' }).getByText('Anna Lindqvist'))
    await expectVisible(dialog.getByRole('region', { name: 'Libraries' }).getByText('Agreements'))
    await expectAccessible(page, 'agent access while publishing')
    await dialog.getByRole('button', { name: 'Publish draft 1' }).click()
    await expectVisible(page.getByText('Contract analyst published'))
    await expect.poll(() => statusFor('anna', gptSystemId), { timeout: 5_000 }).toBe(200)
    expect(await statusFor('ben', gptSystemId)).toBe(404)
    const anna = (await stage.current.openAs('anna')).page
    await anna.goto(`${stage.current.origin}/chat/${gptSystemId}`)
    await expectVisible(composer(anna))
  })

  test('access is changed without publishing anything', async () => {
    const gptSystemId = await stage.current.publish('Opened later')
    const page = await open(`/admin/gptsystem/${gptSystemId}/publish`)
    const section = page.getByRole('region', { name: 'Who can use this agent?' })
    await expectVisible(section.getByText(/No other policy covers this agent/))
    await section.getByText('Everyone who is signed in', { exact: true }).click()
    await expect.poll(() => told(page).innerText()).toContain('This includes everyone who signs in')
    await expectAccessible(page, 'access to a published agent')
    await button(page, 'Save access').click()
    await expectVisible(page.getByText('Access to Opened later saved'))
    await expect.poll(() => statusFor('ben', gptSystemId), { timeout: 5_000 }).toBe(200)
    await section.getByText('Only people covered by other policies', { exact: true }).click()
    await expect.poll(() => told(page).innerText()).toContain('Losing access: ')
    await button(page, 'Save access').click()
    await expect.poll(() => statusFor('ben', gptSystemId), { timeout: 5_000 }).toBe(404)
  })
})

test('a policy shows who gets answers before it is saved', async () => {
  const gptSystemId = await stage.current.publish('Of a policy')
  const { app } = stage.current
  const ben = await userIdOf(app, 'ben')
  const { body } = await createPolicy(app, {
    subjects: [{ kind: 'User', id: ben }],
    gptSystems: [gptSystemId],
  })
  const page = await open(`/admin/chatAccessPolicy/${body.chatAccessPolicyId}/edit`)
  await choosePerson(page, 'anna')
  await expect
    .poll(() => told(page).innerText())
    .toBe('After saving, 3 people can get answers. No libraries are searched for them. New: 1 person.')
  await page.getByText('Names and libraries').click()
  await expectVisible(page.getByRole('region', { name: 'New' }).getByText('Anna Lindqvist'))
  await expectAccessible(page, 'an unsaved policy')
  await page.getByRole('switch', { name: 'Enabled' }).click()
  await expect.poll(() => told(page).innerText()).toContain('Losing access: 1 person.')
  expect(await statusFor('anna', gptSystemId)).toBe(404)
  await page.getByRole('switch', { name: 'Enabled' }).click()
  await button(page, 'Save policy').click()
  await expectVisible(page.getByText(/ saved$/))
  await expect.poll(() => statusFor('anna', gptSystemId), { timeout: 5_000 }).toBe(200)
})
