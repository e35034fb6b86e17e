import type { Action } from '@parlance/contract/actions'
import { expect, it, vi } from 'vitest'
import { fakeStorage } from '../../../testing/fakeStorage.ts'

vi.stubGlobal('sessionStorage', fakeStorage())
vi.stubGlobal('localStorage', fakeStorage())
await import('../../../app/screenList.ts')
const { adminSections } = await import('../../frame/navigation/adminSections.ts')
const { builtSections } = await import('../../frame/navigation/navigation.ts')
const { resolvedOf } = await import('./matrix.ts')
const { pagesOf } = await import('./willSee.ts')

const sections = adminSections((key) => key)
const seen = (actions: Action[], flags: string[] = []) =>
  pagesOf(sections, resolvedOf(actions, []), new Set(flags))
    .filter((page) => page.seen)
    .map(({ title }) => title)

it('lists every page, in the order of the navigation', () => {
  const all = builtSections(sections).flatMap(({ items }) => items.map(({ path }) => path))
  expect(pagesOf(sections, new Set(), new Set()).map(({ path }) => path)).toEqual(all)
  expect(all).toContain('/admin/userRole')
})

it('[R-6-016] [R-6-017] opens User Roles and Users with any of their permissions', () => {
  expect(seen(['UserRolesRead'])).toEqual(['User Roles'])
  expect(seen(['UserRolesCreate'])).toEqual(['User Roles'])
  expect(seen(['UserRolesWrite'])).toEqual(['User Roles'])
  expect(seen(['UserRead'])).toEqual(['Users'])
  expect(seen(['UserRolePermissionsCreate'])).toEqual(['Users'])
  // Users who can edit people can see them.
  expect(seen(['UserWrite'])).toEqual(['Users'])
})

it('opens pages through implied permissions and through specific objects', () => {
  expect(seen(['BrandsWrite'])).toEqual(['Brands'])
  const entities = [{ action: 'DataSourcesReadSpecific', entityType: 'DataSource', entityId: 'l' }] as const
  const pages = pagesOf(sections, resolvedOf([], entities), new Set())
  expect(pages.filter((page) => page.seen).map(({ title }) => title)).toEqual(['File Libraries'])
})

it('opens nothing for the one permission that everyone has', () => {
  expect(seen(['GptSystemsRead'])).toEqual([])
  expect(seen(['GptSystemsRead', 'AnalyticsRead'])).toContain('Dashboard')
})
