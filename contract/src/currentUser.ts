import { z } from 'zod'
import { actions } from './actions.ts'
import { GptSystemCard } from './agentConfiguration.ts'
import { readsOfOneself } from './conversationReads.ts'
import { endpoint, id, listOf, nothing, page, text, timestamp } from './endpoint.ts'
import { AcceptGuidelines, ApplicableGuidelines } from './guidelinesDocuments.ts'
import { limits } from './limits.ts'
import { GroupsState } from './users.ts'

const me = '/api/internal/currentUser' as const

/** The directories of agents. */
export const directories = ['personal', 'shared', 'system'] as const
export type Directory = (typeof directories)[number]

export const currentUser = {
  ...readsOfOneself,
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
      /** The IDs of the user's directory groups, as of the sign-in. */
      groups: z.array(z.string()),
      groupsState: GroupsState,
      /** Whether the name and email can be changed here, because the account is in the embedded directory. */
      editable: z.boolean(),
    }),
    purpose: 'Returns the signed-in user.',
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
    purpose: 'Changes your name and email, if they come from the embedded directory.',
  }),
  listGptSystems: endpoint({
    method: 'GET',
    path: `${me}/gptSystems`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    input: z.strictObject({ ...page, search: text(0, 200).optional() }),
    response: listOf(GptSystemCard),
    purpose: 'Lists the agents you can chat with, by name.',
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
    purpose: 'Lists the agents you’ve chatted with and haven’t pinned, most recent first.',
  }),
  listPinned: endpoint({
    method: 'GET',
    path: `${me}/gptSystems/pinned`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    response: z.object({ pinnedGptSystems: z.array(GptSystemCard).max(limits.pinnedAgents) }),
    purpose: 'Lists your pinned agents in order. An agent you lose access to returns when you regain access.',
  }),
  listShared: endpoint({
    method: 'GET',
    path: `${me}/gptSystems/shared`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    input: z.strictObject({ ...page, search: text(0, 200).optional() }),
    response: listOf(GptSystemCard),
    purpose: 'Lists other people’s personal agents that are shared with you, by name.',
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
      /** The total number of agents in this directory, regardless of the search. */
      total: z.number().int(),
      /** The categories of the agents in this directory, by name. */
      categories: z.array(z.object({ category: z.string(), count: z.number().int() })),
    }),
    purpose:
      'Lists the agents you can chat with, by name: your own, those shared with you, or the listed system agents.',
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
    purpose: 'Pins an agent that you can chat with, after the others.',
  }),
  unpin: endpoint({
    method: 'DELETE',
    path: `${me}/gptSystems/pinned/{gptSystemId}`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    params: z.strictObject({ gptSystemId: id }),
    response: nothing,
    purpose: 'Unpins an agent.',
  }),
  orderPins: endpoint({
    method: 'PUT',
    path: `${me}/gptSystems/pinned`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    input: z.strictObject({ gptSystemIds: z.array(id).max(limits.pinnedAgents) }),
    response: nothing,
    purpose: 'Reorders these pinned agents within the places they have. Others stay in place.',
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
            /** The name of the person, or of the group as in the directory. */
            id: z.string(),
            displayName: z.string(),
            kind: z.enum(['User', 'Group']),
          }),
        )
        .max(limits.foundPeople),
    }),
    purpose:
      'Searches people and groups to share with by part of their name: people in your directory groups, and your own groups. Covers everyone if the instance allows it.',
  }),
  listGuidelines: endpoint({
    method: 'GET',
    path: `${me}/guidelinesDocuments`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    input: z.strictObject({ gptSystemId: id }),
    response: z.object({ items: z.array(ApplicableGuidelines) }),
    purpose: 'Lists the guidelines that apply to you when you chat with an agent, with their text.',
  }),
  listConsents: endpoint({
    method: 'GET',
    path: `${me}/guidelinesConsents`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    response: z.object({
      /** The documents whose current version you have accepted. */
      guidelinesDocumentConsent: z.array(id),
    }),
    purpose: 'Lists the guidelines that you have accepted in their current version.',
  }),
  acceptGuidelines: endpoint({
    method: 'POST',
    path: `${me}/guidelinesConsents`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    input: AcceptGuidelines,
    response: z.object({ acceptedAt: timestamp }),
    purpose:
      'Accepts the current version of a guidelines document, once. Repeating it returns the first time.',
  }),
  getUsage: endpoint({
    method: 'GET',
    path: `${me}/usage`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    input: z.strictObject({ gptSystemId: id }),
    response: z.object({
      /** The source of the limits closest to being reached: a policy, or a limit that applies to everyone. */
      whose: z.enum(['Policy', 'Agent', 'Instance', 'Budget']).nullable(),
      /** The policy, if it is the source. Of several, the one with the most left. */
      policy: z.string().nullable(),
      /** Empty for a budget, whose amounts only administrators see. */
      limits: z.array(
        z.object({
          kind: z.enum(['Messages', 'Tokens', 'Money']),
          per: z.enum(['Day', 'Month']),
          counted: z.enum(['EachPerson', 'Pool']),
          amount: z.number(),
          /** Includes the amounts reserved for answers in progress. */
          used: z.number(),
          resetsAt: timestamp,
        }),
      ),
      /** When a budget that is the source resets. Null for other limits, which say it themselves. */
      budgetResetsAt: timestamp.nullable(),
      /** `Unpriced`: there is a money limit, but the price of the agent's deployment is unknown. */
      state: z.enum(['Unlimited', 'Within', 'NearEnd', 'Used', 'Unpriced']),
    }),
    purpose: 'Returns your usage of an agent and what’s left of your limits.',
  }),
  getDefaultBrand: endpoint({
    method: 'GET',
    path: `${me}/defaultBrand`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    response: z.object({ defaultBrandKey: z.string() }),
    purpose: 'Returns the brand for pages that don’t belong to another brand.',
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
    purpose: 'Returns your roles and the permissions they grant.',
  }),
}
