import { randomUUID } from 'node:crypto'
import { assignRole, createPerson, createRole } from '../../../testing/access.ts'
import type { Calls, Make } from '../../../testing/case.ts'

const toRole: Make = async ({ app }) => ({
  params: { userRoleId: (await createRole(app, ['BrandsRead'])).userRoleId },
})
const toPerson: Make = async ({ app }) => ({ params: { userId: (await createPerson(app)).userId } })

export default {
  'currentUser.get': { access: 'signedIn', make: async () => ({}) },
  'currentUser.update': {
    access: 'signedIn',
    make: async () => ({ input: { name: 'Anna Lindqvist', email: 'anna@parlance.example' } }),
  },
  'currentUser.findPeople': { access: 'signedIn', make: async () => ({ input: { search: 'care' } }) },
  'users.listUsers': {
    access: [
      'UserRead',
      'UserCreate',
      'UserWrite',
      'UserRolePermissionsRead',
      'UserRolePermissionsCreate',
      'UserRolePermissionsWrite',
    ],
    make: async () => ({ input: { search: 'a', sort: '-lastSeenAt', disabled: 'false' } }),
  },
  'users.createUser': {
    access: ['UserCreate'],
    make: async () => ({ input: { name: 'Made', userName: `made-${randomUUID()}` } }),
  },
  'users.getUser': { access: ['UserRead', 'UserCreate', 'UserWrite'], make: toPerson },
  'users.updateUser': {
    access: ['UserWrite'],
    make: async ({ app }) => {
      const { userId, version } = await createPerson(app)
      return {
        params: { userId },
        input: { name: 'Renamed' },
        headers: { 'if-match': `"${version}"` },
      }
    },
  },
  'users.removeUser': { access: ['UserWrite'], make: toPerson },
  'users.getProfile': {
    access: [
      'UserRead',
      'UserCreate',
      'UserWrite',
      'UserRolePermissionsRead',
      'UserRolePermissionsCreate',
      'UserRolePermissionsWrite',
    ],
    make: toPerson,
  },
  'users.setDisabled': {
    access: ['UserWrite'],
    make: async (world) => ({ ...(await toPerson(world)), input: { disabled: true } }),
  },
  'users.createPasswordLink': { access: ['UserWrite'], make: toPerson },
  'users.listSessions': { access: ['UserRead', 'UserWrite'], make: toPerson },
  'users.endSessions': { access: ['UserWrite'], make: toPerson },
  'users.listUserRoles': {
    access: ['UserRolePermissionsRead', 'UserRolePermissionsCreate', 'UserRolePermissionsWrite'],
    make: toPerson,
  },
  'users.assignRole': {
    access: ['UserRolePermissionsCreate', 'UserRolePermissionsWrite'],
    make: async (world) => {
      const [person, role] = await Promise.all([toPerson(world), toRole(world)])
      return { params: { ...person.params, ...role.params } }
    },
  },
  'users.unassignRole': {
    access: ['UserRolePermissionsWrite'],
    make: async (world) => {
      const [person, role] = await Promise.all([toPerson(world), toRole(world)])
      const params = { ...person.params, ...role.params }
      await assignRole(world.app, params.userId ?? '', params.userRoleId ?? '')
      return { params }
    },
  },
} satisfies Calls
