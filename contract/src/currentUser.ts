import { z } from 'zod'
import { actions } from './actions.ts'
import { GptSystemCard } from './agents.ts'
import { endpoint, id, listOf, nothing, page, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'
import { GroupsState } from './users.ts'

const me = '/api/internal/currentUser' as const

export const currentUser = {
  get: endpoint({
    kind: 'json',
    method: 'GET',
    path: me,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: nothing,
    input: nothing,
    response: z.object({
      userId: id,
      name: z.string(),
      userName: z.string(),
      email: z.string().nullable(),
      /** The ids of one's directory groups, as of the sign-in. */
      groups: z.array(z.string()),
      groupsState: GroupsState,
      /** The account is of the embedded directory, so that its name and address can be changed here. */
      editable: z.boolean(),
    }),
    purpose: 'Who is signed in.',
  }),
  update: endpoint({
    kind: 'json',
    method: 'PUT',
    path: me,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    params: nothing,
    input: z.strictObject({
      name: text(1, limits.userFullName),
      email: z.email().max(320).nullable().optional(),
    }),
    response: nothing,
    purpose: "Changes one's name and address, where they are of the embedded directory.",
  }),
  listGptSystems: endpoint({
    kind: 'json',
    method: 'GET',
    path: `${me}/gptSystems`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: nothing,
    input: z.strictObject({ ...page, search: text(0, 200).optional() }),
    response: listOf(GptSystemCard),
    purpose: 'The agents that one may chat with, by name.',
  }),
  getUsage: endpoint({
    kind: 'json',
    method: 'GET',
    path: `${me}/usage`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: nothing,
    input: z.strictObject({ gptSystemId: id }),
    response: z.object({
      /** The policy that decides: of several the one that is furthest from its end. */
      policy: z.string().nullable(),
      limits: z.array(
        z.object({
          kind: z.enum(['Messages', 'Tokens', 'Money']),
          per: z.enum(['Day', 'Month']),
          counted: z.enum(['EachPerson', 'Pool']),
          amount: z.number(),
          /** With what answers that are being written have set aside. */
          used: z.number(),
          resetsAt: timestamp,
        }),
      ),
      state: z.enum(['Unlimited', 'Within', 'NearEnd', 'Used']),
    }),
    purpose: 'What one has used of an agent, and what is left.',
  }),
  getDefaultBrand: endpoint({
    kind: 'json',
    method: 'GET',
    path: `${me}/defaultBrand`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: nothing,
    input: nothing,
    response: z.object({ defaultBrandKey: z.string() }),
    purpose: 'The brand of pages that are of no other.',
  }),
  listRoles: endpoint({
    kind: 'json',
    method: 'GET',
    path: `${me}/rolesWithResolvedActions`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: nothing,
    input: nothing,
    response: z.object({
      roles: z.array(
        z.object({
          userRoleId: id,
          name: z.string(),
          permissions: z.object({ resolvedActions: z.array(z.enum(actions)) }),
        }),
      ),
      specific: z.array(z.object({ action: z.enum(actions), entityId: id })),
    }),
    purpose: "One's roles with the actions they come to.",
  }),
}
