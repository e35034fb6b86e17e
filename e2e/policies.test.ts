import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { userIdOf } from '../server/src/testing/access.ts'
import { DARK_ARABIC, expectAccessible, PHONE } from './accessibility.ts'
import { chooseRowAction, expectRowGone, rowOf } from './brandScreens.ts'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import { addPolicy, find, listPath, openPolicies, openPolicy, says, storedPolicy } from './policyScreens.ts'
import { readText } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const wider = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')

describe('the list of policies', () => {
  test('[R-2-070] [R-1-019] /admin/chatAccessPolicy lists who can use what, and how much', async () => {
    const agent = await stage.current.publish('Listed agent')
    const userId = await userIdOf(stage.current.app, 'anna')
    await addPolicy(stage.current, {
      name: 'Listed policy',
      subjects: [
        { kind: 'User', id: userId },
        { kind: 'Group', id: 'some-group' },
      ],
      gptSystems: [agent],
      brandKey: 'halden',
      limits: [{ kind: 'Messages', per: 'Day', amount: 50, counted: 'EachPerson' }],
      validTo: '2020-12-31T12:00:00Z',
    })
    const { page } = await openPolicies(stage.current)
    await expect
      .poll(() => readText(rowOf(page, 'Listed policy')))
      .toMatch(
        /1 person, 1 group[\s\S]*1 agent[\s\S]*Halden Rail[\s\S]*up to 50 messages a day each[\s\S]*until Dec 31, 2020[\s\S]*Expired/,
      )
    await expect.poll(() => readText(rowOf(page, 'Everyone'))).toMatch(/Everyone[\s\S]*All system agents/)
    await expect.poll(() => page.title()).toBe('Chat Access Policies | Parlance')
    await expectAccessible(page, 'the policies')
  })

  test('sorting, search, and agent filter are stored in the URL; the filter hides policies for other agents', async () => {
    const one = await stage.current.publish('Filter Alder')
    const two = await stage.current.publish('Filter Birch')
    await addPolicy(stage.current, { name: 'Filtered alder', gptSystems: [one] })
    await addPolicy(stage.current, { name: 'Filtered birch', gptSystems: [two] })
    const { page } = await openPolicies(stage.current, '?search=filtered&sort=-name')
    const names = () => page.locator('tbody .list-name').allInnerTexts()
    await expect.poll(names).toEqual(['Filtered birch', 'Filtered alder'])
    await find(page, 'Filter by agent', 'Filter Alder')
    await expect.poll(names).toEqual(['Filtered alder'])
    await page.reload()
    await expectVisible(page.getByRole('button', { name: 'Filter by agent: Filter Alder' }))
    await expect.poll(names).toEqual(['Filtered alder'])
    await page.getByRole('searchbox', { name: 'Search policies' }).fill('no such policy')
    await button(page, 'Clear search and filters').click()
    await expectGone(page.getByRole('button', { name: 'Filter by agent: Filter Alder' }))
  })

  test('a switch turns a policy off and on, and changes nothing else', async () => {
    const created = await addPolicy(stage.current, { name: 'Switched', description: 'Stays as it is' })
    const { page } = await openPolicies(stage.current)
    const toggle = page.getByRole('switch', { name: 'Turn Switched on or off' })
    await toggle.click()
    const offAsked = page.getByRole('dialog', { name: 'Turn off Switched?' })
    await expectVisible(offAsked.getByRole('status').getByText(/^After this, /))
    await offAsked.getByRole('button', { name: 'Turn off' }).click()
    await expectVisible(page.getByText('Switched turned off'))
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false')
    const {
      version: _,
      updatedAt: __,
      ...off
    } = await storedPolicy(stage.current, created.chatAccessPolicyId)
    const { version: ___, updatedAt: ____, ...before } = created
    expect(off).toEqual({ ...before, enabled: false })
    await toggle.click()
    const asked = page.getByRole('dialog', { name: 'Turn on Switched?' })
    await expectVisible(asked.getByRole('status').getByText(/^After saving, /))
    await asked.getByRole('button', { name: 'Turn on' }).click()
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('true')
    await expect
      .poll(async () => (await storedPolicy(stage.current, created.chatAccessPolicyId)).enabled)
      .toBe(true)
  })

  test('a policy is duplicated, and deleted after a confirmation that names it', async () => {
    await addPolicy(stage.current, { name: 'Original', description: 'The first one' })
    const { page } = await openPolicies(stage.current)
    await chooseRowAction(page, 'Original', 'Duplicate')
    await expect.poll(() => field(page, 'Name').inputValue()).toBe('Copy of Original')
    await expect.poll(() => field(page, 'Description').inputValue()).toBe('The first one')
    await button(page, 'Create policy').click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Copy of Original' }))
    await page.getByRole('link', { name: 'Chat Access Policies' }).first().click()
    await chooseRowAction(page, 'Original', 'Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete Original?' })
    await expectVisible(dialog.getByText(/lose it with their next message/))
    await dialog.getByRole('button', { name: 'Delete Original' }).click()
    await expectRowGone(page, 'Original')
    // The focus is on the menu of the row that took the place of the deleted one.
    await expectVisible(page.locator('tbody [aria-haspopup=menu]:focus'))
    await expectVisible(rowOf(page, 'Copy of Original'))
  })

  test('on a phone and in Arabic nothing is wider than the page', async () => {
    await addPolicy(stage.current, { name: `Long ${'W'.repeat(90)}`, description: 'x'.repeat(300) })
    const { page } = await openPolicies(stage.current, '', PHONE[1])
    await expectVisible(page.getByRole('listitem').filter({ hasText: 'W'.repeat(90) }))
    expect(await wider(page)).toBe(false)
    await expectAccessible(page, 'the policies on a phone')
    const arabic = await stage.current.openAs('admin')
    await arabic.page.addInitScript(DARK_ARABIC[2])
    await arabic.page.goto(`${stage.current.origin}${listPath}`)
    await expectVisible(arabic.page.getByRole('heading', { level: 1, name: 'سياسات الوصول إلى المحادثة' }))
    await expectVisible(arabic.page.getByRole('switch', { name: /Everyone/ }))
    await expectAccessible(arabic.page, 'the policies in Arabic')
    expect(await wider(arabic.page)).toBe(false)
  })
})

