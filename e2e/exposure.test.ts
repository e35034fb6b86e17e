import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLibrary, settled, upload } from '../server/src/features/knowledge/testing/library.ts'
import { createPolicy, policiesPath, userIdOf } from '../server/src/testing/access.ts'
import { call } from '../server/src/testing/client.ts'
import { expectAccessible } from './accessibility.ts'
import { expectVisible } from './expectations.ts'
import { composer } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const management = '/api/internal/gptSystems/system/management'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const told = (page: Page) => page.locator('.exposure').getByRole('status')
let dataSourceId: string

// People get agents by what these tests write, and by nothing else.
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

/** A draft that answers from the library; nothing of it is published. */
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

describe('publishing', () => {
  test('asks who may use the agent, says what that comes to, and holds at once', async () => {
    const gptSystemId = await draft('Contract analyst')
    const page = await open(`/admin/gptsystem/${gptSystemId}/edit`)
    await button(page, 'Publish 1').click()
    const dialog = page.getByRole('dialog')
    await expectVisible(dialog.getByRole('radiogroup', { name: 'Who may use it?' }))
    // The administrator alone manages every agent.
    await expect
      .poll(() => told(page).innerText())
      .toBe('After saving, 1 person can get answers from 1 library (2 files). New: 1 person.')
    await dialog.getByRole('button', { name: 'Publish 1' }).click()
    await expectVisible(dialog.getByText('Say who may use it', { exact: true }))
    await dialog.getByText('People and groups', { exact: true }).click()
    await expectVisible(dialog.getByText('Choose at least one person or group'))
    await choosePerson(page, 'anna')
    await expect
      .poll(() => told(page).innerText())
      .toBe('After saving, 2 people can get answers from 1 library (2 files). New: 2 people.')
    await dialog.getByText('Names and libraries').click()
    await expectVisible(dialog.getByRole('region', { name: 'New' }).getByText('Anna Lindqvist'))
    await expectVisible(dialog.getByRole('region', { name: 'Libraries' }).getByText('Agreements'))
    await expectAccessible(page, 'who may use what is published')
    await dialog.getByRole('button', { name: 'Publish 1' }).click()
    await expectVisible(page.getByText('Contract analyst is published.'))
    await expect.poll(() => statusFor('anna', gptSystemId), { timeout: 5_000 }).toBe(200)
    expect(await statusFor('ben', gptSystemId)).toBe(404)
    const anna = (await stage.current.openAs('anna')).page
    await anna.goto(`${stage.current.origin}/chat/${gptSystemId}`)
    await expectVisible(composer(anna))
  })

  test('who may use it is changed without publishing anything', async () => {
    const gptSystemId = await stage.current.publish('Opened later')
    const page = await open(`/admin/gptsystem/${gptSystemId}/publish`)
    const section = page.getByRole('region', { name: 'Who may use it?' })
    await expectVisible(section.getByText(/No other policy names it/))
    await section.getByText('Everyone signed in', { exact: true }).click()
    await expect.poll(() => told(page).innerText()).toContain('Also everybody who signs in')
    await expectAccessible(page, 'who may use a published agent')
    await button(page, 'Save who may use it').click()
    await expectVisible(page.getByText('Who may use Opened later is saved.'))
    await expect.poll(() => statusFor('ben', gptSystemId), { timeout: 5_000 }).toBe(200)
    await section.getByText('By other policies', { exact: true }).click()
    await expect.poll(() => told(page).innerText()).toContain('No longer: ')
    await button(page, 'Save who may use it').click()
    await expect.poll(() => statusFor('ben', gptSystemId), { timeout: 5_000 }).toBe(404)
  })
})

test('a policy says before it is saved who gets answers by it', async () => {
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
    .toBe('After saving, 3 people can get answers. No library is searched for them. New: 1 person.')
  await page.getByText('Names and libraries').click()
  await expectVisible(page.getByRole('region', { name: 'New' }).getByText('Anna Lindqvist'))
  await expectAccessible(page, 'a policy before it is saved')
  await page.getByRole('switch', { name: 'Switched on' }).click()
  await expect.poll(() => told(page).innerText()).toContain('No longer: 1 person.')
  expect(await statusFor('anna', gptSystemId)).toBe(404)
  await page.getByRole('switch', { name: 'Switched on' }).click()
  await button(page, 'Save policy').click()
  await expectVisible(page.getByText(/ is saved$/))
  await expect.poll(() => statusFor('anna', gptSystemId), { timeout: 5_000 }).toBe(200)
})
