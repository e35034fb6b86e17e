import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  assignRole,
  type CreatedUser,
  createPerson,
  createRole,
  userIdOf,
  usersPath,
} from '../server/src/testing/access.ts'
import { call } from '../server/src/testing/client.ts'
import { DARK_ARABIC, expectAccessible, PHONE } from './accessibility.ts'
import { chooseRowAction, expectRowGone, rowOf } from './brandScreens.ts'
import { expectGone, expectPath, expectVisible } from './expectations.ts'
import { roleFor } from './roleScreens.ts'
import { composer, readText, sendAndLeave, signIn } from './screens.ts'
import { type OpenPage, useStage } from './stage.ts'

const stage = useStage()

async function openUsers(path = '', options = {}): Promise<OpenPage> {
  const opened = await stage.current.openAs('admin', options)
  await opened.page.goto(`${stage.current.origin}/admin/user${path}`)
  await expectVisible(opened.page.getByRole('heading', { level: 1 }))
  return opened
}

async function storedUser(userId: string): Promise<CreatedUser> {
  const token = await stage.current.app.token('admin')
  return (await call<CreatedUser>(stage.current.app, `${usersPath}/${userId}`, { token })).body
}

const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })
const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

describe('the list of users', () => {
  test('a role with a long name does not widen the screen of a phone', async () => {
    await createRole(stage.current.app, [], `Long ${'name of a role '.repeat(7)}`.slice(0, 100))
    const { page } = await openUsers('', PHONE[1])
    await expect.poll(() => page.getByRole('option', { name: /^Long name of a role/ }).count()).toBe(1)
    const beyond = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect(await page.evaluate(beyond)).toBe(0)
    const width = (await page.getByRole('combobox', { name: 'Role' }).boundingBox())?.width
    expect(width).toBeLessThan(390)
  })

  test('[R-2-061] [R-1-021] [R-3-123] /admin/user lists users, searched, filtered by role and status, in any order', async () => {
    const { app } = stage.current
    const role = await createRole(app, ['BrandsRead'], 'Filter role')
    const [one, two] = [await createPerson(app), await createPerson(app)]
    await assignRole(app, one.userId, role.userRoleId)
    const { page } = await openUsers()
    await expect.poll(() => readText(rowOf(page, one.name))).toMatch(/Invited[\s\S]*Filter role[\s\S]*Never/)
    await expectAccessible(page, 'the users')
    await page.getByRole('searchbox', { name: 'Search users' }).fill(two.userName)
    await expectPath(page, `/admin/user?search=${two.userName}`)
    await expectRowGone(page, one.name)
    await expectVisible(rowOf(page, two.name))
    await page.getByRole('searchbox', { name: 'Search users' }).fill('')
    await page.getByRole('combobox', { name: 'Role' }).selectOption('Filter role')
    await expectPath(page, `/admin/user?userRoleId=${role.userRoleId}`)
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Disabled')
    await expectVisible(page.getByText('Nothing matches your search.'))
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await expectPath(page, '/admin/user')
    const names = () => page.locator('tbody .list-name').allInnerTexts()
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await expectPath(page, '/admin/user?sort=-name')
    await expect
      .poll(async () => {
        const shown = await names()
        return shown.length > 2 && shown.indexOf('Chloe Haddad') < shown.indexOf('Ada Moreau')
      })
      .toBe(true)
  })

  test('[R-2-063] /admin/user/cards shows the same users as cards, with the same search and filter', async () => {
    const person = await createPerson(stage.current.app)
    const { page } = await openUsers(`?search=${person.userName}`)
    await page.getByRole('navigation', { name: 'Layout' }).getByRole('link', { name: 'Cards' }).click()
    await expectPath(page, `/admin/user/cards?search=${person.userName}`)
    const card = page.getByRole('list', { name: 'Users' }).getByRole('listitem')
    await expect.poll(() => card.filter({ hasText: person.name }).count()).toBe(1)
    await expectGone(page.getByRole('table'))
    await expectAccessible(page, 'the users as cards')
    await page.getByRole('link', { name: 'List' }).click()
    await expectPath(page, `/admin/user?search=${person.userName}`)
    await expectVisible(rowOf(page, person.name))
  })

  test('several are disabled at once; the administrator stays enabled, and the reason is shown', async () => {
    const person = await createPerson(stage.current.app)
    const { page, watch } = await openUsers()
    watch.expectError(/409|400/)
    for (const name of [person.name, 'Ada Moreau'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable 2 users' }).click()
    await expectVisible(rowOf(page, 'Ada Moreau').getByText('You can’t disable or delete yourself.'))
    await expectVisible(rowOf(page, person.name).getByText('Disabled', { exact: true }))
    expect((await storedUser(person.userId)).disabled).toBe(true)
    await chooseRowAction(page, person.name, 'Enable')
    await expectVisible(page.getByText(`${person.name} enabled`))
    await chooseRowAction(page, person.name, 'Delete')
    await page.getByRole('button', { name: `Delete ${person.name}` }).click()
    await expectRowGone(page, person.name)
  })

  test('on a phone rows are lists, and in dark Arabic nothing is out of place', async () => {
    const phone = await openUsers('', PHONE[1])
    await expectVisible(phone.page.getByRole('listitem').filter({ hasText: 'Ada Moreau' }))
    await expectAccessible(phone.page, 'the users on a phone')
    expect(await phone.page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    const { page } = await stage.current.openAs('admin', DARK_ARABIC[1])
    await page.addInitScript(DARK_ARABIC[2])
    await page.goto(`${stage.current.origin}/admin/user`)
    await expectVisible(page.getByRole('heading', { level: 1, name: 'المستخدمون' }))
    await expectVisible(page.getByRole('row').filter({ hasText: 'Ada Moreau' }))
    await expectAccessible(page, 'the users in dark Arabic')
  })
})

test('[R-2-062] [R-3-123] /admin/user/new invites a user, who sets a password with a link that is shown once', async () => {
  const { page } = await openUsers()
  await page.getByRole('link', { name: 'Invite user' }).click()
  await expectPath(page, '/admin/user/new')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expectVisible(page.getByText('Name is required'))
  await field(page, 'Name').fill('Dora Invited')
  await field(page, 'Email').fill('no address')
  await field(page, 'Username').fill('dora')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expectVisible(page.getByText('Enter an email address such as name@example.com, or leave this empty.'))
  await field(page, 'Email').fill('dora@parlance.example')
  await expectAccessible(page, 'an invitation')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Dora Invited invited' }))
  const link = await field(page, 'Password setup link').inputValue()
  expect(new URL(link).pathname).toMatch(/\/password$/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy' }).click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link)
  await expectAccessible(page, 'the password setup link')
  await page.getByRole('link', { name: 'View profile' }).click()
  await expectPath(page, /^\/admin\/user\/[0-9a-f-]{36}\/profile$/)
  await expectVisible(page.getByText('Invitation', { exact: true }))
  await page.goBack()
  await expectGone(page.getByText(link))
})

describe('one user', () => {
  test('[R-2-066] [R-6-026] /admin/user/{userId}/edit changes name and email, and assigns and unassigns roles', async () => {
    const { app } = stage.current
    await createRole(app, ['BrandsRead'], 'Handed role')
    const person = await createPerson(app)
    const { page } = await openUsers(`/${person.userId}/edit`)
    await field(page, 'Name').fill('Renamed Person')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectVisible(page.getByText('Renamed Person saved'))
    expect((await storedUser(person.userId)).name).toBe('Renamed Person')
    await page.getByRole('combobox', { name: 'Choose a role' }).selectOption('Handed role')
    await panel(page, 'Roles').getByRole('button', { name: 'Assign', exact: true }).click()
    await expectVisible(page.getByText('Handed role assigned to Renamed Person'))
    await expectAccessible(page, 'a user’s page')
    await page.getByRole('button', { name: 'Unassign Handed role' }).click()
    await expectVisible(page.getByText('Handed role unassigned from Renamed Person'))
    expect((await storedUser(person.userId)).roles).toEqual([])
  })

  test('two administrators at once: the second is asked which name to keep', async () => {
    const person = await createPerson(stage.current.app)
    const first = await openUsers(`/${person.userId}/edit`)
    const second = await openUsers(`/${person.userId}/edit`)
    await field(first.page, 'Name').fill('Named by the first')
    await first.page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectVisible(first.page.getByText('Named by the first saved'))
    second.watch.expectError(/412/)
    await field(second.page, 'Name').fill('Named by the second')
    await second.page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = second.page.getByRole('dialog', { name: 'Someone else changed this in the meantime' })
    await expectVisible(dialog.getByText('Named by the first'))
    await dialog.getByRole('button', { name: 'Discard my changes' }).click()
    await expect.poll(() => field(second.page, 'Name').inputValue()).toBe('Named by the first')
  })

  test('[R-1-021] a disabled user loses the open page, and can sign in again when enabled', async () => {
    const { app, origin } = stage.current
    const ben = await stage.current.open()
    await signIn(ben.page, origin, 'ben')
    ben.watch.expectError(/40[013]|login_required|interaction|auth\.disabled/)
    const userId = await userIdOf(app, 'ben')
    const { page } = await openUsers(`/${userId}/edit`)
    await expectVisible(
      panel(page, 'Sessions')
        .getByText(/Chrome/)
        .first(),
    )
    await page.getByRole('switch', { name: 'Can sign in' }).click()
    await page.getByRole('button', { name: 'Disable Ben Okafor' }).click()
    await expectVisible(page.getByText('This user is disabled and can’t sign in.'))
    await expectVisible(page.getByText('Not signed in anywhere.'))
    // The open page ends with the next action, and says why.
    await composer(ben.page).fill('May I still ask?')
    await sendAndLeave(ben.page, expectPath(ben.page, /^\/auth\/jwt\/login/))
    const ended = ben.page.getByText('Your account is disabled. Ask an administrator.')
    await expectVisible(ended)
    await ben.page.goto(`${origin}/chat/agents`)
    await expectVisible(ended)
    await page.getByRole('switch', { name: 'Can sign in' }).click()
    await expectVisible(page.getByText('Ben Okafor enabled'))
    await signIn(ben.page, origin, 'ben')
    await expectVisible(ben.page.getByRole('button', { name: /^Account menu for Ben Okafor/ }))
    await page.reload()
    await page.getByRole('button', { name: 'End all sessions' }).click()
    await page.getByRole('button', { name: 'End sessions for Ben Okafor' }).click()
    await expectVisible(page.getByText('Not signed in anywhere.'))
  })

  test('[R-2-064] /admin/user/{id}/profile shows roles and their sources, groups, agents and policies', async () => {
    const { app } = stage.current
    await roleFor(stage.current, 'anna', ['BrandsRead'], 'Profile role')
    const { page } = await openUsers(`/${await userIdOf(app, 'anna')}/profile`)
    await expect
      .poll(() => readText(panel(page, 'Roles').getByRole('list')))
      .toMatch(/Profile role\s+Assigned directly[\s\S]*User\s+Everyone signed in/)
    await expectVisible(panel(page, 'Groups').getByText('Customer Care'))
    await expectVisible(panel(page, 'Available agents').getByText('Product guide'))
    await expect.poll(() => readText(panel(page, 'Chat access policies'))).toMatch(/Everyone signed in/)
    await expectAccessible(page, 'a profile')
  })

  test('unknown groups are shown as unknown, never as none', async () => {
    const person = await createPerson(stage.current.app)
    const { page } = await openUsers(`/${person.userId}/profile`)
    await expectVisible(panel(page, 'Groups').getByText(/^Group membership unknown\./))
    await expectGone(page.getByText('Not in any directory group.'))
  })

  test("a user who doesn't exist is reported as missing", async () => {
    const { page, watch } = await openUsers()
    watch.expectError(/404/)
    await page.goto(`${stage.current.origin}/admin/user/${crypto.randomUUID()}/profile`)
    await expectVisible(page.getByText('This user doesn’t exist, or you don’t have access.'))
  })
})

describe("the user's own account", () => {
  test('[R-2-065] /admin/user/account is open to everyone, from the account menu', async () => {
    const { page } = await stage.current.openAs('anna')
    await page.goto(`${stage.current.origin}/chat`)
    await page.getByRole('button', { name: /^Account menu for/ }).click()
    await page.getByRole('menuitem', { name: 'Account', exact: true }).click()
    await expectPath(page, '/admin/user/account')
    await expectVisible(panel(page, 'Roles').getByText('User', { exact: true }))
    await expectVisible(panel(page, 'Groups').getByText('Customer Care'))
    await expectAccessible(page, "the user's own account")
  })

  test('the name is changed there, and appears in the menu immediately', async () => {
    const { app, origin } = stage.current
    const token = await app.token('anna')
    const { page } = await stage.current.openAs('anna')
    await page.goto(`${origin}/admin/user/account`)
    await field(page, 'Name').fill('Anna L. Lindqvist')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectVisible(page.getByText('Account saved'))
    const me = await call<{ name: string }>(app, '/api/internal/currentUser', { token })
    expect(me.body.name).toBe('Anna L. Lindqvist')
    await expectVisible(page.getByRole('button', { name: /^Account menu for Anna L\. Lindqvist/ }))
    await field(page, 'Name').fill('Anna Lindqvist')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => field(page, 'Name').inputValue()).toBe('Anna Lindqvist')
  })

  test('other sessions are ended, one or all, and the current one stays', async () => {
    const { app, origin } = stage.current
    const other = await stage.current.open()
    await signIn(other.page, origin, 'chloe')
    other.watch.expectError(/401/)
    await app.token('chloe')
    const { page } = await stage.current.open()
    await signIn(page, origin, 'chloe', '/admin/user/account')
    const list = panel(page, 'Sessions').getByRole('listitem')
    await expectVisible(panel(page, 'Sessions').getByText('This session'))
    await expect.poll(() => list.count()).toBeGreaterThan(2)
    const before = await list.count()
    await page
      .getByRole('button', { name: /^End session on Chrome/ })
      .first()
      .click()
    await expect.poll(() => list.count()).toBe(before - 1)
    await page.getByRole('button', { name: 'End all other sessions' }).click()
    await expect.poll(() => list.count()).toBe(1)
    await expectVisible(panel(page, 'Sessions').getByText('This session'))
  })

  test('on a phone it has two views, and in dark Arabic it reads from right to left', async () => {
    const phone = await openUsers('/account', PHONE[1])
    await expectVisible(field(phone.page, 'Name'))
    await phone.page.getByText('Access', { exact: true }).click()
    await expectVisible(panel(phone.page, 'Sessions').getByText('This session'))
    expect(await phone.page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    const { page } = await stage.current.openAs('admin', DARK_ARABIC[1])
    await page.addInitScript(DARK_ARABIC[2])
    await page.goto(`${stage.current.origin}/admin/user/account`)
    await expectVisible(page.getByRole('heading', { level: 1, name: 'حسابك' }))
    await expectAccessible(page, 'the user’s own account in dark Arabic')
  })
})