describe('a policy', () => {
  test('[R-2-071] /admin/chatAccessPolicy/new creates one for a directory group, and summarizes it in words', async () => {
    await stage.current.publish('Claims helper')
    await userIdOf(stage.current.app, 'ben')
    const { page } = await openPolicies(stage.current)
    await page.getByRole('link', { name: 'New policy' }).click()
    await expectPath(page, `${listPath}/new`)
    await field(page, 'Name').fill('Care and Ben')
    await find(page, 'Add a group', 'Customer Care')
    await find(page, 'Add a person', 'ben')
    await find(page, 'Add an agent', 'Claims helper')
    await button(page, 'Add limit').click()
    await field(page, 'Amount').fill('50')
    await page.getByLabel('Active until').fill('2031-12-31T23:59')
    await expect
      .poll(() => readText(says(page)))
      .toBe(
        'Everyone in Customer Care and Ben Okafor can use the agent Claims helper, up to 50 messages a day each, until Dec 31, 2031.',
      )
    await expectAccessible(page, 'a new policy')
    await button(page, 'Create policy').click()
    await expectPath(page, /\/admin\/chatAccessPolicy\/[0-9a-f-]{36}\/edit$/)
    const id = new URL(page.url()).pathname.split('/').at(-2)!
    const created = await storedPolicy(stage.current, id)
    expect(created.subjects).toMatchObject([{ kind: 'Group' }, { kind: 'User', name: 'Ben Okafor' }])
    expect(created.limits).toEqual([{ kind: 'Messages', per: 'Day', amount: 50, counted: 'EachPerson' }])
    // The input is in the viewer's time zone; the stored time is UTC.
    const typed = await page.evaluate<string>("new Date('2031-12-31T23:59').toISOString()")
    expect(Date.parse(created.validTo!)).toBe(Date.parse(typed))
  })

  test("times are in the viewer's time zone", async () => {
    const { chatAccessPolicyId } = await addPolicy(stage.current, { validTo: '2031-12-31T18:29:00Z' })
    const { page } = await openPolicy(stage.current, chatAccessPolicyId, { timezoneId: 'Asia/Kolkata' })
    await expect.poll(() => page.getByLabel('Active until').inputValue()).toBe('2031-12-31T23:59')
    await expectVisible(page.getByText(/Your time zone: Asia\/(Kolkata|Calcutta)/))
    await expect.poll(() => readText(says(page))).toMatch(/until Dec 31, 2031\.$/)
  })

  test('[R-2-072] /admin/chatAccessPolicy/{chatAccessPolicyId}/edit changes it, and asks before unsaved changes are discarded', async () => {
    await userIdOf(stage.current.app, 'chloe')
    const { chatAccessPolicyId } = await addPolicy(stage.current, { name: 'To be edited' })
    const { page, watch } = await openPolicy(stage.current, chatAccessPolicyId)
    await page.getByRole('switch', { name: 'Everyone who is signed in' }).click()
    await find(page, 'Add a person', 'chloe')
    await page.getByRole('radio', { name: 'Selected agents' }).check({ force: true })
    await expect.poll(() => readText(says(page))).toBe('Choose which agents Chloe Haddad can use.')
    await page.getByRole('link', { name: 'Brands' }).click()
    await expectVisible(page.getByRole('dialog', { name: 'Leave without saving?' }))
    await button(page, 'Stay').click()
    await page.getByRole('radio', { name: 'All system agents' }).check({ force: true })
    await page.keyboard.press('Control+s')
    await expectVisible(page.getByText('To be edited saved'))
    const stored = await storedPolicy(stage.current, chatAccessPolicyId)
    expect(stored.subjects).toMatchObject([{ kind: 'User', name: 'Chloe Haddad' }])
    watch.expectError(/404/)
    await page.goto(`${stage.current.origin}${listPath}/0199aaaa-0000-7000-8000-000000000001/edit`)
    await expectVisible(page.getByText('This policy doesn’t exist, or you don’t have access to it.'))
  })

  test('errors appear at their fields, also from the server', async () => {
    await addPolicy(stage.current, { name: 'Taken name' })
    const { page, watch } = await stage.current.openAs('admin')
    watch.expectError(/4\d\d/)
    await page.goto(`${stage.current.origin}${listPath}/new`)
    await button(page, 'Create policy').click()
    for (const text of ['Name is required', 'Choose everyone, or at least one', 'Choose all agents, or at'])
      await expectVisible(page.getByText(text))
    await expectFocused(field(page, 'Name'))
    await expectAccessible(page, 'a policy with errors')
    await field(page, 'Name').fill('taken NAME')
    await page.getByRole('switch', { name: 'Everyone who is signed in' }).click()
    await expectGone(page.getByText('Choose everyone, or at least one'))
    await page.getByRole('radio', { name: 'All system agents' }).check({ force: true })
    await button(page, 'Add limit').click()
    await field(page, 'Amount').fill('2,5')
    await button(page, 'Create policy').click()
    await expectVisible(page.getByText('Enter a whole number from 1 to 1,000,000,000'))
    await expectFocused(field(page, 'Amount'))
    await field(page, 'Amount').fill('25')
    await button(page, 'Create policy').click()
    await expectVisible(page.getByText('A policy with this name already exists. Choose another name.'))
    await expectFocused(field(page, 'Name'))
    expect(await field(page, 'Amount').inputValue()).toBe('25')
  })

  test('two administrators at once: the second chooses field by field', async () => {
    const { chatAccessPolicyId } = await addPolicy(stage.current, { name: 'Both edit', description: 'old' })
    const first = await openPolicy(stage.current, chatAccessPolicyId)
    const second = await openPolicy(stage.current, chatAccessPolicyId)
    second.watch.expectError(/412/)
    await field(first.page, 'Description').fill('of the first')
    await first.page.getByRole('switch', { name: 'Enabled' }).click()
    await button(first.page, 'Save policy').click()
    await expectVisible(first.page.getByText('Both edit saved'))
    await field(second.page, 'Description').fill('of the second')
    await button(second.page, 'Save policy').click()
    const dialog = second.page.getByRole('dialog', { name: 'Someone else changed this in the meantime' })
    await expectVisible(dialog.getByRole('group', { name: /Description changed by both/ }))
    await expectVisible(dialog.getByRole('group', { name: /Enabled changed by them/ }))
    await expectAccessible(second.page, 'an edit conflict of a policy')
    await dialog.getByRole('button', { name: 'Save chosen versions' }).click()
    await expectVisible(second.page.getByText('Both edit saved'))
    const stored = await storedPolicy(stage.current, chatAccessPolicyId)
    expect(stored).toMatchObject({ description: 'of the second', enabled: false })
  })

  test('everything is readable and reachable on a phone and in Arabic', async () => {
    const { chatAccessPolicyId } = await addPolicy(stage.current, {
      name: 'Narrow',
      limits: [{ kind: 'Messages', per: 'Day', amount: 3, counted: 'EachPerson' }],
    })
    const { page } = await openPolicy(stage.current, chatAccessPolicyId, PHONE[1])
    expect(await wider(page)).toBe(false)
    await expectAccessible(page, 'a policy on a phone')
    const arabic = await stage.current.openAs('admin')
    await arabic.page.addInitScript(DARK_ARABIC[2])
    await arabic.page.goto(`${stage.current.origin}${listPath}/${chatAccessPolicyId}/edit`)
    await expect
      .poll(() => readText(says(arabic.page)))
      .toBe('كل من سجّل الدخول: يُسمح باستخدام كل وكلاء النظام، بحد أقصى 3 رسائل في اليوم لكل شخص.')
    await expectAccessible(arabic.page, 'a policy in Arabic')
  })
})
