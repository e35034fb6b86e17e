import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { call } from '../server/src/testing/client.ts'
import { setCompliance } from '../server/src/testing/compliance.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectGone, expectVisible } from './expectations.ts'
import { find } from './policyScreens.ts'
import { askAndRead, conversationIdOf } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const holds = '/api/internal/legalHolds'

afterEach(async () => {
  const { app } = stage.current
  const token = await app.token('admin')
  await setCompliance(app, {
    mode: 'Off',
    retentionDays: null,
    deletedRetentionDays: 30,
    redactsForProviders: false,
  })
  const { body } = await call<{ items: { legalHoldId: string }[] }>(app, holds, { token })
  for (const { legalHoldId } of body.items)
    await call(app, `${holds}/${legalHoldId}`, { token, method: 'DELETE' })
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const item = (page: Page, name: string) => page.locator(`.evidence-list > [data-item=${name}]`)

/** Printed are only the evidence, the instance, and when it was checked, black on white. */
async function expectPrinted(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expectVisible(page.getByRole('heading', { name: 'Compliance evidence' }))
  await expectVisible(page.getByText(`Parlance, ${stage.current.origin}, version`))
  for (const name of ['Review and save', 'Check again', 'Print'])
    expect(await button(page, name).isVisible(), name).toBe(false)
  for (const role of ['navigation', 'tablist'] as const)
    expect(await page.getByRole(role).first().isVisible(), role).toBe(false)
  const colors = await page.evaluate<string[]>(
    `[...new Set([...document.querySelectorAll('.evidence-list :is(svg, .chip)')].map((one) => getComputedStyle(one).color))]`,
  )
  expect(colors).toEqual(['rgb(0, 0, 0)'])
  await page.emulateMedia({ media: null, colorScheme: null })
}

async function openTab(page: Page, tab: string): Promise<void> {
  await page.goto(`${stage.current.origin}/admin/instanceSettings?tab=${tab}`)
  await page.getByRole('tab', { selected: true }).waitFor()
}

describe('the compliance mode', () => {
  test('[R-1-027] says what it deletes before it is saved, and shows evidence afterward', async () => {
    const { current } = stage
    const agent = await current.publish('Timetable desk')
    const { page: hers } = await current.openAs('anna')
    await hers.goto(`${current.origin}/chat/${agent}`)
    await askAndRead(hers, 'An old question?')
    await hers.goto('about:blank')
    await sql`update conversation set last_activity_at = now() - interval '400 days'`.execute(
      current.app.platform.database.db,
    )
    const { page } = await current.openAs('admin')
    await openTab(page, 'compliance')
    await page.getByRole('radio', { name: 'Standard' }).check({ force: true })
    const days = page.getByLabel('Delete conversations without activity after (days)')
    expect(await days.inputValue()).toBe('365')
    await days.fill('0')
    await button(page, 'Review and save').click()
    await expectVisible(page.getByText('Enter a number between 1 and 3,650'))
    await days.fill('365')
    await page.getByRole('tab', { name: 'Legal holds' }).click()
    await expectVisible(button(page, 'Set a legal hold'))
    await page.getByRole('tab', { name: 'Compliance' }).click()
    expect(await days.inputValue()).toBe('365')
    await button(page, 'Review and save').click()
    const dialog = page.getByRole('dialog', { name: 'What these settings do' })
    await expectVisible(dialog.getByText(/^This will delete 1 conversation because of its age\./))
    await expectAccessible(page, 'the preview of compliance settings')
    await button(page, 'Save and delete').click()
    await expectGone(dialog)
    await expectVisible(page.getByText('Compliance settings saved'))
    await expect
      .poll(async () => {
        // A conversation waits until its answer has ended, which can take a moment.
        await current.app.platform.jobs.send('conversations.removeForgotten', {})
        await button(page, 'Check again').click()
        return item(page, 'retention').innerText()
      })
      .toContain('1 conversation was deleted because of its age')
    expect(await item(page, 'retention').getAttribute('data-state')).toBe('Fulfilled')
    await expectPrinted(page)
    const saved = page.waitForEvent('download')
    await button(page, 'Save as signed JSON').click()
    expect((await saved).suggestedFilename()).toMatch(/^compliance-evidence-\d{4}-\d\d-\d\d\.json$/)
    await hers.goto(`${current.origin}/chat`)
    await expectGone(hers.getByText('An old question?'))
  })

  test('Strict shows links to other sites as text', async () => {
    const { current } = stage
    const agent = await current.publish('Link desk')
    current.engine.play(async (writer) =>
      writer.text('See [the timetable](https://rail.example/times) and https://rail.example/fares.'),
    )
    const { page } = await current.openAs('anna')
    await page.goto(`${current.origin}/chat/${agent}`)
    await askAndRead(page, 'What is on https://rail.example/times?')
    await expectVisible(page.getByRole('link', { name: 'the timetable' }))
    // The answer made this one up, so it shows where it leads before it opens.
    await page.getByRole('button', { name: 'https://rail.example/fares' }).click()
    await expectVisible(page.getByRole('link', { name: 'Open rail.example' }))
    await setCompliance(current.app, { mode: 'Strict', retentionDays: 365 })
    await page.reload()
    await expectVisible(page.getByText('the timetable (https://rail.example/times)'))
    expect(await page.locator('.md a[href^="https://rail.example"]').count()).toBe(0)
  })
})

describe('a legal hold', () => {
  test('keeps someone’s conversation, and is released', async () => {
    const { current } = stage
    const agent = await current.publish('Contract desk')
    const { page: hers } = await current.openAs('anna')
    await hers.goto(`${current.origin}/chat/${agent}`)
    await askAndRead(hers, 'May this be deleted?')
    const { page } = await current.openAs('admin')
    await openTab(page, 'legalHolds')
    await expectVisible(page.getByText('No legal holds in force.'))
    await button(page, 'Set a legal hold').click()
    const dialog = page.getByRole('dialog', { name: 'Set a legal hold' })
    await button(page, 'Set legal hold').click()
    await expectVisible(dialog.getByText('Choose whom or what the hold applies to'))
    await expectVisible(dialog.getByText('Enter a reason of 10 to 500 characters'))
    await find(dialog, 'Find a person', 'Anna')
    await dialog.getByLabel('Reason').fill('Regional court, file 4 O 17/26')
    await expectAccessible(page, 'the dialog of a legal hold')
    await button(page, 'Set legal hold').click()
    await expectGone(dialog)
    await expectVisible(page.getByText('Regional court, file 4 O 17/26'))

    const deleted = await call<{ code: string }>(
      current.app,
      `/api/internal/userConversations/${conversationIdOf(hers)}`,
      { token: await current.app.token('anna'), method: 'DELETE' },
    )
    expect(deleted.body.code).toBe('legalHold.held')

    await page.getByRole('button', { name: /^Release the legal hold on/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Release the legal hold on/ })
      .click()
    await expectVisible(page.getByText('No legal holds in force.'))
    await page.getByRole('radio', { name: 'Released' }).check({ force: true })
    await expectVisible(page.getByText(/^Released on/))
  })
})

describe('everyone', () => {
  test.each(LOOKS)('can read both tabs, %s', async (_, options, before) => {
    const { current } = stage
    const { page } = await current.openAs('admin', options)
    if (before) await page.addInitScript(before)
    for (const tab of ['compliance', 'legalHolds']) {
      await openTab(page, tab)
      if (tab === 'compliance') await item(page, 'redaction').waitFor()
      await expectAccessible(page, tab)
      expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/${tab}-${_}.png`, fullPage: true })
    }
  })
})
