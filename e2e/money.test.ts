import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { policiesPath, userIdOf } from '../server/src/testing/access.ts'
import { call } from '../server/src/testing/client.ts'
import { changeSettings, settingsPath } from '../server/src/testing/instanceSettings.ts'
import { DARK_ARABIC, expectAccessible, PHONE } from './accessibility.ts'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import { addPolicy, find, listPath, says, storedPolicy } from './policyScreens.ts'
import { ask, askAndRead, composer, readText } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
beforeAll(async () => {
  const { app } = stage.current
  const token = await app.token('admin')
  const { body } = await call<{ items: { chatAccessPolicyId: string }[] }>(app, policiesPath, { token })
  // The policy for everyone would be the most generous.
  for (const { chatAccessPolicyId } of body.items)
    await call(app, `${policiesPath}/${chatAccessPolicyId}`, { token, method: 'DELETE', body: {} })
})
afterEach(() => changeSettings(stage.current.app, { limits: [] }))

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const wider = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')

async function openSettings(page: Page, tab: string): Promise<void> {
  await page.goto(`${stage.current.origin}/admin/instanceSettings?tab=${tab}`)
  await expectVisible(page.getByRole('heading', { name: 'Instance Settings', level: 1 }))
}

async function setPrice(price: { inputPerMillion: number; outputPerMillion: number } | null): Promise<void> {
  const { app } = stage.current
  const token = await app.token('admin')
  const path = `${settingsPath}/deployments`
  const { body } = await call<{ items: { version: number }[] }>(app, path, { token })
  const answer = await call(app, `${path}/scripted`, {
    token,
    method: 'PUT',
    body: { languageEngine: 'OpenAICompatible', approved: true, purposes: ['Chat'], price },
    headers: { 'if-match': `"${body.items[0]?.version ?? 0}"` },
  })
  expect(answer.status).toBe(200)
}

/** Each answer costs 0.04 dollars. */
function answering(): void {
  stage.current.engine.play(async (writer) => {
    writer.text('An answer.')
    return { usage: { inputTokens: 20, outputTokens: 20 } }
  })
}

describe("a deployment's price", () => {
  test('is entered where the deployment is listed, completely or not at all, and is saved', async () => {
    await setPrice(null)
    const { page } = await stage.current.openAs('admin')
    await openSettings(page, 'deployments')
    const card = page.getByRole('region', { name: 'scripted', exact: true })
    await expectVisible(card.getByText('No price'))
    const save = card.getByRole('button', { name: 'Save price for scripted' })
    await card.getByLabel('Input tokens').fill('2.50')
    await save.click()
    await expectVisible(card.getByText('Enter both prices, or leave both empty'))
    await card.getByLabel('Output tokens').fill('ten')
    await expectVisible(card.getByText('Enter a price such as 2.50, from 0 to 1,000,000'))
    await expectAccessible(page, 'a price with an error')
    await card.getByLabel('Output tokens').fill('10')
    await save.click()
    await expectGone(card.getByText('No price'))
    await card.getByRole('checkbox', { name: 'Answer evaluation' }).click()
    await page.reload()
    await expect.poll(() => card.getByLabel('Input tokens').inputValue()).toBe('2.5')
    await expect.poll(() => card.getByLabel('Output tokens').inputValue()).toBe('10')
  })
})

