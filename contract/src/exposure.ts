import { z } from 'zod'
import { publishingInput } from './agentPublishing.ts'
import { sharesInput } from './agentSharing.ts'
import { policyFields } from './chatAccessPolicies.ts'
import { endpoint, id } from './endpoint.ts'

const Person = z.object({ userId: id, name: z.string() })

/** Who could get answers from what, were it saved. */
export const Exposure = z.object({
  /** Accounts that can chat with one of the agents then; those that gain one, and those that lose one. */
  people: z.object({ after: z.number().int(), new: z.number().int(), lost: z.number().int() }),
  /** A policy gives it to everybody who is signed in: also to those who come later. */
  everybody: z.boolean(),
  /** Whose groups are not known now, so that a group that is named may bring them in. They are not among `after`. */
  groupsUnknown: z.number().int(),
  libraries: z.object({
    count: z.number().int(),
    files: z.number().int(),
    /** Those that the caller may see, the largest first, as many as are shown. */
    shown: z.array(z.object({ dataSourceId: id, name: z.string(), files: z.number().int() })),
  }),
  /** Those whom the caller may see, by name, as many as are shown. */
  names: z.object({ new: z.array(Person), lost: z.array(Person) }),
})

const preview = {
  method: 'POST',
  rate: 'read',
  audit: 'none',
  idempotency: 'none',
  response: Exposure,
} as const

/** What saving would expose to whom, asked before. Nothing is changed. */
export const exposure = {
  previewPublishing: endpoint({
    ...preview,
    path: '/api/internal/gptSystems/system/management/{gptSystemId}/publishing/preview',
    access: ['GptSystemsPublish'],
    params: z.strictObject({ gptSystemId: id }),
    input: publishingInput,
    purpose: 'Previews publishing an agent: who could chat with it, and what it would answer from.',
  }),
  previewRemoval: endpoint({
    ...preview,
    path: '/api/internal/gptSystems/system/management/{gptSystemId}/removal/preview',
    access: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    params: z.strictObject({ gptSystemId: id }),
    purpose: 'Previews deleting an agent: who could no longer chat with it.',
  }),
  previewPolicy: endpoint({
    ...preview,
    path: '/api/internal/chatAccessPolicies/preview',
    access: ['ChatAccessPoliciesCreate', 'ChatAccessPoliciesWrite'],
    input: z.strictObject({
      /** The policy that is changed; absent: a new one. */
      chatAccessPolicyId: id.optional(),
      enabled: policyFields.enabled,
      subjects: policyFields.subjects,
      gptSystems: policyFields.gptSystems,
      brandKey: policyFields.brandKey,
      validFrom: policyFields.validFrom,
      validTo: policyFields.validTo,
    }),
    purpose: 'Previews saving a policy: who could chat with its agents, and what they would answer from.',
  }),
  previewShares: endpoint({
    ...preview,
    path: '/api/internal/gptSystems/user/management/{gptSystemId}/shares/preview',
    access: 'signedIn',
    params: z.strictObject({ gptSystemId: id }),
    input: sharesInput,
    purpose: 'Previews sharing your own agent: who else could chat with it, and what it would answer from.',
  }),
}
