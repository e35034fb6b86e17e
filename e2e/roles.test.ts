import { describe, expect, test } from 'vitest'
import { assignRole, createRole, rolesPath, userIdOf } from '../server/src/testing/access.ts'
import { call } from '../server/src/testing/client.ts'
import { DARK_ARABIC, expectAccessible, PHONE } from './accessibility.ts'
import { chooseRowAction, expectRowGone, rowOf } from './brandScreens.ts'
import { expectGone, expectPath, expectVisible } from './expectations.ts'
import {
  box,
  ENGINEERING,
  openRole,
  openRoles,
  roleFor,
  saveRole,
  specific,
  storedRole,
  willSee,
} from './roleScreens.ts'
import { readText } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()

describe('the list of roles', () => {
  test('[R-2-073] /admin/userRole lists roles with description, assignments and badges', async () => {
    await roleFor(stage.current, 'anna', ['BrandsRead'], 'Listed role')
    const { page } = await openRoles(stage.current)
    await expect
      .poll(() => readText(rowOf(page, 'Listed role')))
      .toMatch(/Listed role[\s\S]*None[\s\S]*1[\s\S]*0/)
    await expect
      .poll(() => readText(rowOf(page, 'User')))
      .toMatch(/Built-in[\s\S]*Everyone signed in[\s\S]*All/)
    await expect.poll(() => page.title()).toBe('User Roles | Parlance')
    await expectAccessible(page, 'the roles')
    await page.getByRole('searchbox', { name: 'Search roles' }).fill('listed')
    await expectPath(page, '/admin/userRole?search=listed')
    await expectRowGone(page, 'Analyst')
  })

  test('[R-6-024] a role is deleted after confirmation; an assigned one stays, and the reason is shown', async () => {
    const held = await roleFor(stage.current, 'anna', ['BrandsRead'], 'Held role')
    await createRole(stage.current.app, ['BrandsRead'], 'Free role')
    const { page, watch } = await openRoles(stage.current)
    await chooseRowAction(page, 'Free role', 'Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete Free role?' })
    await dialog.getByRole('button', { name: 'Delete Free role' }).click()
    await expectVisible(page.getByText('Free role deleted'))
    await expectRowGone(page, 'Free role')
    await chooseRowAction(page, 'Held role', 'Delete')
    const told = page.getByRole('dialog', { name: 'Delete Held role?' })
    await expectVisible(told.getByText('Roles that are assigned to people or groups can’t be deleted.'))
    expect(await told.getByRole('button').allTextContents()).toEqual(['Cancel'])
    await expectAccessible(page, 'an assigned role')
    await told.getByRole('button', { name: 'Cancel' }).click()
    // A role that was assigned after the list was loaded.
    watch.expectError(/409/)
    const late = await createRole(stage.current.app, ['BrandsRead'], 'Late role')
    await page.reload()
    await chooseRowAction(page, 'Late role', 'Delete')
    await assignRole(stage.current.app, await userIdOf(stage.current.app, 'anna'), late.userRoleId)
    const refused = page.getByRole('dialog', { name: 'Delete Late role?' })
    await refused.getByRole('button', { name: 'Delete Late role' }).click()
    await expectVisible(refused.getByText('This role is assigned to people or groups.'))
    expect((await storedRole(stage.current, held.userRoleId)).users).toBe(1)
  })

  test("built-in roles can't be deleted, alone or with others", async () => {
    await createRole(stage.current.app, ['BrandsRead'], 'Bulk role')
    const { page, watch } = await openRoles(stage.current)
    await page.getByRole('button', { name: 'Actions for Analyst' }).click()
    await expectVisible(page.getByRole('menuitem', { name: 'Duplicate' }))
    await expectGone(page.getByRole('menuitem', { name: 'Delete' }))
    await page.keyboard.press('Escape')
    watch.expectError(/409/)
    for (const name of ['Analyst', 'Bulk role'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 roles' }).click()
    await expectVisible(rowOf(page, 'Analyst').getByText('Built-in roles can’t be changed or deleted.'))
    await expectRowGone(page, 'Bulk role')
  })

  test('on a phone the rows are lists, and in dark Arabic nothing is out of place', async () => {
    const phone = await openRoles(stage.current, '', PHONE[1])
    await expectVisible(phone.page.getByRole('listitem').filter({ hasText: 'Administrator' }))
    expect(await phone.page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    const { page } = await stage.current.openAs('admin', DARK_ARABIC[1])
    await page.addInitScript(DARK_ARABIC[2])
    await page.goto(`${stage.current.origin}/admin/userRole`)
    await expectVisible(page.getByRole('heading', { level: 1, name: 'أدوار المستخدمين' }))
    await expectAccessible(page, 'the roles in dark Arabic')
  })
})

test('[R-2-074] [R-6-024] /admin/userRole/new creates a role, and previews what it opens', async () => {
  const { page } = await openRoles(stage.current)
  await page.getByRole('link', { name: 'New role' }).click()
  await expectPath(page, '/admin/userRole/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Brand keeper')
  expect(await willSee(page)).toEqual([])
  await box(page, 'BrandsWrite').check()
  await expect.poll(() => box(page, 'BrandsRead').isChecked()).toBe(true)
  await expect.poll(() => willSee(page)).toEqual(['Brands'])
  await expectVisible(page.getByText('+ Edit brands', { exact: true }))
  await expectAccessible(page, 'a new role')
  await page.getByRole('button', { name: 'Create role' }).click()
  await expectPath(page, /^\/admin\/userRole\/[0-9a-f-]{36}\/edit$/)
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Brand keeper' }))
})

test('[R-1-020] [R-6-026] a role is assigned to a user and a group, who see its pages on their next load', async () => {
  const { app, origin } = stage.current
  await app.token('chloe')
  const role = await createRole(app, ['BrandsWrite'], 'Brand giver')
  const { page } = await openRole(stage.current, role.userRoleId)
  const chloe = await stage.current.openAs('chloe')
  await chloe.page.goto(`${origin}/admin/brand`)
  await expectVisible(chloe.page.getByText(/You need the permission\s+“Read brands” \(BrandsRead\)/))
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign Brand giver' })
  await dialog.getByRole('searchbox', { name: 'Search people' }).fill('chlo')
  await dialog.getByRole('button', { name: 'Assign to Chloe Haddad' }).click()
  await expectVisible(dialog.getByText('Assigned', { exact: true }))
  await expectAccessible(page, 'the role assignment dialog')
  await dialog.getByText('Groups', { exact: true }).click()
  await dialog.getByRole('searchbox', { name: 'Search groups' }).fill('engin')
  await dialog.getByRole('button', { name: 'Assign to Engineering' }).click()
  await expectVisible(dialog.getByText('Assigned', { exact: true }))
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expectVisible(page.getByText('1 person', { exact: true }))
  await expectVisible(page.getByText('1 group', { exact: true }))

  await chloe.page.reload()
  await expectVisible(chloe.page.getByRole('heading', { level: 1, name: 'Brands' }))
  const ben = await stage.current.openAs('ben')
  await ben.page.goto(`${origin}/admin/brand`)
  await expectVisible(ben.page.getByRole('heading', { level: 1, name: 'Brands' }))
})

test('[R-6-027] [R-6-026] a role lists its users and groups, and each can be unassigned', async () => {
  const role = await roleFor(stage.current, 'anna', ['BrandsRead'], 'Given role')
  const { app } = stage.current
  const token = await app.token('admin')
  await call(app, `${rolesPath}/${role.userRoleId}/groups/${ENGINEERING}`, { token, body: {} })
  const { page } = await openRole(stage.current, role.userRoleId)
  await expectVisible(page.getByRole('list', { name: 'People' }).getByText('Anna Lindqvist'))
  await expectVisible(page.getByRole('list', { name: 'Groups' }).getByText('Engineering'))
  await page.getByRole('button', { name: 'Unassign Anna Lindqvist' }).click()
  await expectVisible(page.getByText('Given role unassigned from Anna Lindqvist'))
  await page.getByRole('button', { name: 'Unassign Engineering' }).click()
  await expectVisible(page.getByText('Not assigned to anyone yet.'))
  expect(await storedRole(stage.current, role.userRoleId)).toMatchObject({ users: 0, groups: 0 })
})

describe('the editor', () => {
  test('[R-2-075] /admin/userRole/{userRoleId}/edit shows what changes, and one Save stores it', async () => {
    const role = await createRole(stage.current.app, ['BrandsRead', 'UserRead'], 'Changing role')
    const { page } = await openRole(stage.current, role.userRoleId)
    expect(await saveRole(page).getAttribute('aria-disabled')).toBe('true')
    await box(page, 'ConfigurationAuditLogRead').check()
    await box(page, 'UserRead').uncheck()
    await box(page, 'GptSystemsPublish').check()
    await expectVisible(page.getByText('3 changes', { exact: true }))
    await expectVisible(page.getByText('+ Read audit logs, + Publish agents, − Read users'))
    await expect.poll(() => willSee(page)).not.toContain('Users')
    await page.getByRole('textbox', { name: 'Description' }).fill('Looks after the records.')
    await expectVisible(page.getByText('4 changes', { exact: true }))
    await page.keyboard.press('Control+s')
    await expectVisible(page.getByText('Changing role saved'))
    const stored = await storedRole(stage.current, role.userRoleId)
    expect(stored.description).toBe('Looks after the records.')
    expect([...stored.permissions.actions].sort()).toEqual([
      'BrandsRead',
      'ConfigurationAuditLogRead',
      'GptSystemsPublish',
    ])
    await expectAccessible(page, 'the role editor')
  })

  test("[R-6-025] every permission has a checkbox: included ones show what includes them, and a user can't grant or revoke permissions they don't have", async () => {
    const role = await createRole(stage.current.app, ['BrandsWrite', 'AnalyticsRead'], 'Ceiling role')
    const own = await roleFor(stage.current, 'anna', ['UserRolesWrite', 'BrandsWrite'], 'Ceiling of Anna')
    const { page } = await openRole(stage.current, role.userRoleId, { as: 'anna' })
    const included = box(page, 'BrandsRead')
    expect(await included.getAttribute('aria-label')).toBe(
      'Brands: Read. Included in “Edit brands” (BrandsWrite).',
    )
    await included.press('Space')
    expect(await included.isChecked()).toBe(true)
    const locked = box(page, 'GuidelinesDocumentsRead')
    await locked.press('Space')
    expect(await locked.isChecked()).toBe(false)
    await expectVisible(
      page.getByText(
        'You don’t have “Read guidelines” (GuidelinesDocumentsRead) yourself, so you can’t grant or revoke it.',
      ),
    )
    await box(page, 'AnalyticsRead').press('Space')
    expect(await box(page, 'AnalyticsRead').isChecked()).toBe(true)
    await box(page, 'BrandsWrite').uncheck()
    await box(page, 'BrandsRead').check()
    await saveRole(page).click()
    await expectVisible(page.getByText('Ceiling role saved'))
    expect((await storedRole(stage.current, role.userRoleId)).permissions.actions.sort()).toEqual([
      'AnalyticsRead',
      'BrandsRead',
    ])
    await assignRole(stage.current.app, await userIdOf(stage.current.app, 'anna'), own.userRoleId, 'DELETE')
  })

  test('[R-3-126] single agents and libraries are chosen by name, and saved with the role', async () => {
    const agent = await stage.current.publish('Specific agent')
    const role = await createRole(stage.current.app, ['BrandsRead'], 'Specific role')
    const { page, watch } = await openRole(stage.current, role.userRoleId)
    await specific(page, 'GptSystemsWriteSpecific').click()
    const dialog = page.getByRole('dialog', { name: 'Choose agents' })
    await dialog.getByRole('searchbox', { name: 'Search agents' }).fill('specific')
    await dialog.getByRole('checkbox', { name: 'Specific agent' }).check()
    await expectAccessible(page, 'the agent selection')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expectVisible(page.getByText('+ Edit specific agents (1)'))
    await expect.poll(() => readText(specific(page, 'GptSystemsReadSpecific'))).toBe('1 agent')
    await page.getByRole('textbox', { name: 'Name' }).fill('Specific role, renamed')

    watch.expectError(/500/)
    const address = `**/userRoles/${role.userRoleId}/entityConfiguration`
    await page.route(address, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: 'no' }) : route.continue(),
    )
    await saveRole(page).click()
    await expectVisible(page.getByText(/The role was saved, but its agents and libraries weren’t/))
    await expectVisible(page.getByText('1 change', { exact: true }))
    expect((await storedRole(stage.current, role.userRoleId)).name).toBe('Specific role, renamed')
    await page.unroute(address)
    await saveRole(page).click()
    await expectVisible(page.getByText('Specific role, renamed saved'))
    const stored = await storedRole(stage.current, role.userRoleId)
    expect(stored.entities).toMatchObject([{ action: 'GptSystemsWriteSpecific', entityId: agent }])
  })

  test('two administrators at once: the second is asked, field by field', async () => {
    const role = await createRole(stage.current.app, ['BrandsRead'], 'Contested role')
    const first = await openRole(stage.current, role.userRoleId)
    const second = await openRole(stage.current, role.userRoleId)
    await first.page.getByRole('textbox', { name: 'Name' }).fill('Contested by the first')
    await box(first.page, 'UserRead').check()
    await saveRole(first.page).click()
    await expectVisible(first.page.getByText('Contested by the first saved'))
    second.watch.expectError(/412/)
    await second.page.getByRole('textbox', { name: 'Name' }).fill('Contested by the second')
    await saveRole(second.page).click()
    const dialog = second.page.getByRole('dialog', { name: 'Someone else changed this in the meantime' })
    await expectVisible(dialog.getByText('Contested by the first'))
    await expectVisible(dialog.getByText('Read users'))
    await expectAccessible(second.page, 'an edit conflict of a role')
    await dialog.getByRole('button', { name: 'Save chosen versions' }).click()
    await expectVisible(second.page.getByText('Contested by the second saved'))
    const stored = await storedRole(stage.current, role.userRoleId)
    expect(stored.name).toBe('Contested by the second')
    expect(stored.permissions.actions).toContain('UserRead')
  })

  test('a built-in role is read-only, and can be copied', async () => {
    const { page } = await openRoles(stage.current)
    await rowOf(page, 'Analyst').getByRole('link', { name: 'Analyst' }).click()
    await expectVisible(page.getByText(/Built-in roles can’t be edited\./))
    await expectGone(saveRole(page))
    await box(page, 'BrandsRead').press('Space')
    expect(await box(page, 'BrandsRead').isChecked()).toBe(false)
    await page.getByRole('link', { name: 'Duplicate' }).click()
    await expectPath(page, /^\/admin\/userRole\/new\?from=/)
    await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Copy of Analyst')
    expect(await box(page, 'AnalyticsCreate').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Create role' }).click()
    await expectVisible(page.getByText('Copy of Analyst created'))
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Copy of Analyst' }))
  })

  test('on a phone each area is a list of checkboxes, and the preview is a separate view', async () => {
    const role = await createRole(stage.current.app, ['BrandsRead'], 'Role on a phone')
    const { page } = await stage.current.openAs('admin', PHONE[1])
    await page.goto(`${stage.current.origin}/admin/userRole/${role.userRoleId}/edit`)
    await box(page, 'UserRead').check()
    await expectVisible(page.getByText('1 change', { exact: true }))
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    await expectAccessible(page, 'the role editor on a phone')
    await page.getByText('Pages and people', { exact: true }).click()
    await expect.poll(() => willSee(page)).toEqual(['Brands', 'Users'])
  })

  test('in dark Arabic the editor reads from right to left', async () => {
    const role = await createRole(stage.current.app, ['BrandsRead'], 'Role in Arabic')
    const { page } = await stage.current.openAs('admin', DARK_ARABIC[1])
    await page.addInitScript(DARK_ARABIC[2])
    await page.goto(`${stage.current.origin}/admin/userRole/${role.userRoleId}/edit`)
    await expectVisible(page.getByRole('heading', { name: 'الصفحات الظاهرة' }))
    await expectVisible(box(page, 'BrandsRead'))
    expect(await page.evaluate('document.dir')).toBe('rtl')
    await expectAccessible(page, 'the role editor in dark Arabic')
  })
})
