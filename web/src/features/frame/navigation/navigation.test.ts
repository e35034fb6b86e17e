import type { Action } from '@parlance/contract/actions'
import { describe, expect, it, test, vi } from 'vitest'
import { fakeStorage } from '../../../testing/fakeStorage.ts'
import { builtSections, isActive, type NavigationItem, visibleSections } from './navigation.ts'

vi.stubGlobal('sessionStorage', fakeStorage())
vi.stubGlobal('localStorage', fakeStorage())
await import('../../../app/screenList.ts')
const { adminSections } = await import('./adminSections.ts')
const { frameTexts } = await import('../lang/en.ts')
const { mayManage } = await import('../../currentUser/data/useActions.ts')

const all = adminSections(frameTexts.text)
const settingsFlag = new Set(['ShowInstanceSettingsPage'])
const titles = (held: readonly Action[], flags: ReadonlySet<string> = settingsFlag) =>
  visibleSections(all, { held: new Set(held), flags }).flatMap(({ items }) => items.map(({ title }) => title))
const item = (more: Partial<NavigationItem>): NavigationItem => ({ title: 'Item', path: '/item', ...more })
const shownWith = (more: Partial<NavigationItem>, currentRole?: string) =>
  visibleSections([{ subheader: 'One', items: [item(more)] }], {
    held: new Set(),
    flags: new Set(),
    ...(currentRole ? { currentRole } : {}),
  }).length > 0

describe('administration', () => {
  it('[R-2-162] [R-3-104] lists its sections and items in the specification’s order', () => {
    expect(all.map(({ subheader, items }) => [subheader, ...items.map(({ title }) => title)])).toEqual([
      ['Manage Agents', 'Dashboard', 'Agents', 'File Libraries', 'Performance Tests'],
      [
        'Administration',
        'Brands',
        'Guidelines',
        'Chat Access Policies',
        'User Roles',
        'Users',
        'Conversation reading',
        'Audit Logs',
        'Instance Settings',
      ],
    ])
  })

  it('[R-2-078] has case-sensitive paths', () => {
    expect(all.flatMap(({ items }) => items.map(({ path }) => path))).toEqual([
      '/admin',
      '/admin/gptsystem',
      '/admin/datasource',
      '/admin/performanceTests',
      '/admin/brand',
      '/admin/guidelines',
      '/admin/chatAccessPolicy',
      '/admin/userRole',
      '/admin/user',
      '/admin/conversationReads',
      '/admin/audit',
      '/admin/instanceSettings',
    ])
  })

  it('renders items with a screen, and keeps the others in its list', () => {
    const built = builtSections(all).flatMap(({ items }) => items.map(({ title }) => title))
    expect(built).toEqual([
      'Dashboard',
      'Agents',
      'File Libraries',
      'Performance Tests',
      'Brands',
      'Guidelines',
      'Chat Access Policies',
      'User Roles',
      'Users',
      'Conversation reading',
      'Audit Logs',
      'Instance Settings',
    ])
  })
})