describe('an unsaved price', () => {
  const card = (page: Page) => page.getByRole('region', { name: 'scripted', exact: true })
  const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()

  test('survives switching tabs, and leaving asks first', async () => {
    await setPrice(null)
    const { page } = await stage.current.openAs('admin')
    await openSettings(page, 'deployments')
    await card(page).getByLabel('Input tokens').fill('2.50')
    await tab(page, 'General')
    await expectVisible(field(page, 'Organization'))
    expect(await card(page).count()).toBe(0)
    await tab(page, 'Deployments')
    expect(await card(page).getByLabel('Input tokens').inputValue()).toBe('2.50')
    await page.getByRole('link', { name: 'Brands', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Stay' }).click()
    await expectGone(question)
    await card(page).getByLabel('Input tokens').fill('')
    await page.getByRole('link', { name: 'Brands', exact: true }).click()
    await expectPath(page, '/admin/brand')
  })

  test('replaces a price saved by someone else in the meantime only if chosen', async () => {
    await setPrice(null)
    const { page, watch } = await stage.current.openAs('admin')
    watch.expectError(/412/)
    await openSettings(page, 'deployments')
    await card(page).getByLabel('Input tokens').fill('1')
    await card(page).getByLabel('Output tokens').fill('2')
    await setPrice({ inputPerMillion: 3, outputPerMillion: 4 })
    const conflict = page.getByRole('dialog')
    const save = card(page).getByRole('button', { name: 'Save price for scripted' })
    for (const _ of ['first', 'again']) {
      await save.click()
      await expectVisible(conflict.getByText('Input tokens: 3, Output tokens: 4'))
      await expectVisible(conflict.getByText('Input tokens: 1, Output tokens: 2'))
      await conflict.getByRole('button', { name: 'Cancel' }).click()
      await expectGone(conflict)
    }
    expect(await card(page).getByLabel('Input tokens').inputValue()).toBe('1')
    await save.click()
    await conflict.getByRole('button', { name: 'Discard my changes' }).click()
    await expect.poll(() => card(page).getByLabel('Input tokens').inputValue()).toBe('3')
  })
})

describe('a spending limit', () => {
  test("is set in a policy's form, which names deployments without a price", async () => {
    await setPrice(null)
    await stage.current.publish('Costly agent')
    const { page } = await stage.current.openAs('admin')
    await page.goto(`${stage.current.origin}${listPath}/new`)
    await field(page, 'Name').fill('Two dollars and a half')
    await page.getByRole('switch', { name: 'Everyone who is signed in' }).click()
    await find(page, 'Add an agent', 'Costly agent')
    await button(page, 'Add limit').click()
    await expectGone(page.getByText(/No price is set for/))
    await page.getByRole('combobox', { name: 'Unit' }).selectOption('US dollars')
    await expectVisible(page.getByText(/No price is set for .?scripted/))
    await field(page, 'Amount').fill('2.505')
    await button(page, 'Create policy').click()
    await expectVisible(page.getByText('Enter an amount such as 20 or 2.50'))
    await expectFocused(field(page, 'Amount'))
    await field(page, 'Amount').fill('2.50')
    await expect.poll(() => readText(says(page))).toMatch(/up to \$2\.50 a day each\.$/)
    await expectAccessible(page, 'a spending limit')
    await button(page, 'Create policy').click()
    await expectPath(page, /\/admin\/chatAccessPolicy\/[0-9a-f-]{36}\/edit$/)
    const created = await storedPolicy(stage.current, new URL(page.url()).pathname.split('/').at(-2)!)
    expect(created.limits).toEqual([{ kind: 'Money', per: 'Day', amount: 2.5, counted: 'EachPerson' }])
  })

  test('is announced in the chat at four fifths and when reached; without a price, the chat says what to do', async () => {
    const { current } = stage
    await setPrice({ inputPerMillion: 1000, outputPerMillion: 1000 })
    const agent = await current.publish('Paid agent')
    const limits = [{ kind: 'Money', per: 'Day', amount: 0.05, counted: 'EachPerson' }]
    const subjects = [{ kind: 'User', id: await userIdOf(current.app, 'anna') }]
    await addPolicy(current, { subjects, gptSystems: [agent], limits })
    const { page, watch } = await current.openAs('anna')
    watch.expectError(/4\d\d|question\.failed/)
    await page.goto(`${current.origin}/chat/${agent}`)
    answering()
    await askAndRead(page, 'First?')
    await expectVisible(page.getByText(/You’ve used 80% of your limit for this agent/))
    await expectAccessible(page, 'a usage note')
    await askAndRead(page, 'Second?')
    await expectVisible(page.getByText(/You’ve reached your limit for this agent/).first())
    await ask(page, 'Third?')
    await expectVisible(page.getByText(/Wait until the day or month ends, or ask an administrator/))
    await setPrice(null)
    await page.goto(`${current.origin}/chat/${agent}`)
    await expectVisible(
      page.getByText('The limit for this agent is in US dollars, but its model has no price.', {
        exact: false,
      }),
    )
    await ask(page, 'Fourth?')
    await expectVisible(page.getByText(/its deployment has no price\. Ask an administrator/))
  })
})

describe('an instance limit', () => {
  test('is set in the instance settings, and applies to everyone who asks, including managers', async () => {
    const { current } = stage
    const agent = await current.publish('Any agent')
    const { page, watch } = await current.openAs('admin')
    watch.expectError(/429|question\.failed/)
    await openSettings(page, 'general')
    await page.getByRole('tab', { name: 'Limits' }).click()
    await button(page, 'Add limit').click()
    await field(page, 'Amount').fill('none')
    await page.getByRole('tab', { name: 'General' }).click()
    await button(page, 'Save settings').click()
    await expectVisible(page.getByText('Enter a whole number from 1 to 1,000,000,000'))
    await expectFocused(field(page, 'Amount'))
    await field(page, 'Amount').fill('5')
    await page.getByRole('combobox', { name: 'Scope' }).selectOption('Pool')
    await expectAccessible(page, 'instance limits')
    await button(page, 'Save settings').click()
    await expectVisible(page.getByText('Settings saved'))
    await page.goto(`${current.origin}/chat/${agent}`)
    await composer(page).waitFor()
    answering()
    for (const question of ['One?', 'Two?', 'Three?', 'Four?']) await askAndRead(page, question)
    await expectVisible(page.getByText(/^80% of the limit for the whole instance has been used/))
    await askAndRead(page, 'Five?')
    await expectVisible(page.getByText(/^The limit for the whole instance has been reached/))
    await ask(page, 'Six?')
    await expectVisible(page.getByText(/^The limit for this instance has been reached/))
  })

  test('limits saved by someone else in the meantime are shown next to the input', async () => {
    const { current } = stage
    const { page, watch } = await current.openAs('admin')
    watch.expectError(/412/)
    await openSettings(page, 'limits')
    await button(page, 'Add limit').click()
    await field(page, 'Amount').fill('7')
    const theirs = [{ kind: 'Money', per: 'Month', amount: 900, counted: 'Pool' }]
    await changeSettings(current.app, { limits: theirs })
    await button(page, 'Save settings').click()
    const conflict = page.getByRole('dialog')
    await expectVisible(conflict.getByText('up to $900.00 a month in total'))
    await expectVisible(conflict.getByText('up to 7 messages a day each'))
  })

  test('is readable and reachable on a phone and in Arabic', async () => {
    const { current } = stage
    await setPrice({ inputPerMillion: 2.5, outputPerMillion: 10 })
    await changeSettings(current.app, {
      limits: [{ kind: 'Money', per: 'Month', amount: 900, counted: 'Pool' }],
    })
    for (const tab of ['limits', 'deployments']) {
      const phone = await current.openAs('admin', PHONE[1])
      await openSettings(phone.page, tab)
      await expectVisible(phone.page.getByLabel(tab === 'limits' ? 'Amount' : 'Input tokens'))
      expect(await wider(phone.page)).toBe(false)
      await expectAccessible(phone.page, `${tab} on a phone`)
      const { page } = await current.openAs('admin')
      await page.addInitScript(DARK_ARABIC[2])
      await page.goto(`${current.origin}/admin/instanceSettings?tab=${tab}`)
      await expectVisible(page.getByLabel(tab === 'limits' ? 'المقدار' : 'رموز الإدخال'))
      await expectAccessible(page, `${tab} in Arabic`)
    }
  })
})
