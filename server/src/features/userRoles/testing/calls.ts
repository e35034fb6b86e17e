import { randomUUID } from 'node:crypto'
import { createRole } from '../../../testing/access.ts'
import type { Calls, Make } from '../../../testing/case.ts'

const toRole: Make = async ({ app }) => ({
  params: { userRoleId: (await createRole(app, ['BrandsRead'])).userRoleId },
})
/** The plain user of the tests isn’t in it, so no test gains permissions by it. */
const group = '5c1b9f02-6a3d-4b77-8d10-0a1f6c2e9d03'

export default {
  'currentUser.listRoles': { access: 'signedIn', make: async () => ({}) },
  'userRoles.listUserRoles': {
    access: [
      'UserRolesRead',
      'UserRolesCreate',
      'UserRolesWrite',
      'UserRolePermissionsCreate',
      'UserRolePermissionsWrite',
    ],
    make: async () => ({ input: { search: 'a', sort: '-updatedAt' } }),
  },
  'userRoles.createUserRole': {
    access: ['UserRolesCreate'],
    make: async () => ({
      input: { name: `Made ${randomUUID().slice(0, 8)}`, permissions: { actions: ['BrandsWrite'] } },
    }),
  },
  'userRoles.getUserRole': { access: ['UserRolesRead', 'UserRolesCreate', 'UserRolesWrite'], make: toRole },
  'userRoles.updateUserRole': {
    access: ['UserRolesWrite'],
    make: async ({ app }) => {
      const { userRoleId, name, version } = await createRole(app, ['BrandsRead'])
      return {
        params: { userRoleId },
        input: { name, permissions: { actions: ['BrandsRead', 'UserRead'] } },
        headers: { 'if-match': `"${version}"` },
      }
    },
  },
  'userRoles.removeUserRole': { access: ['UserRolesWrite'], make: toRole },
  'userRoles.getEntityConfiguration': {
    access: ['UserRolesRead', 'UserRolesCreate', 'UserRolesWrite'],
    make: toRole,
  },
  'userRoles.updateEntityConfiguration': {
    access: ['UserRolesWrite'],
    make: async ({ app, gptSystemId }) => {
      const { userRoleId, version } = await createRole(app, ['BrandsRead'])
      const right = { action: 'GptSystemsWriteSpecific', entityType: 'GptSystem', entityId: gptSystemId }
      return { params: { userRoleId }, input: { items: [right] }, headers: { 'if-match': `"${version}"` } }
    },
  },
  'userRoles.listRoleUsers': {
    access: [
      'UserRolePermissionsRead',
      'UserRolePermissionsCreate',
      'UserRolePermissionsWrite',
      'UserRolesRead',
      'UserRolesCreate',
      'UserRolesWrite',
    ],
    make: toRole,
  },
  'userRoles.listRoleGroups': {
    access: [
      'UserRolePermissionsRead',
      'UserRolePermissionsCreate',
      'UserRolePermissionsWrite',
      'UserRolesRead',
      'UserRolesCreate',
      'UserRolesWrite',
    ],
    make: toRole,
  },
  'userRoles.assignGroup': {
    access: ['UserRolePermissionsCreate', 'UserRolePermissionsWrite'],
    make: async (world) => ({ params: { ...(await toRole(world)).params, groupId: group } }),
  },
  'userRoles.unassignGroup': {
    access: ['UserRolePermissionsWrite'],
    make: async (world) => ({
      params: { ...(await toRole(world)).params, groupId: group },
    }),
  },
  'userActions.listUserActions': {
    access: ['UserRolesRead', 'UserRolesCreate', 'UserRolesWrite'],
    make: async () => ({}),
  },
} satisfies Calls