describe('an item shows with any one of its permissions, and with no other', () => {
  const cases: [id: string, title: string, actions: Action[]][] = [
    ['R-6-010', 'Dashboard', ['AnalyticsRead', 'AnalyticsCreate', 'AnalyticsWrite']],
    [
      'R-6-011',
      'Agents',
      [
        'GptSystemsRead',
        'GptSystemsCreate',
        'GptSystemsWrite',
        'GptSystemsReadSpecific',
        'GptSystemsWriteSpecific',
      ],
    ],
    [
      'R-6-012',
      'File Libraries',
      [
        'DataSourcesRead',
        'DataSourcesCreate',
        'DataSourcesWrite',
        'DataSourcesReadSpecific',
        'DataSourcesWriteSpecific',
      ],
    ],
    ['R-6-013', 'Brands', ['BrandsRead', 'BrandsCreate', 'BrandsWrite']],
    [
      'R-6-014',
      'Guidelines',
      ['GuidelinesDocumentsRead', 'GuidelinesDocumentsCreate', 'GuidelinesDocumentsWrite'],
    ],
    [
      'R-6-015',
      'Chat Access Policies',
      ['ChatAccessPoliciesRead', 'ChatAccessPoliciesCreate', 'ChatAccessPoliciesWrite'],
    ],
    ['R-6-016', 'User Roles', ['UserRolesRead', 'UserRolesCreate', 'UserRolesWrite']],
    [
      'R-6-017',
      'Users',
      ['UserRead', 'UserRolePermissionsRead', 'UserRolePermissionsCreate', 'UserRolePermissionsWrite'],
    ],
    ['R-6-018', 'Audit Logs', ['ConfigurationAuditLogRead']],
    ['R-6-019', 'Instance Settings', ['InstanceSettingsRead']],
  ]
  const everyAction = cases.flatMap(([, , actions]) => actions)

  const expectShown = (title: string, actions: Action[], beside: string[] = []) => {
    for (const action of actions) expect(titles([action]), action).toEqual([title, ...beside])
    expect(titles(everyAction.filter((action) => !actions.includes(action)))).not.toContain(title)
  }
  // The permissions of analytics are those of performance tests.
  test('[R-6-007] [R-6-010] Dashboard', () => expectShown(...of('R-6-010'), ['Performance Tests']))
  test('Performance Tests', () => {
    const [, actions] = of('R-6-010')
    for (const action of actions) expect(titles([action])).toContain('Performance Tests')
    expect(titles(everyAction.filter((action) => !actions.includes(action)))).not.toContain(
      'Performance Tests',
    )
  })
  test('[R-6-011] Agents', () => expectShown(...of('R-6-011')))
  test('[R-6-012] File Libraries', () => expectShown(...of('R-6-012')))
  test('[R-6-013] Brands', () => expectShown(...of('R-6-013')))
  test('[R-6-014] Guidelines', () => expectShown(...of('R-6-014')))
  test('[R-6-015] Chat Access Policies', () => expectShown(...of('R-6-015')))
  test('[R-6-016] User Roles', () => expectShown(...of('R-6-016')))
  test('[R-6-017] Users', () => expectShown(...of('R-6-017')))
  test('Conversation reading, which takes no other permission', () => {
    expect(titles(['UserConversationsRead'])).toEqual(['Conversation reading'])
    expect(titles(everyAction)).not.toContain('Conversation reading')
  })
  test('[R-6-018] Audit Logs', () => expectShown(...of('R-6-018')))
  test('[R-6-019] Instance Settings, which also need their flag', () => {
    expectShown(...of('R-6-019'))
    expect(titles(['InstanceSettingsRead'], new Set())).toEqual([])
    expect(titles([], settingsFlag)).toEqual([])
  })

  function of(id: string): [string, Action[]] {
    const [, title, actions] = cases.find(([one]) => one === id)!
    return [title, actions]
  }
})

describe('an item with a list of roles', () => {
  it('[R-6-008] shows only to those roles', () => {
    expect(shownWith({ roles: ['editor', 'owner'] }, 'owner')).toBe(true)
    expect(shownWith({ roles: ['editor', 'owner'] }, 'reader')).toBe(false)
    expect(shownWith({ roles: [] })).toBe(false)
  })

  it('[R-6-009] treats a viewer without a role as admin, which grants no permission', () => {
    expect(shownWith({ roles: ['admin'] })).toBe(true)
    expect(shownWith({ roles: ['editor'] })).toBe(false)
    expect(shownWith({ roles: ['admin'], actions: ['UserRead'] })).toBe(false)
  })
})

it('omits empty sections, and filters children individually', () => {
  const children = [item({ path: '/a' }), item({ path: '/b', actions: ['UserRead'] })]
  const sections = [
    { subheader: 'Empty', items: [item({ actions: ['UserRead'] })] },
    { subheader: 'Full', items: [item({ children })] },
  ]
  const visible = visibleSections(sections, { held: new Set(), flags: new Set() })
  expect(visible.map(({ subheader }) => subheader)).toEqual(['Full'])
  expect(visible[0]!.items[0]!.children?.map(({ path }) => path)).toEqual(['/a'])
})

describe('an item is active', () => {
  it('[R-2-150] at its own path', () => {
    expect(isActive('/admin', '/admin')).toBe(true)
    expect(isActive('/admin', '/admin/datasource')).toBe(false)
    expect(isActive('/admin/datasource', '/admin/datasource')).toBe(true)
  })

  it('[R-2-151] on a path admin/{segment}/ if the segment is its last one', () => {
    expect(isActive('/admin/datasource', '/admin/datasource/d1/edit')).toBe(true)
    expect(isActive('/admin/user', '/admin/userRole/r1/edit')).toBe(false)
    expect(isActive('/admin/userRole', '/admin/userRole/new')).toBe(true)
    expect(isActive('/admin', '/admin/userRole/new')).toBe(false)
    expect(isActive('/chat/datasource', '/chat/datasource/x')).toBe(false)
  })
})

it('[R-6-020] [R-6-021] Management is for any permission except GptSystemsRead', () => {
  expect(mayManage(new Set(['GptSystemsRead']))).toBe(false)
  expect(mayManage(new Set(['GptSystemsRead', 'GptSystemsReadSpecific']))).toBe(true)
  expect(mayManage(new Set(['BrandsRead']))).toBe(true)
})
