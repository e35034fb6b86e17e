import { z } from 'zod'
import { actions } from './actions.ts'
import { GptSystemCard } from './agentConfiguration.ts'
import { endpoint, id, listOf, nothing, page, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'
import { GroupsState } from './users.ts'

const me = '/api/internal/currentUser' as const

/** Where agents are found. */
export const directories = ['personal', 'shared', 'system'] as const
export type Directory = (typeof directories)[number]

export const currentUser = {
  get: endpoint({
    method: 'GET',
    path: me,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
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
    method: 'PUT',
    path: me,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    input: z.strictObject({
      name: text(1, limits.userFullName),
      email: z.email().max(320).nullable().optional(),
    }),
    response: nothing,
    purpose: "Changes one's name and address, where they are of the embedded directory.",
  }),
  listGptSystems: endpoint({
    method: 'GET',
    path: `${me}/gptSystems`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    input: z.strictObject({ ...page, search: text(0, 200).optional() }),
    response: listOf(GptSystemCard),
    purpose: 'The agents that one may chat with, by name.',
  }),
  listRecent: endpoint({
    method: 'GET',
    path: `${me}/gptSystems/recent`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    response: z.object({
      recentGptSystems: z.array(GptSystemCard.extend({ lastUsedAt: timestamp })).max(limits.recentAgents),
    }),
    purpose: 'The agents that one has chatted with and not pinned, the last one first.',
  }),
  listPinned: endpoint({
    method: 'GET',
    path: `${me}/gptSystems/pinned`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    response: z.object({ pinnedGptSystems: z.array(GptSystemCard).max(limits.pinnedAgents) }),
    purpose:
      'The agents that one has pinned, in their order. One that was taken away comes back with its right.',
  }),
  listShared: endpoint({
    method: 'GET',
    path: `${me}/gptSystems/shared`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    input: z.strictObject({ ...page, search: text(0, 200).optional() }),
    response: listOf(GptSystemCard),
    purpose: "Others' personal agents that are shared with one, by name.",
  }),
  listDirectory: endpoint({
    method: 'GET',
    path: `${me}/gptSystemDirectories/{directory}`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: z.strictObject({ directory: z.enum(directories) }),
    input: z.strictObject({
      ...page,
      search: text(0, 200).optional(),
      category: text(1, limits.category).optional(),
    }),
    response: listOf(GptSystemCard.extend({ categories: z.array(z.string()) })).extend({
      /** How many agents one finds here, whatever is searched for. */
      total: z.number().int(),
      /** Those that an agent which one finds here has, by name. */
      categories: z.array(z.object({ category: z.string(), count: z.number().int() })),
    }),
    purpose:
      "The agents of a directory that one may chat with, by name: one's own, others' that are shared with one, or the system agents that are listed.",
  }),
  pin: endpoint({
    method: 'POST',
    path: `${me}/gptSystems/pinned/{gptSystemId}`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    params: z.strictObject({ gptSystemId: id }),
    response: nothing,
    purpose: 'Pins an agent that one may chat with, after those that are pinned.',
  }),
  unpin: endpoint({
    method: 'DELETE',
    path: `${me}/gptSystems/pinned/{gptSystemId}`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    params: z.strictObject({ gptSystemId: id }),
    response: nothing,
    purpose: 'Takes an agent from those that are pinned.',
  }),
  orderPins: endpoint({
    method: 'PUT',
    path: `${me}/gptSystems/pinned`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    input: z.strictObject({ gptSystemIds: z.array(id).max(limits.pinnedAgents) }),
    response: nothing,
    purpose:
      'Puts these pinned agents into this order, in the places that they have; others stay where they are.',
  }),
  findPeople: endpoint({
    method: 'GET',
    path: `${me}/people`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    input: z.strictObject({ search: text(limits.peopleSearch, 200) }),
    response: z.object({
      items: z
        .array(
          z.object({
            /** Of the person; of the group as the directory has it. */
            id: z.string(),
            displayName: z.string(),
            kind: z.enum(['User', 'Group']),
          }),
        )
        .max(limits.foundPeople),
    }),
    purpose:
      "People and groups to share with, by a part of their name: those with whom one shares a directory group, and one's own groups; all, where the instance says so.",
  }),
  getUsage: endpoint({
    method: 'GET',
    path: `${me}/usage`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    input: z.strictObject({ gptSystemId: id }),
    response: z.object({
      /** Whose limits are the nearest to their end: a policy's, or a ceiling that holds for everybody. */
      whose: z.enum(['Policy', 'Agent', 'Instance']).nullable(),
      /** The policy, where it is one: of several the one that is furthest from its end. */
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
      /** `Unpriced`: limited in money, while nobody has said what the agent's deployment costs. */
      state: z.enum(['Unlimited', 'Within', 'NearEnd', 'Used', 'Unpriced']),
    }),
    purpose: 'What one has used of an agent, and what is left.',
  }),
  getDefaultBrand: endpoint({
    method: 'GET',
    path: `${me}/defaultBrand`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    response: z.object({ defaultBrandKey: z.string() }),
    purpose: 'The brand of pages that are of no other.',
  }),
  listRoles: endpoint({
    method: 'GET',
    path: `${me}/rolesWithResolvedActions`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
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
