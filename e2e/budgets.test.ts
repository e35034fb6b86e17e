import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { call } from '../server/src/testing/client.ts'
import { setDeployment } from '../server/src/testing/instanceSettings.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectGone, expectVisible } from './expectations.ts'
import { CUSTOMER_CARE, find } from './policyScreens.ts'
import { ask, askAndRead } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const path = '/api/internal/budgets'

afterEach(async () => {
  const { app } = stage.current
  const token = await app.token('admin')
  const { body } = await call<{ items: { budgetId: string }[] }>(app, path, { token })
  for (const { budgetId } of body.items) await call(app, `${path}/${budgetId}`, { token, method: 'DELETE' })
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })

async function openBudgets(page: Page): Promise<void> {
  await page.goto(`${stage.current.origin}/admin/instanceSettings?tab=budgets`)
  await page.getByRole('tab', { selected: true }).waitFor()
}

async function create(subject: object, amountUsd: number): Promise<void> {
  const { app } = stage.current
  const token = await app.token('admin')
  expect((await call(app, path, { token, body: { subject, amountUsd } })).status).toBe(200)
}

/** Each answer costs 0.04 dollars. */
async function answering(): Promise<void> {
  await setDeployment(stage.current.app, 'scripted', {
    purposes: ['Chat'],
    price: { inputPerMillion: 1000, outputPerMillion: 1000 },
  })
  stage.current.engine.play(async (writer) => {
    writer.text('An answer.')
    return { usage: { inputTokens: 20, outputTokens: 20 } }
  })
}

describe('the budget of a group', () => {
  test('stops its members when it is used up; an administrator is notified and raises it', async () => {
    const { current } = stage
    await answering()
    const agent = await current.publish('Timetable desk')
    const { page } = await current.openAs('admin')
    await openBudgets(page)
    await expectVisible(page.getByText('No budgets yet.'))
    await button(page, 'Add budget').click()
    const dialog = page.getByRole('dialog', { name: 'Add a budget' })
    await dialog.getByText('Group', { exact: true }).click()
    await find(dialog, 'Add a group', 'Customer Care')
    await button(page, 'Save budget').click()
    await expectVisible(dialog.getByText(/^Enter an amount such as/))
    await dialog.getByLabel('Amount per month in US dollars').fill('0.05')
    await expectAccessible(page, 'the dialog of a budget')
    await button(page, 'Save budget').click()
    await expectGone(dialog)
    const card = page.getByRole('region', { name: 'Customer Care' })
    await expectVisible(card.getByText('$0.00 of $0.05 used (0%)'))
    await expectVisible(card.getByText(/^Counts usage since/))

    const { page: chat, watch } = await current.openAs('anna')
    watch.expectError(/429|question\.failed/)
    await chat.goto(`${current.origin}/chat/${agent}`)
    await askAndRead(chat, 'First?')
    await expectVisible(chat.getByText(/^A budget for this chat is almost used up/))
    await askAndRead(chat, 'Second?')
    await expectVisible(chat.getByText(/^A budget for this chat is used up/))
    await ask(chat, 'Third?')
    await expectVisible(chat.getByText(/^A budget that this chat counts toward is used up for this month/))
    expect(await chat.getByText('$0.05').count()).toBe(0)

    await expectVisible(page.getByRole('button', { name: 'Notifications, 1 unread' }))
    await bell(page).click()
    await page
      .getByRole('dialog', { name: 'Notifications' })
      .getByRole('link', { name: /The group Customer Care has used up its budget for this month/ })
      .click()
    await page.reload()
    await expectVisible(card.getByText('Used up', { exact: true }))
    await button(page, 'Change the budget of Customer Care').click()
    const editor = page.getByRole('dialog', { name: 'Change the budget of Customer Care' })
    await editor.getByLabel('Amount per month in US dollars').fill('5')
    await button(page, 'Save budget').click()
    await expectGone(editor)
    await expectVisible(card.getByText('Within budget'))

    await askAndRead(chat, 'Fourth?')
    await expectGone(chat.getByText(/^A budget for this chat/))
    await button(page, 'Delete the budget of Customer Care').click()
    await page
      .getByRole('dialog', { name: 'Delete the budget of Customer Care?' })
      .getByRole('button', { name: 'Delete the budget of Customer Care' })
      .click()
    await expectGone(card)
    await expectVisible(page.getByText('No budgets yet.'))
  })
})

describe('budgets', () => {
  test('are set for a brand and an agent by name, once each', async () => {
    const { current } = stage
    await current.publish('Lost property')
    const { page } = await current.openAs('admin')
    await openBudgets(page)
    const dialog = page.getByRole('dialog', { name: 'Add a budget' })
    for (const [kind, field, name] of [
      ['Brand', 'Find a brand', 'Vela'],
      ['Agent', 'Find an agent', 'Lost property'],
    ] as const) {
      await button(page, 'Add budget').click()
      await dialog.getByText(kind, { exact: true }).click()
      await find(dialog, field, name)
      await dialog.getByLabel('Amount per month in US dollars').fill('99.50')
      await button(page, 'Save budget').click()
      await expectGone(dialog)
      await expectVisible(
        page.getByRole('region', { name: new RegExp(name) }).getByText('$0.00 of $99.50 used (0%)'),
      )
    }
    await button(page, 'Add budget').click()
    await dialog.getByText('Agent', { exact: true }).click()
    await dialog.getByRole('combobox', { name: 'Find an agent' }).fill('Lost property')
    await expectVisible(dialog.getByText(/^No results/))
  })

  test.each(LOOKS)('are shown accessibly: %s', async (name, options, before) => {
    await create({ kind: 'Group', groupId: CUSTOMER_CARE }, 250)
    await create({ kind: 'Brand', brandKey: 'default' }, 1200.5)
    const { page } = await stage.current.openAs('admin', options)
    await page.addInitScript(before)
    await openBudgets(page)
    await expectVisible(page.getByRole('region', { name: 'Customer Care' }))
    await expectAccessible(page, `the budgets, ${name}`)
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    await page.getByRole('button', { name: /^(Add budget|إضافة ميزانية)$/ }).click()
    await expectVisible(page.getByRole('dialog').getByRole('radiogroup'))
    await expectAccessible(page, `a new budget, ${name}`)
  })
})
