import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  administrator,
  exportSecret,
  linesIn,
  linesOf,
} from '../server/src/features/supervisionExports/testing/exports.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../server/src/testing/webhookReceiver.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectGone, expectVisible } from './expectations.ts'
import { useStage } from './stage.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'parlance-export-'))
const stage = useStage({ environment: { EGRESS_ALLOW: '127.0.0.1', SUPERVISION_EXPORT_DIR: folder } })
const { toFile, toWebhook, removeAll } = administrator(() => stage.current.app)
let receiver: WebhookReceiver

beforeEach(async () => {
  receiver = await startWebhookReceiver()
})
afterEach(async () => {
  await removeAll()
  await receiver.close()
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name))
})
afterAll(() => rmSync(folder, { recursive: true }))

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

async function openExports(page: Page): Promise<void> {
  await page.goto(`${stage.current.origin}/admin/instanceSettings?tab=supervision`)
  await page.getByRole('tab', { selected: true }).waitFor()
}

describe('the export for supervision', () => {
  test('to files: an administrator adds it, sees how far it is, and deletes it', async () => {
    const { page } = await stage.current.openAs('admin')
    await openExports(page)
    await expectVisible(page.getByText('No exports yet.'))
    await button(page, 'Add export').click()
    const dialog = page.getByRole('dialog', { name: 'Add an export' })
    await dialog.getByLabel('Name', { exact: true }).fill('Archive')
    await dialog.getByText('Files', { exact: true }).click()
    await dialog.getByLabel('File name').fill('Archive/1')
    await button(page, 'Save export').click()
    await expectVisible(dialog.getByText(/lowercase letters, digits, and hyphens between them$/))
    await dialog.getByLabel('File name').fill('archive')
    await button(page, 'Save export').click()
    await expectGone(dialog)
    const card = page.getByRole('region', { name: 'Archive' })
    await expectVisible(card.getByText('Up to date'))
    await expectVisible(card.getByText(/^Exported up to position \d+\.$/))
    expect(linesIn(folder, 'archive-audit-log-')[0]?.position).toBe(1)
    await button(page, 'Delete Archive').click()
    await page
      .getByRole('dialog', { name: 'Delete Archive?' })
      .getByRole('button', { name: 'Delete Archive' })
      .click()
    await expectGone(card)
    // Exported files are the operator's.
    expect(readdirSync(folder)).toHaveLength(1)
  })

  test('to a webhook: an error is shown in plain words, and it goes on after Try again', async () => {
    receiver.answerWith((response) => void response.writeHead(401).end())
    const { page } = await stage.current.openAs('admin')
    await openExports(page)
    await button(page, 'Add export').click()
    const dialog = page.getByRole('dialog', { name: 'Add an export' })
    await dialog.getByLabel('Name', { exact: true }).fill('SIEM')
    await dialog.getByLabel('URL').fill(receiver.url)
    await dialog.getByLabel('Secret', { exact: true }).fill(exportSecret)
    await dialog.getByRole('switch', { name: 'Conversation metadata' }).click()
    await button(page, 'Save export').click()
    await expectGone(dialog)
    const card = page.getByRole('region', { name: 'SIEM' })
    await expectVisible(card.getByText('Paused'))
    await expectVisible(card.getByText(/^The receiver answered with status 401\. Check the receiver/))
    await expectVisible(card.getByText(/entries wait\. The oldest is from/))
    await expectVisible(card.getByText(/only exported in the compliance mode Strict/))
    receiver.received.length = 0
    receiver.answerWith((response) => void response.writeHead(204).end())
    await button(page, 'Try again: SIEM').click()
    await expectVisible(card.getByText('Up to date'))
    const positions = receiver.received.flatMap(({ body }) => linesOf(body)).map(({ position }) => position)
    expect(positions).toEqual(positions.map((_, at) => at + 1))
  })

  test('is sent again from a position', async () => {
    await toWebhook(receiver.url, { start: 'Beginning' })
    const { page } = await stage.current.openAs('admin')
    await openExports(page)
    const card = page.getByRole('region', { name: 'SIEM' })
    await expectVisible(card.getByText('Up to date'))
    receiver.received.length = 0
    await button(page, 'Export again: SIEM').click()
    const dialog = page.getByRole('dialog', { name: 'Export entries of SIEM again?' })
    await dialog.getByText('A position', { exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Position' }).fill('9999999')
    await button(page, 'Export again').click()
    await expectVisible(dialog.getByText(/^Enter a number from 1 to/))
    await dialog.getByRole('textbox', { name: 'Position' }).fill('2')
    await button(page, 'Export again').click()
    await expectGone(dialog)
    await expect.poll(() => receiver.received.flatMap(({ body }) => linesOf(body))[0]?.position).toBe(2)
    await expectVisible(card.getByText('Up to date'))
  })

  test.each(LOOKS)('is shown accessibly: %s', async (name, options, before) => {
    receiver.answerWith((response) => void response.writeHead(503).end())
    await toWebhook(receiver.url, { includesConversations: true, includesNames: true })
    await toFile('archive', { start: 'Beginning' })
    const { page } = await stage.current.openAs('admin', options)
    await page.addInitScript(before)
    await openExports(page)
    const card = page.getByRole('region', { name: 'SIEM' })
    await expectVisible(card.getByText(/503/))
    await expectVisible(page.getByRole('region', { name: 'Files' }))
    await expectAccessible(page, `the exports, ${name}`)
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    await page.getByRole('button', { name: /^(Add export|إضافة تصدير)$/ }).click()
    await expectVisible(page.getByRole('dialog').getByRole('radiogroup').first())
    await expectAccessible(page, `a new export, ${name}`)
    await page.keyboard.press('Escape')
    await expectGone(page.getByRole('dialog'))
    await page
      .getByRole('button', { name: /^(Export again: Files|إعادة التصدير: .*Files.*)$/ })
      .last()
      .click()
    await expectVisible(page.getByRole('dialog').getByRole('radiogroup').first())
    await expectAccessible(page, `exporting again, ${name}`)
  })
})
