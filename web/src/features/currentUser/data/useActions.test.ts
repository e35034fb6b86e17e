import { expect, it, vi } from 'vitest'
import { fakeStorage } from '../../../testing/fakeStorage.ts'

vi.stubGlobal('sessionStorage', fakeStorage())
vi.stubGlobal('localStorage', fakeStorage())
const { heldActions, mayManage } = await import('./useActions.ts')

const role = (resolvedActions: ('GptSystemsRead' | 'DataSourcesRead')[]) => ({
  userRoleId: 'r',
  name: 'Role',
  permissions: { resolvedActions },
})

it('combines the permissions of all roles with those for single objects', () => {
  const held = heldActions({
    roles: [role(['GptSystemsRead']), role(['GptSystemsRead', 'DataSourcesRead'])],
    specific: [{ action: 'GptSystemsWriteSpecific', entityId: 'e' }],
  })
  expect([...held].sort()).toEqual(['DataSourcesRead', 'GptSystemsRead', 'GptSystemsWriteSpecific'])
  expect(heldActions(undefined).size).toBe(0)
})

it('shows Management for any permission other than GptSystemsRead', () => {
  expect(mayManage(new Set())).toBe(false)
  expect(mayManage(new Set(['GptSystemsRead']))).toBe(false)
  expect(mayManage(new Set(['GptSystemsRead', 'DataSourcesRead']))).toBe(true)
})
