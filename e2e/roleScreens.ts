import type { Action } from '@parlance/contract/actions'
import type { Locator, Page } from 'playwright-core'
import {
  assignRole,
  type CreatedRole,
  createRole,
  rolesPath,
  userIdOf,
} from '../server/src/testing/access.ts'
import { call } from '../server/src/testing/client.ts'
import { expectVisible } from './expectations.ts'
import type { OpenPage, Stage } from './stage.ts'

/** The group of the demo directory that the administrator and Ben are in. */
export const ENGINEERING = '5c1b9f02-6a3d-4b77-8d10-0a1f6c2e9d02'

export async function openRoles(stage: Stage, query = '', options = {}): Promise<OpenPage> {
  const opened = await stage.openAs('admin', options)
  await opened.page.goto(`${stage.origin}/admin/userRole${query}`)
  await expectVisible(opened.page.getByRole('heading', { level: 1, name: 'User Roles' }))
  return opened
}

/** Opens a role's editor as the administrator or another user. */
export async function openRole(
  stage: Stage,
  userRoleId: string,
  { as = 'admin', options = {} }: { as?: string; options?: object } = {},
): Promise<OpenPage> {
  const opened = await stage.openAs(as, options)
  await opened.page.goto(`${stage.origin}/admin/userRole/${userRoleId}/edit`)
  await expectVisible(opened.page.getByRole('table'))
  return opened
}

/** The checkbox of a permission in the matrix. */
export const box = (page: Page, action: Action): Locator => page.locator(`input[data-action="${action}"]`)
export const specific = (page: Page, action: Action): Locator =>
  page.locator(`button[data-action="${action}"]`)
export const saveRole = (page: Page): Locator => page.getByRole('button', { name: 'Save role' })
/** Returns the names of the pages that the role opens. */
export const willSee = (page: Page): Promise<string[]> =>
  page
    .locator('.will-see [data-seen=true]')
    .evaluateAll((rows) => rows.map((row) => row.childNodes[1]?.textContent ?? ''))

/** Creates a role that only this user has, in addition to the default role. */
export async function roleFor(
  stage: Stage,
  userName: string,
  actions: readonly Action[],
  name?: string,
): Promise<CreatedRole> {
  const role = await createRole(stage.app, actions, name)
  await assignRole(stage.app, await userIdOf(stage.app, userName), role.userRoleId)
  return role
}

export interface StoredRole extends CreatedRole {
  entities: { action: string; entityId: string }[]
}

/** Reads the role from the server, with its permissions on single agents and libraries. */
export async function storedRole(stage: Stage, userRoleId: string): Promise<StoredRole> {
  const token = await stage.app.token('admin')
  const path = `${rolesPath}/${userRoleId}`
  const [role, entities] = await Promise.all([
    call<CreatedRole>(stage.app, path, { token }),
    call<{ items: StoredRole['entities'] }>(stage.app, `${path}/entityConfiguration`, { token }),
  ])
  return { ...role.body, entities: entities.body.items }
}
