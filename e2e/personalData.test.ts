import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../server/src/features/conversations/testing/asking.ts'
import { unzip } from '../server/src/features/personalData/testing/zip.ts'
import { userIdOf } from '../server/src/testing/access.ts'
import { call } from '../server/src/testing/client.ts'
import { changeSettings } from '../server/src/testing/instanceSettings.ts'
import { person } from '../server/src/testing/people.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectGone, expectPath, expectVisible } from './expectations.ts'
import { roleFor } from './roleScreens.ts'
import { text } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const reason = 'Access request 4711 by letter.'
let gptSystemId = ''

beforeAll(async () => {
  const { app, engine, publish } = stage.current
  gptSystemId = await publish('Ask about birds')
  engine.play(text('They are at the **lake**.'))
  await ask(app, await app.token('anna'), { gptSystemId }, 'Where are the herons?')
  await roleFor(stage.current, 'ben', ['UserConversationsRead'])
})

const at = (path: string) => stage.current.origin + path
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const panelOf = (page: Page) => page.getByRole('region', { name: 'Personal data' })
const dataOf = async (userName: string) =>
  call<{ items: { state: string; dataExportId: string }[] }>(
    stage.current.app,
    '/api/internal/currentUser/dataExports',
    { token: await stage.current.app.token(userName) },
  )

/** Downloads what a button offers, and returns its files. */
async function filesFrom(page: Page, name: RegExp) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).first().click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^personal-data-.+\.zip$/)
  return unzip(await readFile(await download.path()))
}

/** Creates someone with agents, as a colleague who leaves. */
async function leaver(name: string, agents: readonly string[]) {
  const { app } = stage.current
  const someone = await person(app)
  await sql`update app_user set name = ${name} where id = ${someone.userId}`.execute(app.platform.database.db)
  for (const agent of agents)
    await call(app, '/api/internal/gptSystems/user/management', {
      token: someone.token,
      body: { name: agent },
    })
  return { ...someone, userName: `p-${someone.userId.slice(-12)}` }
}

