import { z } from 'zod'
import { type Action, actions, isSpecific, specificActions } from './actions.ts'
import { endpoint, id, listOf, nothing, page, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'

/**
 * An action that a role can include directly. *Specific* actions are granted for individual objects, through
 * `entityConfiguration`.
 */
const RoleAction = z
  .enum(actions)
  .refine(
    (action: Action) => !isSpecific(action),
    'This permission is granted for individual agents or file libraries.',
  )

export const UserRole = z.object({
  userRoleId: id,
  name: z.string(),
  description: z.string(),
  permissions: z.object({
    /** The directly granted actions. */
    actions: z.array(z.enum(actions)),
    /** Includes implied actions, and *Specific* actions that the role has for at least one object. */
    resolvedActions: z.array(z.enum(actions)),
  }),
  builtIn: z.boolean(),
  /** Assigned to everyone who is signed in. */
  isDefault: z.boolean(),
  /** The number of people and groups that it is assigned to. */
  users: z.number().int(),
  groups: z.number().int(),
  version: z.number().int(),
  createdAt: timestamp,
  updatedAt: timestamp,
})

export const EntityType = z.enum(['GptSystem', 'DataSource'])
export const EntityRight = z.strictObject({
  action: z.enum(specificActions),
  entityType: EntityType,
  entityId: id,
})
/** With the object's name. Null if the user can't see the name. */
const NamedEntityRight = EntityRight.extend({ name: z.string().nullable() })

export const UserAction = z.object({
  name: z.enum(actions),
  area: z.string(),
  specific: z.boolean(),
  /** The actions that imply this one. */
  impliedBy: z.array(z.enum(actions)),
  /** Whether the caller has it, and so can grant it. */
  held: z.boolean(),
})

const base = '/api/internal/userRoles' as const
const one = z.strictObject({ userRoleId: id })
const readers = ['UserRolesRead', 'UserRolesCreate', 'UserRolesWrite'] as const
const holderReaders = [
  'UserRolePermissionsRead',
  'UserRolePermissionsCreate',
  'UserRolePermissionsWrite',
  ...readers,
] as const
const input = z.strictObject({
  name: text(1, limits.roleName),
  description: text(0, limits.roleDescription).optional(),
  permissions: z.strictObject({ actions: z.array(RoleAction).max(actions.length) }),
})

export const GroupId = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\w.:-]+$/, 'This isn’t a directory group.')
const groupPath = z.strictObject({ userRoleId: id, groupId: GroupId })

export const userRoles = {
  listUserRoles: endpoint({
    method: 'GET',
    path: base,
    access: [...readers, 'UserRolePermissionsCreate', 'UserRolePermissionsWrite'],
    rate: 'read',
    audit: 'none',
    input: z.strictObject({
      ...page,
      search: text(0, 200).optional(),
      sort: z.enum(['name', '-name', 'updatedAt', '-updatedAt']).optional(),
    }),
    response: listOf(UserRole),
    purpose: 'Lists roles by name.',
  }),
  createUserRole: endpoint({
    method: 'POST',
    path: base,
    access: ['UserRolesCreate'],
    rate: 'write',
    audit: 'userRole.create',
    idempotency: 'optional',
    input,
    response: UserRole,
    etag: 'answers',
    purpose: 'Creates a role from permissions that you have yourself.',
  }),
  getUserRole: endpoint({
    method: 'GET',
    path: `${base}/{userRoleId}`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    response: UserRole,
    etag: 'answers',
    purpose: 'A role.',
  }),
  updateUserRole: endpoint({
    method: 'PUT',
    path: `${base}/{userRoleId}`,
    access: ['UserRolesWrite'],
    rate: 'write',
    audit: 'userRole.update',
    params: one,
    input,
    response: UserRole,
    etag: 'required',
    purpose:
      'Updates a role. You can only add permissions that you have yourself. Built-in roles can’t be changed.',
  }),
  removeUserRole: endpoint({
    method: 'DELETE',
    path: `${base}/{userRoleId}`,
    access: ['UserRolesWrite'],
    rate: 'write',
    audit: 'userRole.remove',
    params: one,
    response: nothing,
    purpose: 'Deletes a role that isn’t assigned.',
  }),
  getEntityConfiguration: endpoint({
    method: 'GET',
    path: `${base}/{userRoleId}/entityConfiguration`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    response: z.object({ items: z.array(NamedEntityRight), version: z.number().int() }),
    etag: 'answers',
    purpose: 'Returns the agents and file libraries that a role’s *Specific* permissions apply to.',
  }),
  updateEntityConfiguration: endpoint({
    method: 'PUT',
    path: `${base}/{userRoleId}/entityConfiguration`,
    access: ['UserRolesWrite'],
    rate: 'write',
    audit: 'userRole.entities',
    params: one,
    input: z.strictObject({ items: z.array(EntityRight).max(limits.entityRightsPerRole) }),
    response: z.object({ items: z.array(NamedEntityRight), version: z.number().int() }),
    etag: 'required',
    purpose:
      'Sets the agents and file libraries that a role’s *Specific* permissions apply to. You can only add permissions that you have on the object yourself.',
  }),
  listRoleUsers: endpoint({
    method: 'GET',
    path: `${base}/{userRoleId}/users`,
    access: holderReaders,
    rate: 'read',
    audit: 'none',
    params: one,
    input: z.strictObject({ ...page, search: text(0, 200).optional() }),
    response: listOf(z.object({ userId: id, name: z.string(), userName: z.string(), disabled: z.boolean() })),
    purpose: 'Lists the people with a direct assignment of the role, by name.',
  }),
  listRoleGroups: endpoint({
    method: 'GET',
    path: `${base}/{userRoleId}/groups`,
    access: holderReaders,
    rate: 'read',
    audit: 'none',
    params: one,
    response: z.object({
      items: z.array(
        z.object({
          groupId: z.string(),
          /** Members of this group who signed in within the last day, according to their directory. */
          knownMembers: z.number().int(),
        }),
      ),
    }),
    purpose: 'Lists the directory groups that a role is assigned to.',
  }),
  assignGroup: endpoint({
    method: 'POST',
    path: `${base}/{userRoleId}/groups/{groupId}`,
    access: ['UserRolePermissionsCreate', 'UserRolePermissionsWrite'],
    rate: 'write',
    audit: 'userRole.assign',
    idempotency: 'optional',
    params: groupPath,
    response: nothing,
    purpose: 'Assigns a role to a directory group. The role can’t have permissions that you don’t have.',
  }),
  unassignGroup: endpoint({
    method: 'DELETE',
    path: `${base}/{userRoleId}/groups/{groupId}`,
    access: ['UserRolePermissionsWrite'],
    rate: 'write',
    audit: 'userRole.unassign',
    params: groupPath,
    response: nothing,
    purpose: 'Unassigns a role from a directory group.',
  }),
}

export const userActions = {
  listUserActions: endpoint({
    method: 'GET',
    path: '/api/internal/userActions',
    access: readers,
    rate: 'read',
    audit: 'none',
    response: z.object({ items: z.array(UserAction) }),
    purpose: 'Lists every permission, with the permissions that imply it.',
  }),
}
