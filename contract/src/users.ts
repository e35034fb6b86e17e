import { z } from 'zod'
import { actions } from './actions.ts'
import { endpoint, id, listOf, nothing, page, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'

/**
 * What is known about a user's directory groups: as of the last sign-in, `Old` after 24 hours, otherwise
 * nothing.
 */
export const GroupsState = z.enum(['Known', 'Old', 'Unknown'])

const person = {
  userId: id,
  name: z.string(),
  userName: z.string(),
  email: z.string().nullable(),
  disabled: z.boolean(),
  source: z.enum(['Directory', 'Invited']),
  firstSeenAt: timestamp.nullable(),
  lastSeenAt: timestamp.nullable(),
}
const HeldRole = z.object({ userRoleId: id, name: z.string() })

export const UserRow = z.object({ ...person, roles: z.array(HeldRole), version: z.number().int() })
export const User = UserRow.extend({
  tenantId: z.string(),
  objectId: z.string(),
  groupIds: z.array(z.string()),
  groupsState: GroupsState,
  groupsReadAt: timestamp.nullable(),
  /**
   * Whether the user's name and email can be changed here, because the account is in the embedded directory.
   */
  editable: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
})

export const SessionRow = z.object({
  sessionId: id,
  createdAt: timestamp,
  lastSeenAt: timestamp,
  expiresAt: timestamp,
  userAgent: z.string().nullable(),
  current: z.boolean(),
})

/** A user's role and where it comes from: assigned directly, to one of their groups, or to everyone. */
export const RoleHolding = z.object({
  userRoleId: id,
  name: z.string(),
  by: z.enum(['Person', 'Group', 'Everyone']),
  groupId: z.string().nullable(),
  resolvedActions: z.array(z.enum(actions)),
})

export const UserProfile = z.object({
  user: User,
  roles: z.array(RoleHolding),
  specific: z.array(z.object({ action: z.enum(actions), entityId: id, name: z.string().nullable() })),
  policies: z.array(
    z.object({
      chatAccessPolicyId: id,
      name: z.string(),
      by: z.enum(['EveryoneSignedIn', 'User', 'Group']),
      groupId: z.string().nullable(),
    }),
  ),
  /** Agents that the user can chat with: the first 50 by name, and their total number. */
  gptSystems: z.array(z.object({ gptSystemId: id, name: z.string() })),
  gptSystemCount: z.number().int(),
  sessions: z.number().int(),
})

const base = '/api/internal/users' as const
const one = z.strictObject({ userId: id })
const roleOfUser = z.strictObject({ userId: id, userRoleId: id })
const readers = ['UserRead', 'UserCreate', 'UserWrite'] as const
const listers = [
  ...readers,
  'UserRolePermissionsRead',
  'UserRolePermissionsCreate',
  'UserRolePermissionsWrite',
] as const
const email = z.email().max(320)
const editable = {
  name: text(1, limits.userFullName),
  email: email.nullable().optional(),
}

export const users = {
  listUsers: endpoint({
    method: 'GET',
    path: base,
    access: listers,
    rate: 'read',
    audit: 'none',
    input: z.strictObject({
      ...page,
      search: text(0, 200).optional(),
      disabled: z.enum(['true', 'false']).optional(),
      userRoleId: id.optional(),
      sort: z.enum(['name', '-name', 'userName', '-userName', 'lastSeenAt', '-lastSeenAt']).optional(),
    }),
    response: listOf(UserRow),
    purpose: 'Lists users with their directly assigned roles.',
  }),
  createUser: endpoint({
    method: 'POST',
    path: base,
    access: ['UserCreate'],
    rate: 'write',
    audit: 'user.create',
    idempotency: 'optional',
    toldOnce: ['passwordLink'],
    input: z.strictObject({
      ...editable,
      userName: text(1, limits.userName),
      /** The user's object ID in an external directory. The embedded directory creates its own. */
      objectId: id.optional(),
    }),
    response: User.extend({
      /** Where the new user sets a password, once, within 30 minutes. Null with an external directory. */
      passwordLink: z.string().nullable(),
    }),
    etag: 'answers',
    purpose: 'Invites a person from the directory, or creates an account in the embedded directory.',
  }),
  getUser: endpoint({
    method: 'GET',
    path: `${base}/{userId}`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    response: User,
    etag: 'answers',
    purpose: 'Returns a user.',
  }),
  updateUser: endpoint({
    method: 'PUT',
    path: `${base}/{userId}`,
    access: ['UserWrite'],
    rate: 'write',
    audit: 'user.update',
    params: one,
    input: z.strictObject(editable),
    response: User,
    etag: 'required',
    purpose: 'Updates an account of the embedded directory. People from another directory are managed there.',
  }),
  removeUser: endpoint({
    method: 'DELETE',
    path: `${base}/{userId}`,
    access: ['UserWrite'],
    rate: 'write',
    audit: 'user.remove',
    params: one,
    response: nothing,
    purpose: 'Deletes a user and ends their sessions. Their personal data is deleted after 30 days.',
  }),
  getProfile: endpoint({
    method: 'GET',
    path: `${base}/{userId}/profile`,
    access: [...readers, 'UserRolePermissionsRead', 'UserRolePermissionsCreate', 'UserRolePermissionsWrite'],
    rate: 'read',
    audit: 'none',
    params: one,
    response: UserProfile,
    purpose: 'Returns a user’s roles, groups, policies, agents, and sessions.',
  }),
  setDisabled: endpoint({
    method: 'PUT',
    path: `${base}/{userId}/disabled`,
    access: ['UserWrite'],
    rate: 'write',
    audit: 'user.disable',
    params: one,
    input: z.strictObject({ disabled: z.boolean() }),
    response: User,
    etag: 'answers',
    purpose: 'Disables a user, who loses access with the next call, or enables them again.',
  }),
  createPasswordLink: endpoint({
    method: 'POST',
    path: `${base}/{userId}/passwordLink`,
    access: ['UserWrite'],
    rate: 'write',
    audit: 'user.passwordLink',
    idempotency: 'none',
    // Each call creates a new link, so none has to be stored for repeated calls.
    params: one,
    response: z.object({ passwordLink: z.string() }),
    purpose:
      'Creates a one-time link, valid for 30 minutes, to set the password of an account in the embedded directory. Earlier links stop working. Not available for users with permissions you don’t have.',
  }),
  listSessions: endpoint({
    method: 'GET',
    path: `${base}/{userId}/sessions`,
    access: ['UserRead', 'UserWrite'],
    rate: 'read',
    audit: 'none',
    params: one,
    response: z.object({ items: z.array(SessionRow) }),
    purpose: 'Lists a user’s sessions.',
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: `${base}/{userId}/sessions`,
    access: ['UserWrite'],
    rate: 'write',
    audit: 'user.endSessions',
    params: one,
    response: nothing,
    purpose: 'Ends all sessions of a user, who has to sign in again.',
  }),
  listUserRoles: endpoint({
    method: 'GET',
    path: `${base}/{userId}/userRoles`,
    access: ['UserRolePermissionsRead', 'UserRolePermissionsCreate', 'UserRolePermissionsWrite'],
    rate: 'read',
    audit: 'none',
    params: one,
    response: z.object({ items: z.array(RoleHolding) }),
    purpose: 'Lists a user’s roles and how each was assigned.',
  }),
  assignRole: endpoint({
    method: 'POST',
    path: `${base}/{userId}/userRoles/{userRoleId}`,
    access: ['UserRolePermissionsCreate', 'UserRolePermissionsWrite'],
    rate: 'write',
    audit: 'userRole.assign',
    idempotency: 'optional',
    params: roleOfUser,
    response: nothing,
    purpose: 'Assigns a role to a user. The role can’t have permissions that you don’t have.',
  }),
  unassignRole: endpoint({
    method: 'DELETE',
    path: `${base}/{userId}/userRoles/{userRoleId}`,
    access: ['UserRolePermissionsWrite'],
    rate: 'write',
    audit: 'userRole.unassign',
    params: roleOfUser,
    response: nothing,
    purpose: 'Unassigns a role from a user. At least one enabled user must remain Administrator.',
  }),
}