describe('personal data', { shuffle: false }, () => {
  test('a person asks for it, is notified, and downloads an archive with their question', async () => {
    const { page } = await stage.current.openAs('anna')
    await page.goto(at('/admin/user/account'))
    await button(page, 'Export my data').click()
    await expectVisible(page.getByText('Export started. You get a notification when it’s ready.'))
    await expectVisible(panelOf(page).getByText('Ready', { exact: true }))
    await expectAccessible(page, 'the account page with an export')
    await page.goto(at('/chat'))
    await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
    await page.getByRole('link', { name: /The export of your personal data is ready/ }).click()
    await expectPath(page, '/admin/user/account')
    const files = await filesFrom(page, /^Download the export of/)
    const pages = [...files].filter(([name]) => name.startsWith('conversations/'))
    expect(pages.map(([, bytes]) => bytes.toString()).join()).toContain('Where are the herons?')
    expect(files.get('index.html')?.toString()).toContain('Anna Lindqvist')
  })

  test('the archive’s pages open in a browser, run nothing, and are accessible', async () => {
    const { body } = await dataOf('anna')
    const { app } = stage.current
    const answer = await fetch(
      `${app.origin}/api/internal/currentUser/dataExports/${body.items[0]?.dataExportId}/file`,
      { headers: { authorization: `Bearer ${await app.token('anna')}` } },
    )
    const files = await unzip(Buffer.from(await answer.arrayBuffer()))
    const { page } = await stage.current.openAs('anna')
    await page.goto(at('/chat'))
    const frame = await page.context().newPage()
    await frame.setContent(files.get('index.html')?.toString() ?? '')
    await expectVisible(frame.getByRole('heading', { level: 1, name: 'Personal data: Anna Lindqvist' }))
    await expectVisible(frame.getByRole('link', { name: 'Conversations', exact: true }))
    expect(await frame.evaluate<number>('document.scripts.length')).toBe(0)
    await frame.close()
  })

  test('an administrator exports it with a reason, which the person sees', async () => {
    const annaId = await userIdOf(stage.current.app, 'anna')
    const { page } = await stage.current.openAs('admin')
    await page.goto(at(`/admin/user/${annaId}/edit`))
    await button(page, 'Export data…').click()
    const dialog = page.getByRole('dialog', { name: 'Export the data of Anna Lindqvist?' })
    await expectVisible(dialog.getByText('Anna Lindqvist is notified, sees your name and the reason'))
    await button(page, 'Start export').click()
    await expectVisible(dialog.getByText('Enter a reason of at least 10 characters'))
    await expectAccessible(page, 'the dialog that exports a user’s data')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
    await button(page, 'Start export').click()
    await expectVisible(panelOf(page).getByText('Ready', { exact: true }))
    const files = await filesFrom(page, /^Download the export of/)
    expect(files.get('index.html')?.toString()).toContain(reason)
    const anna = await stage.current.openAs('anna')
    await anna.page.goto(at('/admin/user/account#personalData'))
    await expectVisible(panelOf(anna.page).getByText(reason))
    await expectVisible(panelOf(anna.page).getByText(/^Downloaded by/))
  })

  test('a third person approves the download if the instance says so', async () => {
    await changeSettings(stage.current.app, { readsNeedApproval: true })
    const someone = await leaver('Dora Larsen', [])
    const { page } = await stage.current.openAs('admin')
    await page.goto(at(`/admin/user/${someone.userId}/edit`))
    await button(page, 'Export data…').click()
    await page.getByRole('textbox', { name: 'Reason' }).fill(reason)
    await button(page, 'Start export').click()
    await expectVisible(panelOf(page).getByText('Waiting for approval'))
    const second = await stage.current.openAs('ben')
    await second.page.goto(at('/chat'))
    await second.page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
    await second.page.getByRole('link', { name: /asks for your approval to download/ }).click()
    await expectPath(second.page, `/admin/user/dataExports/${someone.userId}`)
    await second.page.getByRole('button', { name: /^Approve that/ }).click()
    await expectVisible(second.page.getByText('Download approved'))
    await expectAccessible(second.page, 'the exports of a user')
    await page.reload()
    await expectVisible(page.getByRole('button', { name: /^Download the export of/ }))
    await changeSettings(stage.current.app, { readsNeedApproval: false })
  })

  test('a leaver is erased after the transfer of the agents, with a statement', async () => {
    const someone = await leaver('Erik Hansen', ['Minutes', 'Travel'])
    const { page } = await stage.current.openAs('admin')
    await page.goto(at(`/admin/user/${someone.userId}/edit`))
    await button(page, 'Erase…').click()
    await expectVisible(page.getByText('Erik Hansen owns 2 personal agents.'))
    await expectAccessible(page, 'the dialog that erases a user')
    await button(page, 'Transfer agents…').click()
    await button(page, 'Disable Erik Hansen').click()
    await expectVisible(page.getByRole('checkbox', { name: /^Minutes/ }))
    await page.getByRole('combobox', { name: 'Find the new owner by name' }).fill('anna')
    await page.getByRole('option', { name: /Anna Lindqvist/ }).click()
    await expectAccessible(page, 'the dialog that transfers agents')
    await button(page, 'Transfer 2 agents').click()
    await expectVisible(page.getByText('2 agents transferred to Anna Lindqvist'))
    await button(page, 'Erase…').click()
    const dialog = page.getByRole('dialog', { name: 'Erase Erik Hansen?' })
    await expectVisible(dialog.getByText('What remains, and why'))
    await expectGone(dialog.getByText(/owns .* personal agent/))
    await button(page, 'Erase Erik Hansen').click()
    await expectVisible(dialog.getByText(`Enter ${someone.userName}`, { exact: true }))
    await dialog.getByRole('textbox', { name: 'Username' }).fill(someone.userName)
    await button(page, 'Erase Erik Hansen').click()
    await expectPath(page, /^\/admin\/user\/erasures\/[\w-]+$/)
    await expectVisible(page.getByText('The erasure is complete.'))
    await expectVisible(page.getByRole('table', { name: 'Deleted' }).getByText('Sessions'))
    expect(await page.locator('main').innerText()).not.toContain('Erik')
    await expectAccessible(page, 'the statement')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download as HTML').click(),
    ])
    const statement = await readFile(await download.path(), 'utf8')
    expect(statement).toContain('Backups made before the erasure')
    expect(statement).not.toContain('Erik')
    await page.goto(at('/admin/user/erasures'))
    await expectVisible(page.getByRole('list', { name: 'Statements of erasure' }))
  })

  test('people delete their own account where the instance allows it', async () => {
    const { page, watch } = await stage.current.openAs('chloe')
    await page.goto(at('/admin/user/account'))
    await expectVisible(button(page, 'Export my data'))
    await expectGone(button(page, 'Delete my account…'))
    await changeSettings(stage.current.app, { selfErasureAllowed: true })
    await page.reload()
    await button(page, 'Delete my account…').click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Username' }).fill('chloe')
    await expectAccessible(page, 'the dialog that deletes one’s account')
    // The session ends at once, which the next page learns from its first calls.
    watch.expectError(/(status of|answered) 401/)
    await button(page, 'Delete my account').click()
    await page.waitForURL(/login|directory/)
    await changeSettings(stage.current.app, { selfErasureAllowed: false })
  })

  test.each(LOOKS)('is accessible and fits: %s', async (name, options, before) => {
    const someone = await leaver('Frida Olsen', ['Minutes'])
    const { page } = await stage.current.openAs('admin', options)
    await page.addInitScript(before)
    const expectToFit = async (what: string) => {
      await expectAccessible(page, `${what}, ${name}`)
      expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    }
    await page.goto(at('/admin/user/account#personalData'))
    await expectVisible(page.locator('.own-data'))
    await expectToFit('the account')
    await page.goto(at(`/admin/user/${someone.userId}/edit`))
    await page.locator('.edit-fields, .own-data').first().waitFor()
    await expectToFit('the page of a user')
    await page.goto(at('/admin/user/erasures'))
    await page.locator('.statement-list a').first().click()
    await expectVisible(page.locator('.statement-table'))
    await expectToFit('a statement')
  })
})
