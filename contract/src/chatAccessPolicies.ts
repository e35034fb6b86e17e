import { z } from 'zod'
import { BrandKey } from './brandKey.ts'
import { endpoint, id, listOf, nothing, page, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'
import { UsageLimit, UsageLimits } from './usageLimits.ts'
import { GroupId } from './userRoles.ts'

/**
 * Signed-in subjects: everyone, one person, or the members of a directory group, identified as in the
 * directory.
 */
export const SignedInSubject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('EveryoneSignedIn') }),
  z.strictObject({ kind: z.literal('User'), id }),
  z.strictObject({ kind: z.literal('Group'), id: GroupId }),
])
export const PolicySubject = z.discriminatedUnion('kind', [
  ...SignedInSubject.options,
  z.strictObject({ kind: z.literal('PublicEndpoint'), id: z.string().min(3).max(63) }),
])

/** The fields of a policy. Fields with a default are optional. */
export const policyFields = {
  name: text(1, limits.policyName),
  description: text(0, limits.policyDescription).default(''),
  enabled: z.boolean().default(true),
  subjects: z.array(PolicySubject).min(1).max(limits.subjectsPerPolicy),
  /** All system agents, or the listed ones. */
  gptSystems: z.union([z.literal('All'), z.array(id).min(1).max(limits.gptSystemsPerPolicy)]),
  /** Limits the policy to agents of this brand. */
  brandKey: BrandKey.nullable().default(null),
  limits: UsageLimits.default([]),
  validFrom: timestamp.nullable().default(null),
  validTo: timestamp.nullable().default(null),
}

export const NamedSubject = z.object({
  kind: z.enum(['EveryoneSignedIn', 'User', 'Group', 'PublicEndpoint']),
  id: z.string().optional(),
  /** Only for people. The names of groups come from the directory. */
  name: z.string().optional(),
})

export const ChatAccessPolicy = z.object({
  chatAccessPolicyId: id,
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  subjects: z.array(NamedSubject),
  gptSystems: z.union([z.literal('All'), z.array(z.object({ gptSystemId: id, name: z.string() }))]),
  brandKey: z.string().nullable(),
  limits: z.array(UsageLimit),
  validFrom: timestamp.nullable(),
  validTo: timestamp.nullable(),
  version: z.number().int(),
  createdAt: timestamp,
  updatedAt: timestamp,
})

export const ChatAccessPolicyRow = ChatAccessPolicy.omit({
  subjects: true,
  gptSystems: true,
  createdAt: true,
}).extend({
  everyone: z.boolean(),
  users: z.number().int(),
  groups: z.number().int(),
  publicEndpoints: z.number().int(),
  allGptSystems: z.boolean(),
  gptSystems: z.number().int(),
})

const base = '/api/internal/chatAccessPolicies' as const
const one = z.strictObject({ chatAccessPolicyId: id })
const readers = ['ChatAccessPoliciesRead', 'ChatAccessPoliciesCreate', 'ChatAccessPoliciesWrite'] as const
const input = z
  .strictObject(policyFields)
  .refine(({ validFrom, validTo }) => !validFrom || !validTo || Date.parse(validFrom) < Date.parse(validTo), {
    path: ['validTo'],
    message: 'The end must be after the start.',
  })

export const chatAccessPolicies = {
  listChatAccessPolicies: endpoint({
    method: 'GET',
    path: base,
    access: readers,
    rate: 'read',
    audit: 'none',
    input: z.strictObject({
      ...page,
      search: text(0, 200).optional(),
      /** Policies that name this agent, or all agents. */
      gptSystemId: id.optional(),
      sort: z.enum(['name', '-name', 'updatedAt', '-updatedAt']).optional(),
    }),
    response: listOf(ChatAccessPolicyRow),
    purpose: 'Lists policies by name.',
  }),
  createChatAccessPolicy: endpoint({
    method: 'POST',
    path: base,
    access: ['ChatAccessPoliciesCreate'],
    rate: 'write',
    audit: 'chatAccessPolicy.create',
    idempotency: 'optional',
    input,
    response: ChatAccessPolicy,
    etag: 'answers',
    purpose: 'Creates a policy: who can use which agents.',
  }),
  getChatAccessPolicy: endpoint({
    method: 'GET',
    path: `${base}/{chatAccessPolicyId}`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    response: ChatAccessPolicy,
    etag: 'answers',
    purpose: 'A policy.',
  }),
  updateChatAccessPolicy: endpoint({
    method: 'PUT',
    path: `${base}/{chatAccessPolicyId}`,
    access: ['ChatAccessPoliciesWrite'],
    rate: 'write',
    audit: 'chatAccessPolicy.update',
    params: one,
    input,
    response: ChatAccessPolicy,
    etag: 'required',
    purpose: 'Updates a policy. Takes effect with the next call.',
  }),
  removeChatAccessPolicy: endpoint({
    method: 'DELETE',
    path: `${base}/{chatAccessPolicyId}`,
    access: ['ChatAccessPoliciesWrite'],
    rate: 'write',
    audit: 'chatAccessPolicy.remove',
    params: one,
    response: nothing,
    purpose: 'Deletes a policy. People with access only through it lose it with the next call.',
  }),
}
